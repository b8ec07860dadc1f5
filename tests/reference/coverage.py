"""Count how often each clause of the law matters: how many answers change when that clause is broken.

Run `python -m tests.reference.coverage [WORLDS]` for the table, most telling clause last.
"""

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from tests.reference.mutants import ALL
from tests.reference.worlds import NOW, random_case

Law = dict[str, Any]
Answers = list[Any]
IMPORTS = re.compile(r"from tests\.reference\.decide import (\([^)]*\)|[^\n]*)\n")


@cache
def text() -> str:
    parts = [
        (Path(__file__).parent / f"{name}.py").read_text() for name in ("decide", "grants", "disclosure")
    ]
    return "\n".join(IMPORTS.sub("", part) for part in parts)


def law(old: str = "", new: str = "") -> Law:
    """Load the reference with one piece of its text replaced; raises ValueError unless it is there once."""
    if old and text().count(old) != 1:
        raise ValueError(f"stands there {text().count(old)} times: {old}")
    loaded: Law = {}
    exec(compile(text().replace(old, new) if old else text(), "<law>", "exec"), loaded)
    return loaded


@cache
def case(seed: int) -> tuple[Law, list[Law]]:
    return random_case(seed)


def answers(rules: Law, seed: int) -> Answers:
    """Answer all questions of a seed's world: who sees what and how much, which grants stand."""
    world, askers = case(seed)
    found: Answers = []
    for memory in world["memories"]:
        found.append(
            (rules["access_grants"](world, memory, NOW), rules["pending_grants"](world, memory, NOW))
        )
        for asker in askers:
            seen = rules["sees"](world, asker, memory, NOW)
            much = (rules["tier"](world, asker, memory, NOW), rules["trust"](world, asker, memory, NOW))
            found.append((True, *much) if seen else (False,))
    return found


@cache
def right_answers(seed: int) -> Answers:
    return answers(law(), seed)


def changes(old: str, new: str, seeds: range) -> Iterator[int]:
    """Yield for each seed how many of its answers the mutant changes."""
    mutant = law(old, new)
    for seed in seeds:
        yield sum(a != b for a, b in zip(answers(mutant, seed), right_answers(seed), strict=True))


def caught(old: str, new: str, worlds: int) -> bool:
    return any(changes(old, new, range(worlds)))


def table(worlds: int) -> list[tuple[float, float, str]]:
    """Return for each clause the percentage of answers and of worlds that its mutant changes."""
    total = sum(len(right_answers(seed)) for seed in range(worlds))
    rows = []
    for clause, old, new in ALL:
        found = list(changes(old, new, range(worlds)))
        rows.append((100 * sum(found) / total, 100 * sum(map(bool, found)) / worlds, clause))
    return sorted(rows)


def main() -> None:
    worlds = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    for of_answers, of_worlds, clause in table(worlds):
        sys.stdout.write(f"{of_answers:6.2f} % of answers {of_worlds:6.2f} % of worlds  {clause}\n")


if __name__ == "__main__":
    main()
