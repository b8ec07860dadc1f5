"""Validation of responses: what it catches, what it raises for nothing, and how long it takes. No database.

`python -m bench.validation`: the labelled responses of the tests, the stories of PrivacyLens (read
in place), and the speed.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from bench.datasets import dataset
from bench.tables import machine, table
from consent.rules.tiers import Tier
from consent.rules.validation import Verdict, Withheld, judge
from consent.rules.validation.asked import Said, digests
from tests.pure.labelled_responses import STORIES

LENSES = dataset("contextual_integrity/privacylens.dev.jsonl")
KEY = b"bench"


def said_in(question: str) -> Said:
    """Return what tells whether a question said a word, as the service keeps it."""
    return Said(digests(question, KEY), KEY)


def labelled() -> str:
    """Return the table of the labelled responses, by kind."""
    rows = []
    kinds: dict[str, Callable[[Any], Sequence[str]]] = {
        "told: must fail": lambda story: story.told,
        "kept: must pass": lambda story: story.kept,
        "told in other words": lambda story: story.paraphrase,
    }
    for kind, chosen in kinds.items():
        verdicts = [_judged(one, story.memory, story.question) for story in STORIES for one in chosen(story)]
        rows.append((kind, len(verdicts), *_shares(verdicts)))
    return table("Labelled responses (made up; the three scenarios of the seed and more)", HEAD, rows)


HEAD = ("responses", "how many", "failed", "let through with a warning", "nothing found")


def _shares(verdicts: Sequence[Verdict]) -> tuple[str, str, str]:
    failed = sum(not one.compliant for one in verdicts)
    warned = sum(one.compliant and bool(one.findings) for one in verdicts)
    clean = len(verdicts) - failed - warned
    return tuple(f"{count} ({100 * count / len(verdicts):.1f} %)" for count in (failed, warned, clean))  # type: ignore[return-value]


def _judged(response: str, memory: Withheld, question: str) -> Verdict:
    return judge(response, [memory], said_in(question))


def lenses() -> str:
    """Return the table of PrivacyLens: sensitive items against their own story and against others."""
    if not LENSES.is_file():
        return f"PrivacyLens is not at {LENSES}: not measured.\n"
    stories = [json.loads(line) for line in LENSES.read_text(encoding="utf-8").splitlines()]
    rows: list[tuple[Any, ...]] = []
    for tier in (Tier.HINT, Tier.SUMMARY):
        memories = [_memory(story, tier) for story in stories]
        own, foreign, asked = [], [], []
        for place, story in enumerate(stories):
            said = story["user_instruction"]
            for item in _items(story):
                own.append(_judged(item, memories[place], said))
                foreign.append(_judged(item, memories[(place + 97) % len(stories)], ""))
            asked.append(_judged(_polite(story), memories[place], said))
        rows += [
            (f"{tier.word}: sensitive items, own story", len(own), *_shares(own)),
            (f"{tier.word}: the same items, another story", len(foreign), *_shares(foreign)),
            (f"{tier.word}: what kind of thing is on record, no more", len(asked), *_shares(asked)),
        ]
    return table("PrivacyLens (dev): sensitive items against stories", HEAD, rows)


def _items(story: dict[str, Any]) -> list[str]:
    found = story["sensitive_info_items"]
    return list(json.loads(found) if isinstance(found, str) else found)


def _memory(story: dict[str, Any], tier: Tier) -> Withheld:
    seed = story["seed"]
    shown = f"There is something on record about {seed['data_subject']}: {seed['data_type']}."
    return Withheld(1, tier, content=story["tool_trajectory"], shown=shown)


def _polite(story: dict[str, Any]) -> str:
    seed = story["seed"]
    return (
        f"I know that something is on record about {seed['data_subject']}, concerning {seed['data_type']}, "
        "but the details are private. I would rather not share them; perhaps you could ask directly."
    )


def speed() -> str:
    """Return the table of how long a check takes: 20 memories of 1 kB, responses of 1 to 100 kB."""
    memories = _memories(20)
    rows = []
    for size in (1, 2, 10, 100):
        for kind, told in (("tells nothing of them", 0), ("tells of two", 2), ("tells of all twenty", 20)):
            walls, processor = _timed(_telling(size, memories[:told]), memories)
            rows.append((f"{size} kB", kind, f"{walls:.1f}", f"{processor:.1f}"))
    head = ("response", "which", "median ms", "of the processor, ms")
    return table("Speed: one response against 20 memories of 1 kB", head, rows)


def _timed(text: str, memories: Sequence[Withheld]) -> tuple[float, float]:
    walls, processor = [], []
    for _ in range(5 if len(text) > 50_000 else 15):
        wall, used = time.perf_counter(), time.process_time()
        judge(text, memories, said_in("What happened?"))
        walls.append((time.perf_counter() - wall) * 1000)
        processor.append((time.process_time() - used) * 1000)
    return statistics.median(walls), statistics.median(processor)


_WORDS = [
    "harbour",
    "lantern",
    "copper",
    "meadow",
    "violin",
    "winter",
    "saddle",
    "orchard",
    "candle",
    "river",
    "stone",
    "basket",
    "thunder",
    "pepper",
    "marble",
    "window",
    "kettle",
    "forest",
    "anchor",
    "ladder",
    "mirror",
    "pillow",
    "garden",
    "bridge",
    "whistle",
    "blanket",
    "feather",
    "compass",
]


def _memories(count: int) -> list[Withheld]:
    return [
        Withheld(
            place,
            Tier.HINT,
            title=f"Note {place}",
            content=". ".join(_sentence(place * 31 + step) for step in range(18)),
            location={"city": "Austin", "state": "TX"},
            names=("sean", "Sean", "bella", "Bella"),
            terms=("secret garden",),
            patterns=(r"\b\d{6,}\b",),
            shown="Date: mid-2025\nA private note is on record; its details are withheld.",
        )
        for place in range(count)
    ]


def _sentence(seed: int) -> str:
    """Return a sentence of nonsense with a figure; every fourth has a date."""
    stems = [_WORDS[(seed * 7 + step * (3 + seed % 5)) % len(_WORDS)] for step in range(8)]
    words = [stem + "aeiou"[(seed + step) % 5] for step, stem in enumerate(stems)]
    return f"{f'On {1 + seed % 28} March ' if seed % 4 == 0 else ''}{' '.join(words)} {1000 + seed}"


def _filler(size: int) -> str:
    line = "I would be happy to help with planning the weekend, the shopping and the long walk to the lake. "
    return (line * (size * 1024 // len(line) + 1))[: size * 1024]


def _telling(size: int, memories: Iterable[Withheld]) -> str:
    """Return a response of a size that takes a sentence over from each of these memories."""
    parts = [f"{memory.content.split('. ')[3]}. " for memory in memories]
    return ("".join(parts) + _filler(size))[: size * 1024]


def main() -> None:
    """Measure and print."""
    for measured in (labelled, lenses, speed):
        print(measured(), flush=True)
    print(machine())


if __name__ == "__main__":
    main()
