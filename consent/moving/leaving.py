"""Which formats there are to take memories out in: what each writes, and what its file is called."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Protocol

from consent.moving import foreign, outgoing
from consent.moving.outgoing import Clock, Keep
from consent.queries.search import Filters
from profiles.types import Caller


class Write(Protocol):
    """Yields the parts of a file of what a caller may take out."""

    def __call__(self, *, by: Caller, clock: Clock, keep: Keep) -> Iterator[bytes]: ...


@dataclass(frozen=True, slots=True)
class Format:
    """A format to take memories out in: how it is written, the file's name, whether its parts are lines."""

    write: Write
    name: str
    lines: bool = True


def _seen(*, by: Caller, clock: Clock, keep: Keep) -> Iterator[bytes]:
    return outgoing.csv_lines(Filters(), by=by, clock=clock, keep=keep)


FORMATS: Final[dict[str, Format]] = {
    "jsonl": Format(outgoing.own_lines, "memories.jsonl"),
    "mem0": Format(outgoing.mem0_lines, "mem0.json"),
    "openmemory": Format(foreign.openmemory_parts, "openmemory.zip", lines=False),
    "kernle": Format(foreign.kernle_parts, "kernle.db", lines=False),
    "chatgpt": Format(foreign.chatgpt_parts, "chatgpt.zip", lines=False),
    "csv": Format(_seen, "memories.csv"),
}
