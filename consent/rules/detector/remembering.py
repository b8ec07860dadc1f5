"""What the detector said of a text, remembered without the text: it says the same of it each time."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from hashlib import blake2b
from threading import Lock
from typing import Final

from consent.rules.detector import Findings

MOST: Final = 20_000


class Remembered:
    """A detector that looks at a text once: it keeps a keyed digest and the findings, MOST of them.

    Only for texts that are stored: its pace would tell of a question whether somebody asked it before."""

    def __init__(self, detector: Callable[[str], Findings], most: int = MOST) -> None:
        self._detector, self._most = detector, most
        self._key = secrets.token_bytes(32)
        self._known: dict[bytes, Findings] = {}
        self._one_at_a_time = Lock()

    def __call__(self, text: str) -> Findings:
        """Return the detector's findings for a text; raises what the detector raises."""
        mark = blake2b(text.encode("utf-8", "surrogatepass"), key=self._key, digest_size=16).digest()
        found = self._known.get(mark)
        return self._keep(mark, self._detector(text)) if found is None else found

    def _keep(self, mark: bytes, found: Findings) -> Findings:
        with self._one_at_a_time:
            self._known[mark] = found
            if len(self._known) > self._most:
                del self._known[next(iter(self._known))]
        return found
