"""Reading one list of a JSON file object by object, however long the file: no more than one is held."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import IO, Final

from consent.moving.entries import LONGEST, Entry, read_json
from memory_admin.http import problem
from memory_admin.http.problem import Problem

_CHUNK: Final = 1 << 18
# A text as a whole, or a bracket outside of any; `shut` is empty where the text goes on after the chunk.
TOKEN: Final = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*(?P<shut>"|\\?\Z)|[{}\[\]]', re.DOTALL)
BETWEEN: Final = b" \t\r\n,"


def objects(stream: IO[bytes], keys: Collection[str], *, longest: int = LONGEST) -> Iterator[Entry]:
    """Return an entry for each object of the list at the top, or of the first one under a key at the top."""
    number = 0
    try:
        for raw in _Scanner(keys, longest).read(stream):
            number += 1
            yield read_json(f"item {number}", raw)
    except Problem as wrong:
        yield Entry(f"after item {number}", wrong)


class _Scanner:
    """Looks for the objects of the list; strings are passed over whole, so that no bracket in one counts."""

    def __init__(self, keys: Collection[str], longest: int) -> None:
        self._keys, self._longest = {f'"{key}"'.encode() for key in keys}, longest
        self._held, self._at, self._begun, self._since = b"", 0, -1, 0
        self._depth, self._inside, self._ended = 0, 0, False
        self._last = b""

    def read(self, stream: IO[bytes]) -> Iterator[bytes]:
        """Return the bytes of each object; raises Problem where the file is no such list."""
        while not self._ended:
            chunk = stream.read(_CHUNK)
            if not chunk:
                raise broken("The file ends before its list does." if self._inside else self._no_list())
            self._held += chunk
            yield from self._scan()
            self._forget()

    def _no_list(self) -> str:
        named = " or ".join(sorted(key.decode() for key in self._keys))
        return f"The file holds no list of objects, neither at its top nor under {named}."

    def _scan(self) -> Iterator[bytes]:
        for token in TOKEN.finditer(self._held, self._at):
            if token["shut"] is not None:
                if token["shut"] != b'"':
                    return
                self._last = token[0] if self._depth == 1 else b""
            elif token[0] in b"{[":
                self._open(token)
            elif self._close(token.start()):
                yield self._held[self._begun : token.end()]
                self._begun, self._since = -1, token.end()
            self._at = token.end()
            if self._ended:
                return

    def _open(self, token: re.Match[bytes]) -> None:
        listed = token[0] == b"[" and (self._depth == 0 or (self._depth == 1 and self._last in self._keys))
        if not self._inside and listed:
            self._inside, self._since = self._depth + 1, token.end()
        elif self._inside and self._depth == self._inside:
            self._nothing_before(token.end() if token[0] == b"[" else token.start())
            self._begun = token.start()
        self._depth += 1

    def _close(self, at: int) -> bool:
        """Step out of a bracket; tell whether that ended an object of the list."""
        self._depth -= 1
        self._ended = self._depth < self._inside or self._depth < 0
        if self._ended and self._inside:
            self._nothing_before(at)
        return bool(self._inside) and self._depth == self._inside

    def _nothing_before(self, end: int) -> None:
        """Raise Problem where something stands between the objects of the list."""
        if self._held[self._since : end].strip(BETWEEN):
            raise broken("The list holds something that is no object.")

    def _forget(self) -> None:
        """Let go of what was read, up to the object or text that is not whole yet."""
        keep = self._begun if self._begun >= 0 else self._at
        if len(self._held) - keep > self._longest:
            raise problem.too_large(self._longest)
        if self._begun < 0 and self._inside and not self._ended:
            self._nothing_before(self._at)
        self._held = self._held[keep:]
        self._at -= keep
        self._begun, self._since = (0 if self._begun >= 0 else -1), 0


def broken(detail: str) -> Problem:
    """Return the refusal of a file that is no such list."""
    return problem.bad_request("invalid_json", detail)
