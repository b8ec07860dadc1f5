"""Turn a public set of meeting transcripts into memories of many owners, by one fixed rule.

Each meeting has a scribe (`si:scribe-M`), who owns its turns, and a group (`group:meeting-M`) that holds its
speakers and the desk of its sort (`group:desk-product`, `-academic`, `-committee`); the archive is in every
desk. What becomes of a turn depends on its number in the meeting, what a speaker agreed to on the speaker's
place in the alphabet (see `SHARING` and `ANSWERS`), so that every clause of the law has rows and the outcome
is the same every time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from consent.types import Draft

ARCHIVE: Final = "group:archive"
FIRST_DAY: Final = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
# By a turn's number, modulo ten: whom it is granted to, who told it, whom it is about.
SHARING: Final = (
    "private",  # nobody but the scribe
    "public",
    "group", "group", "group", "group", "group",  # observed by the scribe, granted to the meeting
    "told",  # to the meeting, on the speaker's word: needs the speaker's consent
    "about",  # to the meeting, about the speaker: needs the speaker's consent
    "public-about",  # to everyone, about the speaker: needs the speaker's consent
)  # fmt: skip
# By a speaker's place among all speakers, modulo five: what it said to being spoken of.
ANSWERS: Final = ("yes-to-meeting", "yes-to-meeting", "yes-to-all", "no", "silent")
_TITLES: Final = (("product", ("Project Manager", "Marketing", "User Interface", "Industrial Designer")),
                  ("academic", ("PhD", "Grad", "Professor", "Postdoc", "Undergrad")))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Turn:
    """What one speaker said at one place in a meeting."""

    id: str
    meeting: str
    number: int
    speaker: str
    text: str

    @property
    def sharing(self) -> str:
        return SHARING[self.number % len(SHARING)]


@dataclass(frozen=True, slots=True)
class Meeting:
    """One meeting: its place in the set, sort, speakers and turns in order."""

    name: str
    place: int
    turns: tuple[Turn, ...]

    @property
    def owner(self) -> str:
        return f"si:scribe-{self.name}"

    @property
    def group(self) -> str:
        return f"group:meeting-{self.name}"

    @property
    def sort(self) -> str:
        said = " ".join(turn.speaker for turn in self.turns)
        return next((sort for sort, titles in _TITLES if any(title in said for title in titles)), "committee")

    @property
    def desk(self) -> str:
        return f"group:desk-{self.sort}"

    @property
    def speakers(self) -> frozenset[str]:
        return frozenset(entity_of(turn.speaker) for turn in self.turns)


def read_meetings(path: Path) -> tuple[Meeting, ...]:
    """Read a JSON lines file of turns (id, group, label, text), meetings in order of their names."""
    turns: dict[str, list[Turn]] = {}
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            meeting = row["group"].rpartition(":")[2]
            seen = turns.setdefault(meeting, [])
            seen.append(Turn(row["id"], meeting, len(seen), row["label"], row["text"]))
    return tuple(Meeting(name, place, tuple(turns[name])) for place, name in enumerate(sorted(turns)))


def entity_of(speaker: str) -> str:
    """Return a speaker's entity id: the label without what stands in brackets."""
    name = re.sub(r"\(.*", "", speaker).casefold()
    return "human:" + re.sub(r"[^a-z0-9]+", "_", name).strip("_")


def answers(meetings: Iterable[Meeting]) -> dict[str, str]:
    """Return what each speaker of the set said to being spoken of."""
    everyone = sorted({speaker for meeting in meetings for speaker in meeting.speakers})
    return {speaker: ANSWERS[place % len(ANSWERS)] for place, speaker in enumerate(everyone)}


def desks(meetings: Iterable[Meeting]) -> tuple[str, ...]:
    """Return the desks, one for each sort of meeting."""
    return tuple(sorted({meeting.desk for meeting in meetings}))


def agent_of(collective: str) -> str:
    """Return the agent that works at a desk or in the archive."""
    return "si:" + collective.partition(":")[2].replace("desk-", "clerk-").replace("archive", "archivist")


def memberships(meetings: Iterable[Meeting]) -> Iterator[tuple[str, str]]:
    """Yield (collective, member): speakers and desk in the meeting, clerk and archive in the desk."""
    for meeting in meetings:
        yield from ((meeting.group, speaker) for speaker in sorted(meeting.speakers))
        yield meeting.group, meeting.desk
    for desk in desks(meetings):
        yield desk, agent_of(desk)
        yield desk, ARCHIVE
    yield ARCHIVE, agent_of(ARCHIVE)


def drafts(meeting: Meeting, known: Iterable[str] = ()) -> Iterator[Draft]:
    """Yield the memories of a meeting's turns, those with a known id left out."""
    done = set(known)
    for turn in meeting.turns:
        if turn.id not in done:
            yield draft_of(turn, meeting)


def draft_of(turn: Turn, meeting: Meeting) -> Draft:
    """Return one turn as its scribe writes it down; the number keeps every "Yeah." a memory of its own."""
    everyone, grants = ("*",), (meeting.group,)
    speaker = entity_of(turn.speaker)
    about = turn.sharing in {"about", "public-about"}
    return Draft(
        kind="conversation",
        content=f"{turn.speaker}, turn {turn.number}: {turn.text}",
        tags=(meeting.sort, meeting.name),
        source_entity=speaker if turn.sharing == "told" else None,
        subject_ids=(speaker,) if about else (),
        access_grants=() if turn.sharing == "private" else everyone if "public" in turn.sharing else grants,
        trust=0.4 if turn.number % 50 == 22 else 1.0,
        occurred_at=FIRST_DAY + timedelta(days=meeting.place, seconds=20 * turn.number),
        metadata={"turn": turn.id},
    )
