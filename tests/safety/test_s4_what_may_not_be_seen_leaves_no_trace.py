"""S4: one script, two databases that differ only in what the asker may not see: byte-identical answers."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

import psycopg
import pytest

from consent.models import Label as LabelRow
from consent.models import Memory, TrustRelationship
from consent.rules.tiers import Tier, tier_of
from consent.services import renderings
from consent.services.labels import spec_of
from consent.services.memories import create
from tests.cast import CUSTODIAN, NOW, OUTSIDER, OWNER, caller, custodian, draft, principal
from tests.conftest import _POSTGRES, Database, drop_database, point_django_at
from tests.safety.outside import Step, play, script, token_of

HIDDEN_WORDS = ["murmur", "heart", "cardiology", "Bella", "tablet", "dog"]
HIDDEN_NAMES = ["dog:bella", "vet:dr_smith", "human:kid_123", OWNER, CUSTODIAN]


def twin(database: Database) -> Database:
    """Return a byte-equal copy of a database under another name."""
    from django.db import connections

    for connection in connections.all():
        connection.close()
    name = "test_" + uuid.uuid4().hex[:12]
    with psycopg.connect(_POSTGRES.superuser_url("postgres"), autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name} TEMPLATE {database.name} OWNER memory_admin_owner")
    return Database(*(getattr(database, part).replace(database.name, name) for part in Database.__slots__))


@pytest.fixture
def stage(db: Database) -> Iterator[Callable[[Callable[[], list[str]]], list[tuple[str, ...]]]]:
    """Give a way to run the same thing on the database and, with something hidden added, on its twin."""
    made: list[Database] = []

    def compare(play_it: Callable[[], list[str]], hide: Callable[[], None]) -> tuple[list[str], list[str]]:
        other = twin(db)
        made.append(other)
        point_django_at(db)
        without = play_it()
        point_django_at(other)
        hide()
        return without, play_it()

    yield compare  # type: ignore[misc]
    point_django_at(db)
    for other in made:
        drop_database(other)


def shared_world() -> None:
    """What both databases hold: public facts, the outsider's own notes, and who is protected.

    A writer who names a protected entity is told so by the subject it gets: that much is the law.
    """
    custodian("dog:bella", CUSTODIAN)
    for number in range(4):
        create(
            draft(f"Dog park note {number}: small dogs by the river", access_grants=("*",)),
            by=caller(OWNER),
            now=NOW,
        )
    create(draft("My own heart note", tags=("health",)), by=caller(OUTSIDER), now=NOW)


def hide_a_lot() -> None:
    """What only one of them holds: private, pending and other people's memories with the same words."""
    for number in range(12):
        create(
            draft(
                f"Bella has a heart murmur, cardiology visit {number}, one tablet",
                subject_ids=("dog:bella", "human:kid_123"),
                source_entity="vet:dr_smith",
                access_grants=("*", CUSTODIAN, OUTSIDER),
                tags=("health",),
            ),
            by=caller(OWNER),
            now=NOW,
        )
    create(draft("heart heart heart dog dog dog"), by=caller("si:luna_agent"), now=NOW)


def test_an_outsider_gets_byte_identical_answers_with_and_without_hidden_memories(
    stage: Callable[..., tuple[list[str], list[str]]], db: Database
) -> None:
    shared_world()
    token = token_of(OUTSIDER)
    known = frozenset(f"mem_{one.hex}" for one in Memory.objects.values_list("public_id", flat=True))
    tried: list[str] = ["mem_" + "ab" * 16]

    def hide() -> None:
        hide_a_lot()
        # The ids the outsider tries are real ones here; in the other database they are nobody's.
        first = Memory.objects.exclude(owner__entity_id=OUTSIDER).filter(content__startswith="Bella").first()
        assert first is not None
        Memory.objects.filter(pk=first.pk).update(public_id=uuid.UUID(hex="ab" * 16))

    without, with_hidden = stage(lambda: play(token, script(tried, HIDDEN_WORDS, HIDDEN_NAMES), known), hide)
    assert sum("-> [200" in answer for answer in without) > 40
    assert differences(without, with_hidden) == []


def differences(without: list[str], with_hidden: list[str]) -> list[tuple[str, str]]:
    """Return the answers that differ, and a surplus on either side."""
    found = [(one, other) for one, other in zip(without, with_hidden, strict=False) if one != other]
    return found + [("", one) for one in with_hidden[len(without) :]]


def low_trust_world() -> str:
    """A memory the outsider may know of only as far as its owner trusts it."""
    written = create(
        draft("PLACEHOLDER", title="A private matter", access_grants=(OUTSIDER,), kind="personal_event"),
        by=caller(OWNER),
        now=NOW,
    )
    return written.public_id


# What the owner leaves out wherever more than a hint is shown, by the field it stands in.
RULES = [
    {"field": "content", "pattern": "about [^.]*", "replacement": "about something"},
    {"field": "title", "pattern": "with .*", "replacement": "with somebody"},
    {"field": "tags", "pattern": "secret-.*"},
    {"field": "summary", "pattern": "at .*"},
]


def fields(secret: str, tier: Tier) -> dict[str, Any]:
    """Return a memory in which everything that `tier` withholds, and nothing that it shows, is the secret."""
    told: dict[str, Any] = {
        "content": f"We met. It was about {secret}.",
        "title": f"A private matter with {secret}",
        "tags": ["personal", f"secret-{secret}"],
        "summary": f"We met at {secret}",
        "context_summary": "A difficult time",
        "location": {"address": f"{secret} street", "city": "Austin", "state": "TX", "country": secret},
        "occurred_at": datetime(2025, 6, 20, len(secret) % 20, 5, tzinfo=UTC),
        "redactions": RULES,
    }
    if tier <= Tier.SUMMARY:
        told["content"] = secret * 3
        told["location"] |= {"state": secret}
    if tier <= Tier.METADATA:
        told |= {"summary": secret, "location": {"city": secret}}
    if tier is Tier.HINT:
        day = datetime(2025, 5, 1 + len(secret) % 28, tzinfo=UTC)
        told |= {"title": secret, "tags": [secret], "occurred_at": day}
    return told


def rewrite(public_id: str, secret: str, tier: Tier) -> None:
    row = Memory.objects.get(public_id=uuid.UUID(hex=public_id.removeprefix("mem_")))
    for name, value in fields(secret, tier).items():
        setattr(row, name, value)
    row.language = renderings.language_of(row.title, row.content)
    row.save()
    renderings.remake(row, spec_of(LabelRow.objects.get(pk=row.label_id)))


ACCIDENT = "ein schwerer Unfall auf der Autobahn, Chirurgie am linken Bein, accident, surgery, dog dog dog"
ASKED = [
    *("accident", "Unfall", "Autobahn", "Chirurgie", "surgery", "dog", "street", "secret", "nothing"),
    *("private", "difficult", "time", "somebody", "met", "something", "personal", "personal event"),
    *("timing", "privately", "meetings"),  # found only where the words are cut as English ones
    *("Austin", "TX", "2025", "June", "20", "[REDACTED]"),
]


def filtered(secret: str) -> Iterator[Step]:
    """Return lists narrowed by what is hidden, and by times around and within what is shown."""
    for tag in ("personal", secret, f"secret-{secret}", "[REDACTED]"):
        yield "GET", f"/api/v1/memories?tag={quote(tag)}", None
    for day in ("2025-05-01", "2025-05-02", "2025-06-20", "2025-06-21", "2025-09-01"):
        for side in ("after", "before", "as_of"):
            yield "GET", f"/api/v1/memories?{side}={day}T03:00:00Z", None


@pytest.mark.parametrize("trust", [0.0, 0.2499, 0.25, 0.4999, 0.5, 0.7499, 0.75, 0.9999])
def test_words_a_tier_hides_are_found_by_no_search_rank_or_filter(
    stage: Callable[..., tuple[list[str], list[str]]], db: Database, trust: float
) -> None:
    shared_world()
    memory, tier = low_trust_world(), tier_of(trust)
    TrustRelationship.objects.create(
        owner=principal(OWNER), accessor=principal(OUTSIDER), base_trust=trust, last_updated=NOW
    )
    token = token_of(OUTSIDER)
    known = frozenset(f"mem_{one.hex}" for one in Memory.objects.values_list("public_id", flat=True))
    rewrite(memory, "nothing", tier)
    without, with_hidden = stage(
        lambda: play(token, [*script([memory], ASKED, [OWNER]), *filtered(ACCIDENT)], known),
        lambda: rewrite(memory, ACCIDENT, tier),
    )
    assert differences(without, with_hidden) == []
    assert any(memory in answer for answer in without)
    assert any(f'\\"{tier.word}\\"' in answer for answer in without)
