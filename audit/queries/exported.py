"""Reading the exported seals: the last one quickly, any one by number after a scan."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from audit.rules import chain
from audit.rules.line import from_line
from audit.types import Seal

FILE_NAME = "seals.jsonl"
BLOCK = 64 * 1024


def backwards(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a file from the last to the first, reading blocks from its end."""
    position, rest = file.seek(0, os.SEEK_END), b""
    while position > 0:
        step = min(BLOCK, position)
        position -= step
        file.seek(position)
        rest = file.read(step) + rest
        if position and b"\n" not in rest:
            continue
        head, *lines = rest.split(b"\n")
        yield from (line for line in reversed(lines) if line)
        rest = head
    if rest:
        yield rest


def readable(path: Path | None) -> Path | None:
    """Return the path of a file that is there and can be read by this process, else None."""
    return path if path and os.access(path, os.R_OK) else None


def last_seal(path: Path) -> Seal | None:
    """Return the last whole seal of the file, passing over a torn line; None when there is none."""
    if not path.is_file():
        return None
    with path.open("rb") as file:
        return next((seal for line in backwards(file) if (seal := from_line(line))), None)


class ExportedFile:
    """An exported file as it was when opened: each seal found by number, the first of a number counting.

    A gap that follows a seal before the end starts over from there: what it leaves behind was lost by a
    declared restore and is kept in `lost`. Lines that no seal can be read from are counted in `torn`."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb")
        self._offsets = array("Q")
        self._hashes: list[bytes] = []
        self.lost: list[int] = []
        self.damaged: list[int] = []
        self.torn = 0
        self._scan(os.fstat(self._file.fileno()).st_size)

    @property
    def last(self) -> int:
        """Return the number of the last seal."""
        return len(self._offsets)

    def get(self, number: int) -> Seal | None:
        """Return the seal of a number, or None beyond the end."""
        if not 1 <= number <= self.last:
            return None
        self._file.seek(self._offsets[number - 1])
        return from_line(self._file.readline())

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _scan(self, size: int) -> None:
        offset = 0
        while offset < size:
            line = self._file.readline()
            seal = from_line(line)
            if seal is None:
                self.torn += 1
            else:
                self._take(seal, offset)
            offset += len(line)

    def _take(self, seal: Seal, offset: int) -> None:
        """Place a seal: the next one, a gap that starts over, a repeated line, or damage."""
        if not chain.sound(seal) or not 1 <= seal.number <= self.last + 1:
            self.damaged.append(seal.number)
            return
        before = self._hashes[seal.number - 2] if seal.number > 1 else chain.GENESIS
        fits = seal.previous_hash == before
        if seal.number <= self.last and self._hashes[seal.number - 1] == seal.chain_hash:
            return
        if not fits or (seal.number <= self.last and seal.kind != "gap"):
            self.damaged.append(seal.number)
            return
        self.lost.extend(range(seal.number, self.last + 1))
        del self._offsets[seal.number - 1 :], self._hashes[seal.number - 1 :]
        self._offsets.append(offset)
        self._hashes.append(seal.chain_hash)
