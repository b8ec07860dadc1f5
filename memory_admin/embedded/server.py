"""What the database and the cache have in common: a folder that one process holds, and a child to end."""

import os
from abc import ABC, abstractmethod
from pathlib import Path
from types import TracebackType
from typing import ClassVar, Self

from memory_admin.embedded import places
from memory_admin.embedded.children import Child
from memory_admin.embedded.privileges import private_folder


class Server(ABC):
    """One server on one folder: start, stop; also a context manager."""

    what: ClassVar[str]
    stop_seconds: ClassVar[float]

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.child: Child | None = None
        self.port = 0
        self._data = folder / "data"
        self._log = folder / "server.log"
        self._lock: int | None = None

    @abstractmethod
    def start(self) -> None:
        """Start the server; raises CannotStart with the way out."""

    def stop(self) -> None:
        """Stop the server once its data is on disk, and let others have the folder."""
        if self.child is not None:
            self.child.stop(self.stop_seconds)
            self.child = None
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _hold_folder(self) -> None:
        """Keep the folder from other processes; raises CannotStart where one has it."""
        private_folder(self.folder)
        if self._lock is None:
            busy = f"another process runs a {self.what} in {self.folder}: stop that first"
            self._lock = places.lock(self.folder / "lock", busy)
