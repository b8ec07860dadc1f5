"""What each tier shows of the seed's three scenarios, word by word: a change of it is looked at by a person.

MEMORY_ADMIN_WRITE_GOLDEN=1 writes the files anew.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from consent.rules.disclosure import MemoryFields, printed, renderings
from consent.rules.instructions import INSTRUCTIONS
from consent.rules.tiers import Tier
from tests.golden.scenarios import NAMES, SCENARIOS
from text.names import NameMatcher

HERE = Path(__file__).parent
TIERS = sorted(Tier, reverse=True)


def shown(fields: MemoryFields) -> dict[str, Any]:
    return {
        one.tier.word: {
            "printed": printed(one.title, one.body, one.tags, one.location, one.date).split("\n"),
            "source": one.source,
            "subjects": list(one.subjects),
            "found_by": one.search_text.split("\n"),
            "instruction": INSTRUCTIONS[one.tier],
        }
        for one in renderings(fields, TIERS, NameMatcher(NAMES))
    }


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_is_shown_as_the_golden_file_has_it(name: str) -> None:
    path = HERE / f"{name}.json"
    found = shown(SCENARIOS[name])
    if os.environ.get("MEMORY_ADMIN_WRITE_GOLDEN"):
        path.write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    assert found == json.loads(path.read_text(encoding="utf-8"))
