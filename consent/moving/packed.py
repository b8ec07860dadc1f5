"""Writing a zip as it is read: no more of it is held than a piece, and nothing of it is found again."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator
from typing import IO, Any, Final

_PIECE: Final = 1 << 16
# The earliest time that a zip knows: the same memories make the same file.
_NO_TIME: Final = (1980, 1, 1, 0, 0, 0)
Member = tuple[str, Iterable[bytes]]


class _Sink(io.RawIOBase):
    """Takes what is written until it is fetched; a place in it is nobody's to go back to."""

    def __init__(self) -> None:
        self._held = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, part: Any) -> int:
        self._held += part
        return len(part)

    def full(self) -> bool:
        return len(self._held) >= _PIECE

    def taken(self) -> bytes:
        found = bytes(self._held)
        self._held.clear()
        return found


def zipped(members: Iterable[Member]) -> Iterator[bytes]:
    """Yield the bytes of a zip of files, each named with its parts, which are asked for in their turn."""
    sink = _Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as made:
        for name, parts in members:
            said = zipfile.ZipInfo(name, _NO_TIME)
            said.compress_type, said.external_attr = zipfile.ZIP_DEFLATED, 0o600 << 16
            with made.open(said, "w", force_zip64=True) as member:
                for part in parts:
                    member.write(part)
                    if sink.full():
                        yield sink.taken()
    yield sink.taken()


def read_back(stream: IO[bytes]) -> Iterator[bytes]:
    """Yield what was written to a file, in pieces."""
    stream.seek(0)
    while part := stream.read(_PIECE):
        yield part
