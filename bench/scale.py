"""Recall while everybody else's memories grow to a million: what the asker may see stays the same.

The others' memories say the same words, which is the hardest case for an index that all share. Takes some
minutes and 3 GB of disk, so `python -m bench` leaves it out.
"""

from __future__ import annotations

import sys
import time
from functools import partial

from bench.recall import Seen, questions, timed
from bench.stage import Door, Stage, at_once, door, load_meetings, stage, with_owner
from bench.tables import machine, p50_p95, table

TOTALS = (17_465, 100_000, 1_000_000)
CLIENTS, PER_CLIENT = (1, 4, 8), 12
ASKERS = ("si:archivist", "si:scribe-val24", "si:newcomer")
STRANGERS = 50
# Strangers with a label each, shared with a group of their own.
_STRANGERS = f"""
INSERT INTO profiles_principal (entity_id, namespace, name, skeleton, display_name, active, held, created_at)
SELECT kind || ':stranger-' || n, kind, 'stranger-' || n, 'stranger-' || n, '', true, false, now()
FROM generate_series(1, {STRANGERS}) AS n, unnest('{{si,group}}'::text[]) AS kind;
INSERT INTO consent_label (digest, owner_id, source_attested, relayed, subjects, parents)
SELECT sha256(entity_id::bytea), id, false, false, '{{}}', '{{}}' FROM profiles_principal
WHERE entity_id LIKE 'si:stranger-%';
INSERT INTO consent_labelgrant (label_id, grantee_id, named, owner_agreed)
SELECT l.id, g.id, true, true FROM consent_label l JOIN profiles_principal o ON o.id = l.owner_id
JOIN profiles_principal g ON g.entity_id = 'group:' || o.name WHERE o.entity_id LIKE 'si:stranger-%';
CREATE TABLE bench_stranger AS
SELECT row_number() OVER () AS n, l.id AS label, l.owner_id AS owner, g.grantee_id AS audience
FROM consent_label l JOIN consent_labelgrant g ON g.label_id = l.id
JOIN profiles_principal o ON o.id = l.owner_id
WHERE o.entity_id LIKE 'si:stranger-%';
CREATE TABLE bench_original AS SELECT id FROM consent_memory
"""
_MEMORIES = f"""
INSERT INTO consent_memory SELECT (copy.made).* FROM (
    SELECT json_populate_record(m, json_build_object('public_id', gen_random_uuid(), 'identity', NULL,
        'owner_id', s.owner, 'label_id', s.label,
        'id', nextval(pg_get_serial_sequence('consent_memory', 'id')))) AS made
    FROM generate_series(1, {{copies}}) AS c JOIN bench_stranger s ON s.n = 1 + (c + {{begin}}) % {STRANGERS},
         bench_original o JOIN consent_memory m ON m.id = o.id
    LIMIT {{count}} OFFSET 0
) AS copy
"""
_RENDERINGS = """
INSERT INTO consent_rendering SELECT (copy.made).* FROM (
    SELECT json_populate_record(r, json_build_object('memory_id', m.id, 'public_id', m.public_id,
        'owner_id', m.owner_id, 'label_id', m.label_id, 'subjects', '[]'::json, 'source_id', NULL,
        'audience', ARRAY[s.owner * 16 + 15, s.audience * 16 + 12],
        'id', nextval(pg_get_serial_sequence('consent_rendering', 'id')))) AS made
    FROM consent_memory m JOIN bench_stranger s ON s.owner = m.owner_id
    JOIN consent_memory o ON o.metadata ->> 'turn' = m.metadata ->> 'turn'
        AND o.id IN (SELECT id FROM bench_original)
    JOIN consent_rendering r ON r.memory_id = o.id AND r.tier = 4
    WHERE m.id > {last} OFFSET 0
) AS copy
"""


def measure(staged: Stage, totals: tuple[int, ...]) -> str:
    """Grow step by step and ask after each, one client and several; return the tables."""
    doors = {entity: door(staged, entity, "recall") for entity in ASKERS}
    alone, together = [], []
    for total in totals:
        grow(total)
        for entity, asking in doors.items():
            seen = _ask(asking, entity)
            alone.append((f"{total:,}", entity, p50_p95(seen.http), p50_p95(seen.bare)))
            together += [(f"{total:,}", entity, *_together(asking, clients)) for clients in CLIENTS]
            print(*alone[-1], *together[-len(CLIENTS) :], file=sys.stderr, flush=True)
    head = ("memories in all", "asker", "HTTP, p50 / p95 ms", "bare SQL, p50 / p95 ms")
    beside = ("memories in all", "asker", "clients", "recalls a second", "a request, p50 / p95 ms")
    return table("Recall while everybody else's memories grow", head, alone) + table(
        "The same by several clients at once", beside, together
    )


def _together(asking: Door, clients: int) -> tuple[int, str, str]:
    """Return clients, recalls a second and the time of each, every client with other questions first."""
    asked = [question["text"] for question in questions()[::2]]

    def ask(one: Door, first: int) -> list[float]:
        taken = []
        for query in (asked[first:] + asked[:first])[: PER_CLIENT * 8 // clients]:
            begun = time.perf_counter()
            one.must("recall", {"query": query, "limit": 10, "mode": "permissive"})
            taken.append(time.perf_counter() - begun)
        return taken

    doors = [Door(asking.port, asking.token) for _ in range(clients)]
    step = len(asked) // clients
    taken, seconds = at_once([partial(ask, one, step * place) for place, one in enumerate(doors)])
    return clients, f"{len(taken) / seconds:.0f}", p50_p95(taken)


def grow(total: int) -> None:
    """Add strangers' memories until there are `total`."""
    from django.db import connections

    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT count(*), max(id) FROM consent_memory")
        have, last = cursor.fetchone()
        if total <= have:
            return
        cursor.execute("SELECT to_regclass('bench_stranger')")
        if cursor.fetchone()[0] is None:
            cursor.execute(_STRANGERS)
        cursor.execute("SELECT count(*) FROM bench_original")
        copies = 1 + (total - have) // cursor.fetchone()[0]
        cursor.execute(_MEMORIES.format(copies=copies, begin=last, count=total - have))
        cursor.execute("SET maintenance_work_mem = '256MB'")
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE indexname = 'consent_rendering_search'")
        search = cursor.fetchone()[0]
        cursor.execute("DROP INDEX consent_rendering_search")
        cursor.execute(_RENDERINGS.format(last=last))
        cursor.execute(search)
    with_owner("VACUUM ANALYZE")


def _ask(asking: Door, entity: str) -> Seen:
    seen = Seen()
    timed(asking, entity, questions()[::2], seen)
    return seen


def main() -> None:
    """Start an installation, load the meetings, grow, ask, print; a number caps the growth."""
    totals = tuple(one for one in TOTALS if one <= int((sys.argv[1:] or ["1000000"])[0]))
    with stage() as staged:
        begun = time.perf_counter()
        load_meetings()
        print(measure(staged, totals))
        print(f"{machine()}; {time.perf_counter() - begun:.0f} s in all.")


if __name__ == "__main__":
    main()
