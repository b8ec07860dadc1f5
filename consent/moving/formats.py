"""Which formats there are: how a file of each is read, and what a record of it means to its importer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from consent.moving import files
from consent.moving.entries import Entry
from consent.moving.incoming import Means, others_line
from consent.rules.formats import chatgpt, kernle, mem0, openmemory, own, table
from consent.rules.formats.reading import Coming, Record, Unreadable
from memory_admin.http.problem import Problem, unprocessable
from profiles.types import Caller

OTHER_USER: Final = "It is not the first record's user's: say whose are meant, --user or --every-user."


@dataclass(frozen=True, slots=True)
class Whose:
    """Whose memories of a file of several people are meant: one's by name, everybody's, or the first's."""

    user: str | None = None
    everybody: bool = False


@dataclass(frozen=True, slots=True)
class Format:
    """A format: how its files are read, what a record is, and whether its users are whom it is about."""

    read: Callable[[Path], Iterator[Entry]]
    coming: Callable[[Record], Coming | None]
    about_users: bool = False


FORMATS: Final = {
    "jsonl": Format(files.own_entries, own.coming),
    "mem0": Format(files.mem0_entries, mem0.coming, about_users=True),
    "openmemory": Format(files.openmemory_entries, openmemory.coming, about_users=True),
    "chatgpt": Format(files.chatgpt_entries, chatgpt.coming, about_users=True),
    "kernle": Format(files.kernle_entries, kernle.coming),
    "csv": Format(files.csv_entries, table.coming),
}


def entries_of(name: str, path: Path) -> Iterator[Entry]:
    """Return what a file holds; one that is refused as a whole ends with why."""
    try:
        yield from FORMATS[name].read(path)
    except Problem as wrong:
        yield Entry("the file", wrong)


def means_of(name: str, whose: Whose, by: Caller) -> Means:
    """Return what a record of a format means to this importer."""
    if name == "jsonl":
        return _own_means(by)
    return _foreign_means(FORMATS[name], whose, by)


def _own_means(by: Caller) -> Means:
    def means(record: Record) -> Coming | None:
        own.refuse_everything(record)
        if record.get("type") not in {"export", "memory", "consent"}:
            raise Unreadable("type", "Must be export, memory or consent.")
        if record.get("owner") != by.acting and record.get("type") != "consent":
            raise others_line(record.get("owner"), by)
        if own.is_header(record) or record.get("type") == "consent":
            return None
        return own.coming(record)

    return means


def _foreign_means(form: Format, whose: Whose, by: Caller) -> Means:
    seen: list[str] = [whose.user] if whose.user else []

    def means(record: Record) -> Coming | None:
        if record.get("owner") not in {None, "", by.acting} and form.coming is table.coming:
            raise others_line(record["owner"], by)
        coming = form.coming(record)
        if coming is None:
            return None
        user = coming.user or whose.user
        if user and not seen:
            seen.append(user)
        if user and user not in seen and not whose.everybody:
            if whose.user:
                return None
            raise unprocessable("other_owner", OTHER_USER)
        return _about(coming, user, by) if form.about_users else coming

    return means


def _about(coming: Coming, user: str | None, by: Caller) -> Coming:
    """Make the person a record belonged to its subject: the owner itself, where that is a person."""
    subject = f"human:{user}" if by.is_agent and user else None if by.is_agent else by.acting
    return replace(coming, body={**coming.body, "subject_ids": [subject]}) if subject else coming
