"""Withdrawing one consent that 200,000 memories rest on: how long it takes, and that it holds at once."""

from __future__ import annotations

import time

from bench.stage import Door, Stage, door, stage, with_owner
from bench.tables import machine, table

MEMORIES = 200_000
TIMES = 5
OWNER, SUBJECT, MEMBER, GROUP = "si:archive-keeper", "human:mia", "si:night-reader", "group:night-desk"
_WORDS = "murmur lantern harbour orchard violin"
# The text stays the same and so does the label; only what must be unique differs. OFFSET 0: once a row.
_OWNED = f"m.owner_id = (SELECT id FROM profiles_principal WHERE entity_id = '{OWNER}')"
_COPY_MEMORIES = f"""
INSERT INTO consent_memory SELECT (copy.made).* FROM (
    SELECT json_populate_record(m, json_build_object('public_id', gen_random_uuid(), 'identity', NULL,
        'id', nextval(pg_get_serial_sequence('consent_memory', 'id')))) AS made
    FROM consent_memory m, generate_series(2, {MEMORIES}) WHERE {_OWNED} OFFSET 0
) AS copy
"""
_COPY_RENDERINGS = f"""
INSERT INTO consent_rendering SELECT (copy.made).* FROM (
    SELECT json_populate_record(r, json_build_object('memory_id', m.id, 'public_id', m.public_id,
        'id', nextval(pg_get_serial_sequence('consent_rendering', 'id')))) AS made
    FROM consent_rendering r JOIN consent_memory m ON m.owner_id = r.owner_id AND m.id <> r.memory_id
    WHERE r.tier = 4 AND {_OWNED} OFFSET 0
) AS copy
"""
_HEAD = (
    "memories that rest on the consent",
    "the withdrawal over HTTP",
    "found before",
    "found by the next call",
)


def measure(staged: Stage) -> str:
    """Share many memories through one consent, withdraw and give it again a few times; return the table."""
    subject, reader = _share(staged)
    _multiply()
    taken, after, before = [], [], []
    for _ in range(TIMES):
        given = _agree(subject)
        before.append(len(reader.must("recall", {"query": "murmur"})["items"]))
        begun = time.perf_counter()
        subject.must(f"consents/{given}/revoke", {})
        taken.append(time.perf_counter() - begun)
        after.append(len(reader.must("recall", {"query": "murmur"})["items"]))
    rows = [
        (
            f"{MEMORIES:,}",
            f"{min(taken) * 1000:.1f} to {max(taken) * 1000:.1f} ms",
            f"{min(before)} of 10",
            f"{max(after)}",
        )
    ]
    return table(f"Withdrawing a consent ({TIMES} times)", _HEAD, rows)


def _share(staged: Stage) -> tuple[Door, Door]:
    from django.utils import timezone

    from profiles.commands import local_caller
    from profiles.queries.principals import by_entity
    from profiles.services import memberships, principals

    subject, reader = door(staged, SUBJECT, "consent"), door(staged, MEMBER, "recall")
    owner = door(staged, OWNER, "memory", "grant")
    by, now = local_caller(), timezone.now()
    group = by_entity(GROUP) or principals.create(GROUP, by=by, now=now)
    member = by_entity(MEMBER)
    assert member is not None
    memberships.join(group.pk, member.pk, by=by, now=now)
    body = {"content": _WORDS, "subject_ids": [SUBJECT], "access_grants": [GROUP]}
    owner.must("memories", body)
    return subject, reader


def _agree(subject: Door) -> str:
    wish = {"grantor": SUBJECT, "grantee": GROUP, "scope": f"subject:{SUBJECT}"}
    return str(subject.must("consents", wish)["id"])


def _multiply() -> None:
    with_owner(_COPY_MEMORIES)
    with_owner(_COPY_RENDERINGS)
    with_owner("ANALYZE")


def main() -> None:
    """Start an installation, share, withdraw, print."""
    with stage() as staged:
        print(measure(staged))
        print(machine())


if __name__ == "__main__":
    main()
