"""Recall over HTTP on real meetings: quality, safety and time beside the bare SQL of the same question.

`python -m bench.recall` asks the 204 questions of a public meeting set as askers with audiences of different
size. Everything that comes back is held against the reference of the tests and against an exact scan.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from bench.stage import MEETINGS, Door, Stage, door, load_meetings, stage
from bench.tables import machine, p50_p95, table

ASKERS = (
    "si:archivist",  # in every meeting's group, by way of every desk
    "si:clerk-product",  # in the groups of one sort of meeting
    "human:project_manager",  # a speaker, in the groups of its meetings
    "si:scribe-val24",  # the owner of one meeting's memories
    "si:newcomer",  # sees what is public
)
LIMIT = 10
_TIERS = {"full": 4, "metadata": 1, "hint": 0}
Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back for one question, and when it was asked."""

    question: Plain
    moment: datetime
    items: list[Plain]
    withheld: list[Plain]


@dataclass(slots=True)
class Seen:
    """What was measured for one asker."""

    visible: int = 0
    asked: int = 0
    hits: int = 0
    exact_hits: int = 0
    bm25_hits: int = 0
    identical: int = 0
    withheld: int = 0
    forbidden: int = 0
    http: list[float] = field(default_factory=list)
    bare: list[float] = field(default_factory=list)

    def count(
        self, evidence: set[int], got: Sequence[int], scanned: Sequence[int], plain: Sequence[int]
    ) -> None:
        """Count one question that has evidence: which of the three rankings have some of it."""
        if not evidence:
            return
        self.asked += 1
        self.hits += not evidence.isdisjoint(got)
        self.exact_hits += not evidence.isdisjoint(scanned)
        self.bm25_hits += not evidence.isdisjoint(plain)


def questions() -> list[dict[str, Any]]:
    """Return the questions with the turns that answer them."""
    lines = (MEETINGS / "qmsum.queries.dev.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def measure(staged: Stage) -> str:
    """Ask everything as everyone and return the tables."""
    from bench import oracle

    now = datetime.now().astimezone()
    rows = oracle.world()
    found = {}
    for entity in ASKERS:
        asking = door(staged, entity, "recall")
        found[entity] = _ask_all(asking, entity, oracle.visible(rows, entity, now))
    return _tables(found)


def _ask_all(asking: Door, entity: str, visible: dict[int, int]) -> Seen:
    seen = Seen(visible=len(visible))
    answers = timed(asking, entity, questions(), seen)
    _judge(answers, visible, seen)
    return seen


def timed(asking: Door, entity: str, asked: list[Plain], seen: Seen) -> list[Answer]:
    """Ask over HTTP and in bare SQL in turns and return what came back; nothing else runs meanwhile."""
    for question in asked[::10]:
        asking.must("recall", {"query": question["text"]})  # connections and plans are made once
    answers = []
    for question in asked:
        body = {"query": question["text"], "limit": LIMIT, "mode": "permissive"}
        moment, begun = datetime.now(UTC), time.perf_counter()
        told = asking.must("recall", body)
        seen.http.append(time.perf_counter() - begun)
        answers.append(Answer(question, moment, told["items"], told["excluded"]))
        seen.bare.append(_bare(entity, question["text"]))
    return answers


def _bare(entity: str, query: str) -> float:
    """Return how long the candidate query alone takes, on a connection of its own."""
    from django.utils import timezone

    from consent.queries.asking import Question, snapshot
    from consent.queries.search import Filters, statement
    from profiles.queries.prepared import ask
    from profiles.queries.principals import ids_of
    from text.tokens import query_words

    question = Question(asker=ids_of([entity])[entity])
    with snapshot(question, now=timezone.now()) as taken:
        asked = statement(query_words(query), Filters(), taken, LIMIT)
        begun = time.perf_counter()
        ask(*asked)
        return time.perf_counter() - begun


def _judge(answers: list[Answer], visible: dict[int, int], seen: Seen) -> None:
    """Hold answers against who may see what, an exact scan, the evidence and plain BM25."""
    from bench import exact
    from bench.bm25 import Bm25
    from consent.queries.policies import current_policy
    from text.tokens import query_words

    keys, turns = _numbers()
    half_life = current_policy().settings["recency_half_life_days"]
    among = exact.rows(visible)
    plain = Bm25({row.memory: row.text for row in among})
    for answer in answers:
        query, asked = answer.question["text"], answer.question["evidence"]
        got = [keys.get(item["memory_id"], -1) for item in answer.items]
        scanned = exact.best(query_words(query), among, answer.moment, half_life, LIMIT)
        withheld = {keys.get(item["memory_id"], -1) for item in answer.withheld}
        tiers = (_TIERS[item["tier"]] for item in answer.items)
        wrong = sum(visible.get(pk) != tier for pk, tier in zip(got, tiers, strict=True))
        seen.forbidden += wrong + len(withheld - visible.keys())
        seen.withheld += len(withheld)
        seen.identical += got == [pk for pk in scanned if pk not in withheld]
        known = visible.keys() & {turns[one] for one in asked if one in turns}
        seen.count(known, got, scanned, plain.best(query, LIMIT))


def _numbers() -> tuple[dict[str, int], dict[str, int]]:
    """Return the number of each memory by its public id, and by the turn of the meeting it holds."""
    from consent.models import Memory

    rows = list(Memory.objects.values_list("pk", "public_id", "metadata__turn"))
    return {f"mem_{one.hex}": pk for pk, one, _ in rows}, {turn: pk for pk, _, turn in rows if turn}


def _tables(found: dict[str, Seen]) -> str:
    quality = table(
        f"Recall on {len(questions())} questions about meetings: who gets what",
        ("asker", "may see", "questions with evidence it may see", "hit@10", "exact scan", "plain BM25",
         "answers identical to the exact scan", "items withheld by admission", "forbidden items"),
        [
            (entity, one.visible, one.asked, _share(one.hits, one.asked), _share(one.exact_hits, one.asked),
             _share(one.bm25_hits, one.asked), f"{one.identical} of {len(one.http)}",
             one.withheld, one.forbidden)
            for entity, one in found.items()
        ],
    )  # fmt: skip
    speed = table(
        "Recall over HTTP beside its bare SQL (one client, audit included; p50 / p95 in ms)",
        ("asker", "may see", "HTTP", "bare SQL", "beside it, p50"),
        [
            (entity, one.visible, p50_p95(one.http), p50_p95(one.bare),
             f"{(sorted(one.http)[len(one.http) // 2] - sorted(one.bare)[len(one.bare) // 2]) * 1000:.1f}")
            for entity, one in found.items()
        ],
    )  # fmt: skip
    return quality + "\n" + speed


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def main() -> None:
    """Start an installation, load the meetings, ask, print."""
    with stage() as staged:
        told = load_meetings()
        print(measure(staged))
        print(f"{told['memories']} memories, loaded at {told['per_second']} a second. {machine()}.")


if __name__ == "__main__":
    main()
