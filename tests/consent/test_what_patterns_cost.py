"""What texts and owners' patterns cost is bounded: no write or validation takes everybody's time."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from consent.models import Memory
from consent.rules.disclosure import MemoryFields, render
from consent.rules.tiers import Tier
from consent.rules.validation import judge
from consent.rules.validation.withheld import Withheld
from consent.services import editing
from consent.services.memories import create, create_many
from memory_admin.http.problem import Problem
from tests.cast import GRANTEE, NOW, OWNER, caller, draft

# A hundred kilobytes of this took three minutes against twenty such patterns, in one write.
TEXT = "ab" * 30_000
HEAVY = "(a?){900}b"
PLAIN = MemoryFields(kind="note", title=None, content=TEXT, when=datetime(2025, 6, 20, tzinfo=UTC))
RULES: dict[str, tuple[Any, ...]] = {
    "redactions": ({"field": "content", "pattern": HEAVY, "replacement": "*"},),
    "forbidden_patterns": (HEAVY,),
}


def write(content: str, **fields: Any) -> str:
    return create(draft(content, access_grants=(GRANTEE,), **fields), by=caller(OWNER), now=NOW).public_id


@pytest.mark.parametrize("field", RULES)
def test_patterns_that_cost_too_much_over_a_text_are_refused(db: object, field: str) -> None:
    """Seen failing when the cost was not counted: the write was taken, and held its worker for seconds."""
    with pytest.raises(Problem, match="patterns_too_costly"):
        write(TEXT, **{field: RULES[field]})
    assert not Memory.objects.exists()
    write("ab" * 30, **{field: RULES[field]})


def test_many_plain_patterns_over_a_long_text_are_taken(db: object) -> None:
    rules = tuple({"field": "content", "pattern": f"grade {n}", "replacement": "*"} for n in range(40))
    assert write("She got grade 7 again. " * 4000, redactions=rules)


def test_an_edit_brings_neither_the_text_nor_the_pattern_that_costs_too_much(db: object) -> None:
    """Seen failing when only new memories were looked at."""
    first = write("ab" * 30, forbidden_patterns=(HEAVY,))
    second = write(TEXT)
    for memory, changes in ((first, {"content": TEXT}), (second, {"forbidden_patterns": [HEAVY]})):
        with pytest.raises(Problem, match="patterns_too_costly"):
            editing.update(memory, changes, version=1, by=caller(OWNER), now=NOW)


def test_a_text_is_as_long_as_it_is_once_its_ligatures_are_written_out(db: object) -> None:
    """Seen failing when characters were counted as written: 200,000 of these were read as 3,600,000."""
    with pytest.raises(Problem, match="invalid"):
        write("\ufdfa" * 20_000)
    memory = write("\ufb01" * 90_000)
    with pytest.raises(Problem, match="invalid"):
        editing.update(memory, {"content": "\ufdfa" * 20_000}, version=1, by=caller(OWNER), now=NOW)


def test_many_memories_of_one_write_are_bounded_together(db: object) -> None:
    """Seen failing when each was looked at by itself: a batch of a thousand held its worker for minutes."""
    drafts = [draft(f"{n} " + "ab" * 12_000, forbidden_patterns=(HEAVY,)) for n in range(15)]
    written = create_many(drafts, by=caller(OWNER), now=NOW, atomic=False)
    problems = [one.code for one in written if isinstance(one, Problem)]
    assert 0 < len(problems) < len(drafts)
    assert set(problems) == {"patterns_too_costly"}


@pytest.mark.parametrize("field", RULES)
@pytest.mark.parametrize("pattern", [HEAVY, "."])
def test_what_is_stored_and_costs_too_much_withholds_everything(field: str, pattern: str) -> None:
    """Seen failing when a stored pattern was met however often: it held whatever made renderings anew."""
    (rule,) = RULES[field]
    rules: Any = ({**rule, "pattern": pattern},) if field == "redactions" else (pattern,)
    changed: dict[str, Any] = {field: rules}
    assert render(replace(PLAIN, **changed), Tier.PARTIAL).body == ""


def test_a_response_is_wholly_marked_where_what_it_may_not_say_costs_too_much() -> None:
    """Seen failing when each pattern was held against it, whatever that cost."""
    patterns = tuple(f"(a?){{{700 + n}}}b" for n in range(9))
    withheld = Withheld(1, Tier.HINT, content="Nothing", patterns=patterns)
    # What is marked ends with the last word.
    response = "It was quiet. " * 5_000
    verdict = judge(response, (withheld,), lambda word: False)
    assert [(one.start, one.end) for one in verdict.findings] == [(0, len(response) - 2)]
