"""Made-up memories of one owner in our own format: `python -m bench.many N [OWNER] [SEED] > file.jsonl`.

Short sentences about a fixed cast, a third of them shared, of many kinds and times. The same numbers make the
same file. `memory-admin import jsonl file.jsonl --as OWNER` takes it in.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

OWNER, SEED = "human:sean", 1
WHO = (
    "Sean", "Bella", "Ash", "Dr Smith", "Max", "Luna", "the neighbour", "the vet", "the tutor",
    "the gardener",
)  # fmt: skip
DID = (
    "walked to", "wrote about", "asked for", "forgot", "repaired", "sold", "painted", "measured", "cleaned",
    "borrowed", "returned", "counted", "lost", "found", "drew", "moved",
)  # fmt: skip
WHAT = (
    "the red bicycle", "a jar of honey", "the garden gate", "three old letters", "the kitchen clock",
    "a wool blanket", "the long ladder", "a box of seeds", "the blue kettle", "the last ticket",
    "a map of the coast", "the piano stool", "the cellar key", "a pair of boots", "the school play",
    "the heart tablets", "a bag of flour", "the broken lamp", "the spare tyre", "the rowing boat",
)  # fmt: skip
WHEN = (
    "on Monday", "before breakfast", "after the storm", "last spring", "at noon", "in the evening",
    "during the holiday", "while it rained", "near the river", "behind the house", "by the old mill",
    "at the market", "on the bridge", "in the library", "at the station",
)  # fmt: skip
END = (
    "and was glad of it", "and said nothing", "and told everyone", "and will do it again", "but not for long",
    "without any help", "with great care", "as always", "to nobody's surprise", "for the second time",
    "and kept the receipt", "and asked for a lift home",
)  # fmt: skip
KINDS = ("note", "fact", "episode", "belief", "preference", "raw")
TAGS = ("home", "work", "care", "school")
ABOUT: tuple[list[str], ...] = ([], [], [], [], ["human:max"], ["dog:bella"], ["human:luna"])
SHARED: tuple[list[str], ...] = ([], [], [], [], ["human:luna"], ["si:max_agent", "vet:dr_smith"])
_BEGAN = datetime(2015, 1, 1, tzinfo=UTC)
_SECONDS = 10 * 365 * 24 * 3600


def memories(count: int, owner: str = OWNER, seed: int = SEED) -> Iterator[dict[str, Any]]:
    """Yield so many memories of an owner; no two say the same."""
    chance = random.Random(seed)
    for number in range(count):
        said = f"{_sentence(chance)} {chance.choice(END)}; then {_sentence(chance)} (note {seed}-{number})."
        at = _BEGAN + timedelta(seconds=chance.randrange(_SECONDS))
        yield {
            "type": "memory",
            "id": f"mem_{UUID(int=chance.getrandbits(128)).hex}",
            "owner": owner,
            "kind": chance.choice(KINDS),
            "content": said,
            "tags": [chance.choice(TAGS)],
            "subject_ids": chance.choice(ABOUT),
            "grants": [{"grantee": one} for one in chance.choice(SHARED)],
            "provenance": "user_provided",
            "created_at": at.isoformat(),
        }


def _sentence(chance: random.Random) -> str:
    return " ".join(chance.choice(words) for words in (WHO, DID, WHAT, WHEN))


def main(count: str, owner: str = OWNER, seed: str = str(SEED)) -> None:
    """Write them to standard output, a line each."""
    for one in memories(int(count), owner, int(seed)):
        sys.stdout.write(json.dumps(one) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
