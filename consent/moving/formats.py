"""Which formats there are: how a file of each is read, and what a record of it means."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from consent.moving import arrays, entries
from consent.moving.entries import Entry
from consent.moving.incoming import Means
from consent.rules.formats import mem0, own
from consent.rules.formats.reading import Coming, Record, Unreadable
from memory_admin.http.problem import Problem, unprocessable
from profiles.types import Caller


@dataclass(frozen=True, slots=True)
class Whose:
    """Whose memories of a file of several people are meant: one's by name, everybody's, or the first's."""

    user: str | None = None
    everybody: bool = False


def mem0_entries(path: Path) -> Iterator[Entry]:
    """Return the records of an export of mem0: one JSON value with a list, or a record a line."""
    with path.open("rb") as stream:
        if _holds_lines(stream):
            yield from entries.lines(stream)
        else:
            yield from arrays.objects(stream, mem0.LISTS)


def _holds_lines(stream: IO[bytes]) -> bool:
    """Tell whether the first line is a whole record by itself."""
    first = stream.readline(entries.LONGEST)
    stream.seek(0)
    found = entries.read_json("", first.strip()).record
    return not isinstance(found, Problem) and not any(isinstance(found.get(k), list) for k in mem0.LISTS)


def own_entries(path: Path) -> Iterator[Entry]:
    """Return the lines of a file of our own format."""
    with path.open("rb") as stream:
        yield from entries.lines(stream)


def own_means(by: Caller) -> Means:
    """Return what a line of our own format means to an importer; another owner's lines are refused."""

    def means(record: Record) -> Coming | None:
        if record.get("owner") != by.acting and record.get("type") != "consent":
            raise unprocessable(
                "other_owner", f"This belongs to somebody else; this import is {by.acting}'s."
            )
        if own.is_header(record) or record.get("type") == "consent":
            return None
        if record.get("type") != "memory":
            raise Unreadable("type", "Must be export, memory or consent.")
        return own.coming(record)

    return means


def foreign_means(coming_of: Callable[[Record], Coming | None], whose: Whose, by: Caller) -> Means:
    """Return what a record of another product means: whose it was there decides whether and about whom."""
    seen: list[str] = [whose.user] if whose.user else []

    def means(record: Record) -> Coming | None:
        coming = coming_of(record)
        if coming is None or coming.user is None:
            return coming
        if not seen:
            seen.append(coming.user)
        if coming.user not in seen and not whose.everybody:
            if whose.user:
                return None
            raise unprocessable("other_owner", OTHER_USER)
        return _about(coming, by)

    return means


OTHER_USER: Final = (
    "Another user's than the first record's: say whose are meant with --user, or --every-user."
)


def _about(coming: Coming, by: Caller) -> Coming:
    """Make the person a foreign record belonged to its subject: the owner itself, where that is a person."""
    subject = f"human:{coming.user}" if by.is_agent else by.acting
    return Coming(
        {**coming.body, "subject_ids": [subject]}, coming.name, coming.user, coming.at_most, coming.state
    )


COMING: Final[dict[str, Callable[[Record], Coming | None]]] = {"mem0": mem0.coming}
