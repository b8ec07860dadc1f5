"""By words, by meaning, by both: what each finds on real meetings, for askers who may see more or less.

`python -m bench.hybrid FOLDER` takes a folder with model.onnx and tokenizer.json (the extra `embeddings`),
starts an installation that serves it, gives the texts their vectors and asks the questions.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from bench.bm25 import Bm25
from bench.recall import ASKERS, questions
from bench.stage import CannotMeasure, load_meetings, stage, with_owner
from bench.tables import machine, p50_p95, table

LIMIT = 10
FEW, NEARER = 5, 50
Way = Callable[[str, Any, Any, int], list[int]]


def main() -> int:
    """Start an installation with the model in a folder, load, embed, ask, print."""
    from memory_admin.embeddings.model import is_model, lacking

    folder = Path((sys.argv[1:] or [os.environ.get("MEMORY_ADMIN_EMBEDDINGS_FOLDER", "")])[0])
    if lacking() or not is_model(folder):
        print("Name a folder with model.onnx and tokenizer.json, and install the extra `embeddings`.")
        return 1
    os.environ["MEMORY_ADMIN_EMBEDDINGS_FOLDER"] = str(folder.absolute())
    try:
        with stage() as staged:
            os.kill(staged.pids["worker"], signal.SIGSTOP)  # it would embed every tier meanwhile
            try:
                load_meetings()
                print(measure())
            finally:
                os.kill(staged.pids["worker"], signal.SIGCONT)
            print(machine())
    except CannotMeasure as missing:
        print(missing, file=sys.stderr)
        return 1
    return 0


def measure() -> str:
    """Embed everything and return the tables."""
    from bench import oracle

    told, seconds = embed_all()
    now = _now()
    for entity in ASKERS:
        _caller(entity)
    world = oracle.world()
    found = [ask_all(entity, oracle.visible(world, entity, now)) for entity in ASKERS]
    hits = table(
        "hit@10 by words, by meaning, by both",
        ("asker", "may see", "questions", "plain BM25", "lexical", "vector", "hybrid", "hybrid, p50/p95 ms"),
        found,
    )
    missed = table(
        f"Missed of the nearest {FEW} one may see, {NEARER} nearer ones being someone else's",
        ("asker", "lexical", "vector", "hybrid"),
        [false_misses("si:scribe-val24")],
    )
    return f"{hits}\n{missed}\n{told} renderings embedded in {seconds:.0f} s.\n"


def embed_all() -> tuple[int, float]:
    """Give full renderings their vectors as the job does (no asker here is shown another that has one)."""
    from consent.services.embedding import NoVectors, embed

    for _ in range(120):
        try:
            embed(["Is it up?"])
            break
        except NoVectors:
            time.sleep(0.5)
    begun = time.perf_counter()
    told = embed_new()
    with_owner("ANALYZE")
    return told, time.perf_counter() - begun


def embed_new() -> int:
    """Embed the full renderings that have no vector and return how many they were."""
    from django.conf import settings

    from consent.models import Rendering
    from consent.queries.unembedded import lacking
    from consent.services.vectors import store

    model, told, last = settings.EMBEDDINGS_MODEL, 0, 0
    full = set(Rendering.objects.filter(tier=4).values_list("pk", flat=True))
    while batch := lacking(model, last, 2048):
        last = batch[-1].rendering
        if chosen := [one for one in batch if one.rendering in full]:
            told += store(chosen, model)
        print(f"\r{told} embedded", end="", file=sys.stderr, flush=True)
    return told


def ways() -> dict[str, Way]:
    """Return the ways to look: each gives memory ids, best first."""
    from consent.queries.nearest import Looking, nearest
    from consent.queries.opened import opened
    from consent.queries.retrieving import retrieve
    from consent.queries.search import Filters, search

    def near(_: str, asked: Any, taken: Any, limit: int) -> list[int]:
        found = nearest(Looking(asked, Filters(), taken, opened(taken)), also=(), limit=limit) or []
        ordered = sorted(found, key=lambda match: -(match.closeness or 0.0))
        return [match.candidate.memory for match in ordered[:limit]]

    return {
        "lexical": lambda q, _, taken, n: [one.memory for one in search(q, Filters(), taken, limit=n)],
        "vector": near,
        "hybrid": lambda q, asked, taken, n: [
            one.memory for one in retrieve(q, asked, Filters(), taken, limit=n)
        ],
    }


def ask_all(entity: str, visible: dict[int, int]) -> tuple[Any, ...]:
    """Ask every question each way as one asker and return a row of the table."""
    from consent.models import Memory

    turns = {turn: pk for pk, turn in Memory.objects.values_list("pk", "metadata__turn") if turn}
    texts = dict(Memory.objects.filter(pk__in=visible).values_list("pk", "content"))
    plain, hits, asked, took = Bm25(texts), dict.fromkeys(["plain", *ways()], 0), 0, []
    for question in questions():
        evidence = {turns[one] for one in question["evidence"] if one in turns} & visible.keys()
        if not evidence:
            continue
        asked += 1
        hits["plain"] += not evidence.isdisjoint(plain.best(question["text"], LIMIT))
        for name, found, seconds in look(entity, question["text"], LIMIT):
            hits[name] += not evidence.isdisjoint(found)
            if name == "hybrid":
                took.append(seconds)
    shares = [f"{100 * count / asked:.1f} %" for count in hits.values()]
    row = entity, len(visible), asked, *shares, p50_p95(took)
    print(*row, file=sys.stderr, flush=True)
    return row


def look(entity: str, query: str, limit: int) -> list[tuple[str, list[int], float]]:
    """Return what each way finds and how long it took, the question's own vector left out."""
    from consent.queries.asking import Question, snapshot
    from consent.services.embedding import understood
    from profiles.queries.principals import ids_of

    asked, notice = understood(query)
    if asked is None:
        raise CannotMeasure(f"The model did not answer ({notice}).")
    rows = []
    with snapshot(Question(asker=ids_of([entity])[entity]), now=_now()) as taken:
        for name, way in ways().items():
            begun = time.perf_counter()
            found = way(query, asked, taken, limit)
            rows.append((name, found, time.perf_counter() - begun))
    return rows


def false_misses(entity: str) -> tuple[str, ...]:
    """Ask for five where someone else holds fifty nearer ones: how much of what came before is gone."""
    from consent.services.memories import create_many
    from consent.types import Draft

    asked = random.Random(1).sample(questions(), 20)
    before = [look(entity, one["text"], FEW) for one in asked]
    by = _caller("si:stranger")
    for one in asked:
        drafts = [Draft("raw", f"{one['text']} {n}") for n in range(NEARER)]
        create_many(drafts, by=by, now=_now(), atomic=True)
    embed_new()
    after = [look(entity, one["text"], FEW) for one in asked]
    shares = []
    for place in range(3):
        pairs = [(set(old[place][1]), set(new[place][1])) for old, new in zip(before, after, strict=True)]
        missed, whole = sum(len(old - new) for old, new in pairs), sum(len(old) for old, _ in pairs)
        shares.append(f"{missed} of {whole}")
    return entity, *shares


def _caller(entity: str) -> Any:
    from profiles.commands import local_caller
    from profiles.queries.principals import by_entity
    from profiles.services import principals

    local = local_caller()
    one = by_entity(entity) or principals.create(entity, by=local, now=_now(), reason="for measuring")
    return replace(local, principal_id=one.pk, principal=entity, acting_id=one.pk, acting=entity, door="rest")


def _now() -> Any:
    from django.utils import timezone

    return timezone.now()


if __name__ == "__main__":
    sys.exit(main())
