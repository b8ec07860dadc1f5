"""Reading a list of conversations message by message: of one, no more is held than what is around them.

They refer to each other from the last to the first, so they are laid on disk before the first is read."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import IO, Any, Final

from consent.moving.arrays import BETWEEN, TOKEN, broken
from consent.moving.entries import LONGEST, Entry, read_json
from memory_admin.http import problem
from memory_admin.http.json import parse
from memory_admin.http.problem import Problem, unprocessable

_CHUNK: Final = 1 << 18
_WHOLE: Final = 64_000_000
_AROUND: Final = 8_000_000
_MOST: Final = 500_000
_LISTS: Final = (b'"conversations"',)
_MAPPING: Final = b'"mapping"'
# How many brackets into the list the messages of a conversation are.
_IN_MAPPING: Final = 2
_CUT_SHORT: Final = "The file ends before its list does."
_NO_LIST: Final = 'The file holds no list of objects, neither at its top nor under "conversations".'


class Nodes(Mapping[str, Any]):
    """The messages of one conversation by id, in a file that is gone with this."""

    def __init__(self) -> None:
        self._put = 0

    @cached_property
    def _kept(self) -> sqlite3.Connection:
        made = sqlite3.connect("", isolation_level=None)
        made.execute("PRAGMA journal_mode=OFF")
        made.execute("CREATE TABLE node (id TEXT PRIMARY KEY, raw BLOB)")
        made.execute("BEGIN")
        return made

    def put(self, key: bytes, raw: bytes) -> None:
        """Keep a message under its id as they are written; raises Problem for no good JSON, or too many."""
        self._put += 1
        if self._put > _MOST:
            raise unprocessable("file_refused", f"A conversation of more than {_MOST} messages is none.")
        # As deep as it stood, and as strictly read as it would be with all around it.
        ((name, _),) = parse(b'{"mapping":{%b:%b}}' % (key, raw))["mapping"].items()
        self._kept.execute("INSERT OR IGNORE INTO node VALUES (?, ?)", (name, raw))

    def __getitem__(self, name: str) -> Any:
        if not self._put:
            raise KeyError
        found = self._kept.execute("SELECT raw FROM node WHERE id = ?", (name,)).fetchone()
        if found is None:
            raise KeyError
        return parse(found[0])

    def __iter__(self) -> Iterator[str]:
        return (name for (name,) in self._kept.execute("SELECT id FROM node ORDER BY rowid"))

    def __len__(self) -> int:
        return self._put and int(self._kept.execute("SELECT count(*) FROM node").fetchone()[0])

    def close(self) -> None:
        """Let go of the file, where one was needed."""
        if self._put:
            self._kept.close()


Talk = tuple[Entry, Nodes]


def conversations(stream: IO[bytes]) -> Iterator[Talk]:
    """Yield each conversation without its messages, and those by id while it is looked at."""
    number = 0
    try:
        for around, nodes, wrong in _Cutter().read(stream):
            number += 1
            where = f"item {number}"
            try:
                yield (Entry(where, wrong) if wrong else read_json(where, around)), nodes
            finally:
                nodes.close()
    except Problem as error:
        yield Entry(f"after item {number}", error), Nodes()


class _Cutter:
    """Takes the messages out of the bytes of conversations; where one was, a 0 is left.

    Strings are passed over whole, so that no bracket in one counts."""

    def __init__(self) -> None:
        self._held, self._at, self._depth = b"", 0, 0
        self._list, self._last, self._ended = 0, b"", False
        # From here on nothing was taken yet: of what is around messages, or between conversations.
        self._since = 0
        self._begin()

    def _begin(self) -> None:
        self._around, self._size, self._key = bytearray(), 0, b""
        self._node, self._over = -1, False
        self._talking = self._mapping = False
        self._nodes = Nodes()
        self._wrong: Problem | None = None

    def read(self, stream: IO[bytes]) -> Iterator[tuple[bytes, Nodes, Problem | None]]:
        """Yield what is around the messages, those, and what is wrong; raises Problem for a file of none."""
        while not self._ended:
            chunk = stream.read(_CHUNK)
            if not chunk:
                raise broken(_CUT_SHORT if self._list else _NO_LIST)
            self._held += chunk
            yield from self._scan()
            self._forget()

    def _scan(self) -> Iterator[tuple[bytes, Nodes, Problem | None]]:
        for token in TOKEN.finditer(self._held, self._at):
            if token["shut"] is not None:
                if token["shut"] != b'"':
                    return
                self._last = token[0] if self._node < 0 else self._last
            elif token[0] in b"{[":
                self._open(token)
            elif self._close(token):
                yield bytes(self._around), self._nodes, self._wrong
            self._at = token.end()
            if self._ended:
                return

    def _open(self, token: re.Match[bytes]) -> None:
        within, listed = self._depth - self._list, token[0] == b"["
        if not self._list:
            if listed and (self._depth == 0 or (self._depth == 1 and self._last in _LISTS)):
                self._list, self._since = self._depth + 1, token.end()
        elif within == 0:
            self._nothing_before(token.end() if listed else token.start())
            self._begin()
            self._talking, self._since, self._size = True, token.start(), -token.start()
        elif within == 1:
            self._mapping = not listed and self._last == _MAPPING
        elif within == _IN_MAPPING and self._mapping and not listed:
            self._take(token.start(), b"0")
            self._node, self._key = token.start(), self._last
        self._depth += 1

    def _close(self, token: re.Match[bytes]) -> bool:
        """Step out of a bracket; tell whether that ended a conversation."""
        self._depth -= 1
        within = self._depth - self._list
        self._ended = within < 0 or self._depth < 0
        if self._ended and self._list:
            self._nothing_before(token.start())
        elif self._node >= 0 and within == _IN_MAPPING:
            self._put(self._held[self._node : token.end()])
            self._node, self._over, self._since = -1, False, token.end()
        elif self._talking and within == 0:
            self._take(token.end())
            self._talking = False
            return True
        return False

    def _put(self, raw: bytes) -> None:
        try:
            if not self._over and self._wrong is None:
                self._nodes.put(self._key, raw)
        except Problem as wrong:
            self._wrong = wrong

    def _take(self, end: int, more: bytes = b"") -> None:
        """Keep what is around the messages, as much as a conversation may have of it."""
        self._around += self._held[self._since : end] + more
        self._since = end
        if len(self._around) > _AROUND:
            self._around.clear()
            self._wrong = self._wrong or problem.too_large(_AROUND)

    def _nothing_before(self, end: int) -> None:
        """Raise Problem where something stands between the conversations."""
        if self._held[self._since : end].strip(BETWEEN):
            raise broken("The list holds something that is no object.")

    def _forget(self) -> None:
        """Let go of what was read, up to the message or text that is not whole yet."""
        if self._node >= 0 and len(self._held) - self._node > LONGEST:
            self._over, self._wrong, self._node = True, self._wrong or problem.too_large(LONGEST), self._at
        elif self._node < 0 and self._talking:
            self._take(self._at)
        elif self._node < 0 and self._list and not self._ended:
            self._nothing_before(self._at)
        keep = self._node if self._node >= 0 else self._at
        self._size += keep
        if self._talking and self._size + len(self._held) - keep > _WHOLE:
            raise problem.too_large(_WHOLE)
        if len(self._held) - self._at > LONGEST:
            raise problem.too_large(LONGEST)
        self._held, self._since = self._held[keep:], 0
        self._at -= keep
        self._node = 0 if self._node >= 0 else -1
