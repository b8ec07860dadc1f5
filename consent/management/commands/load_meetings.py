"""Load a set of meeting transcripts as memories of many owners, for trying things and for measuring."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from consent.management import meetings as plan
from consent.management.meetings import Meeting
from consent.models import Consent, ConsentAsking, Memory, TrustRelationship
from consent.rules.consenting import Wish
from consent.services import consent_answers, consents
from consent.services.memories import Written, create_many
from consent.types import Draft
from memory_admin.http.problem import Problem
from profiles.commands import USAGE, ProductCommand, Shown, local_caller, principal
from profiles.queries.principals import ids_of
from profiles.services import memberships, principals
from profiles.types import EVERYONE_ID, Caller

BATCH = 200


class Command(ProductCommand):
    """Load transcripts through the services that any writer uses; a second run adds nothing."""

    help = "Load meeting transcripts (JSON lines: id, group, label, text); a second run adds nothing."

    def declare(self, parser: CommandParser) -> None:
        """Take the file and the size of a batch."""
        parser.add_argument("path", type=Path, metavar="FILE", help="the transcripts")
        parser.add_argument("--batch", type=int, default=BATCH, help="memories in one write (200)")

    def do(self, given: Namespace) -> Shown:
        """Make the people, what they agreed to and the memories; return how many and how fast."""
        if not given.path.is_file():
            raise CommandError(f"There is no file {given.path}.", returncode=USAGE)
        found, now = plan.read_meetings(given.path), timezone.now()
        ids = _people(found, now=now)
        _belong(found, ids, now=now)
        _agree(found, ids, now=now)
        _trust(found, ids, now=now)
        told = self._write(found, given, now)
        line = "{memories} memories written in {seconds} s: {per_second} a second.".format(**told)
        return Shown(told, [line])

    def _write(self, found: Sequence[Meeting], given: Namespace, now: datetime) -> dict[str, Any]:
        made, seconds = 0, 0.0
        for meeting in found:
            by = _as_itself(meeting.owner)
            for drafts in _batches(plan.drafts(meeting, _known(by.acting_id)), given.batch):
                begun = time.perf_counter()
                made += _created(create_many(drafts, by=by, now=now, atomic=True))
                seconds += time.perf_counter() - begun
            if not given.json:
                self.stderr.write(f"{meeting.place + 1}/{len(found)} meetings, {made} memories")
        rate = round(made / seconds) if seconds else 0
        return {"memories": made, "seconds": round(seconds, 2), "per_second": rate}


def _batches(drafts: Iterator[Draft], size: int) -> Iterator[list[Draft]]:
    while found := list(islice(drafts, size)):
        yield found


def _created(results: Sequence[Written | Problem]) -> int:
    return sum(isinstance(one, Written) and one.created for one in results)


def _known(owner: int) -> set[str]:
    rows = Memory.objects.filter(owner_id=owner, metadata__has_key="turn")
    return set(rows.values_list("metadata__turn", flat=True))


def _as_itself(entity: str) -> Caller:
    """Return an entity acting for itself: nobody else speaks for the people of a transcript."""
    row = principal(entity)
    own: dict[str, Any] = {"principal_id": row.pk, "principal": entity, "acting_id": row.pk, "acting": entity}
    return replace(local_caller(), **own, staff_role="", scopes=frozenset(), is_agent=row.namespace == "si")


def _people(found: Sequence[Meeting], *, now: datetime) -> dict[str, int]:
    """Make everyone verified, and return the ids of all."""
    admin = local_caller()
    wanted = {meeting.owner for meeting in found}
    wanted |= {one for pair in plan.memberships(found) for one in pair}
    known = ids_of(wanted)
    for entity in sorted(wanted - known.keys()):
        reason = "names of a public set"
        known[entity] = principals.create(entity, by=admin, now=now, reason=reason).pk
    return known


def _belong(found: Sequence[Meeting], ids: dict[str, int], *, now: datetime) -> None:
    admin = local_caller()
    live = set(memberships.live(now).values_list("collective_id", "member_id"))
    for collective, member in plan.memberships(found):
        if (ids[collective], ids[member]) not in live:
            memberships.join(ids[collective], ids[member], by=admin, now=now)


def _agree(found: Sequence[Meeting], ids: dict[str, int], *, now: datetime) -> None:
    """Let each speaker say yes, no or nothing, each in its own name."""
    said = plan.answers(found)
    done = set(Consent.objects.exclude(scope="memory").values_list("grantor_id", flat=True))
    for speaker in sorted(said):
        if ids[speaker] in done:
            continue
        by = _as_itself(speaker)
        for wish in _wishes(found, speaker, said[speaker], ids):
            if said[speaker] == "no":
                _refuse(wish, by, _as_itself(plan.agent_of(plan.ARCHIVE)), now)
            else:
                consents.give(wish, by=by, now=now)


def _wishes(found: Sequence[Meeting], speaker: str, answer: str, ids: dict[str, int]) -> list[Wish]:
    person = ids[speaker]
    if answer == "yes-to-all":
        return [Wish(person, EVERYONE_ID, "all")]
    if answer == "silent":
        return []
    groups = [ids[meeting.group] for meeting in found if speaker in meeting.speakers]
    about = [Wish(person, group, "subject", person) for group in groups]
    told = [Wish(person, group, "all") for group in groups] if answer == "yes-to-meeting" else []
    return about + told


def _refuse(wish: Wish, by: Caller, asker: Caller, now: datetime) -> None:
    asking: ConsentAsking = consents.request(wish, by=asker, now=now)
    if asking.consent is not None:
        consent_answers.deny(f"con_{asking.consent.public_id.hex}", by=by, now=now)


def _trust(found: Sequence[Meeting], ids: dict[str, int], *, now: datetime) -> None:
    """Let every seventh scribe trust the archive with metadata only."""
    for meeting in found:
        if meeting.place % 7 == 3:
            TrustRelationship.objects.get_or_create(
                owner_id=ids[meeting.owner],
                accessor_id=ids[plan.ARCHIVE],
                context=None,
                defaults={"base_trust": 0.3, "last_updated": now},
            )
