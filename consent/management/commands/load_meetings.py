"""Load a set of meeting transcripts as memories of many owners, for trying things and for measuring."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from consent.management import meetings as plan
from consent.management.meetings import Meeting
from consent.models import Consent, ConsentAsking, Memory, TrustRelationship
from consent.rules.consenting import Wish
from consent.services import consent_answers, consents
from consent.services.memories import Written, create_many
from consent.types import Draft
from memory_admin.http.problem import Problem
from profiles.models import Principal
from profiles.queries.principals import ids_of
from profiles.services import memberships, principals
from profiles.types import EVERYONE_ID, Caller

BATCH = 200


class Command(BaseCommand):
    help = "Load meeting transcripts (JSON lines: id, group, label, text); a second run adds nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path)
        parser.add_argument("--batch", type=int, default=BATCH, help="memories in one write (200)")
        parser.add_argument("--json", action="store_true", help="print one line of JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["path"].is_file():
            raise CommandError(f"There is no file {options['path']}: give the path of the transcripts.")
        self._quiet = options["json"]
        found = plan.read_meetings(options["path"])
        now = timezone.now()
        ids = _people(found, now=now)
        _belong(found, ids, now=now)
        _agree(found, ids, now=now)
        _trust(found, ids, now=now)
        self._print(self._write(found, options["batch"], now), options["json"])

    def _write(self, found: Sequence[Meeting], batch: int, now: datetime) -> dict[str, Any]:
        made = seconds = 0.0
        for meeting in found:
            by = _caller(meeting.owner)
            for drafts in _batches(plan.drafts(meeting, _known(by.acting_id)), batch):
                begun = time.perf_counter()
                made += _created(create_many(drafts, by=by, now=now, atomic=True))
                seconds += time.perf_counter() - begun
            if not self._quiet:
                progress = f"{meeting.place + 1}/{len(found)} meetings, {int(made)} memories"
                self.stderr.write(progress, ending="\r")
        rate = made / seconds if seconds else 0.0
        return {"memories": int(made), "seconds": round(seconds, 2), "per_second": round(rate)}

    def _print(self, told: dict[str, Any], as_json: bool) -> None:
        line = "{memories} memories written in {seconds} s: {per_second} a second.".format(**told)
        self.stdout.write(json.dumps(told) if as_json else line)


def _batches(drafts: Iterator[Draft], size: int) -> Iterator[list[Draft]]:
    while found := list(islice(drafts, size)):
        yield found


def _created(results: Sequence[Written | Problem]) -> int:
    return sum(isinstance(one, Written) and one.created for one in results)


def _known(owner: int) -> set[str]:
    rows = Memory.objects.filter(owner_id=owner, metadata__has_key="turn")
    return set(rows.values_list("metadata__turn", flat=True))


def _caller(entity: str, **more: Any) -> Caller:
    """Return an entity acting for itself at this machine."""
    row = Principal.objects.get(entity_id=entity)
    return Caller(
        principal_id=row.pk,
        principal=entity,
        acting_id=row.pk,
        acting=entity,
        request_id=f"req_{uuid4().hex}",
        door="cli",
        is_agent=row.namespace == "si",
        **more,
    )


def _administrator(now: datetime) -> Caller:
    return _caller(principals.ensure_local_admin(now).entity_id, staff_role="administrator")


def _people(found: Sequence[Meeting], *, now: datetime) -> dict[str, int]:
    """Make everyone verified, and return the ids of all."""
    admin = _administrator(now)
    wanted = {meeting.owner for meeting in found}
    wanted |= {one for pair in plan.memberships(found) for one in pair}
    known = ids_of(wanted)
    for entity in sorted(wanted - known.keys()):
        reason = "names of a public set"
        known[entity] = principals.create(entity, by=admin, now=now, reason=reason).pk
    return known


def _belong(found: Sequence[Meeting], ids: dict[str, int], *, now: datetime) -> None:
    admin = _administrator(now)
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
        by = _caller(speaker)
        for wish in _wishes(found, speaker, said[speaker], ids):
            if said[speaker] == "no":
                _refuse(wish, by, _caller(plan.agent_of(plan.ARCHIVE)), now)
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
