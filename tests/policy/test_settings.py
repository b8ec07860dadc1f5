"""Every setting takes what it says and nothing else, and says in a sentence what is wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest

from consent.rules.policy.app_rules import met
from consent.rules.policy.changing import UNKNOWN, checked, differences
from consent.rules.policy.kinds import NotTaken
from consent.rules.policy.settings import BY_KEY, PRESETS, SETTINGS, SHIPPED

WRONG: list[Any] = [
    None,
    "",
    "nonsense",
    -1,
    10**9,
    1.5,
    float("nan"),
    float("inf"),
    [],
    [1],
    {"x": 1},
    object(),
]


def errors(given: dict[str, Any]) -> dict[str, str]:
    with pytest.raises(NotTaken) as found:
        checked(given, {})
    return found.value.errors


@pytest.mark.parametrize("one", SETTINGS, ids=lambda one: one.key)
def test_what_is_shipped_is_taken_typed_and_written_alike(one: Any) -> None:
    assert checked({one.key: one.shipped}, {}) == {one.key: one.shipped}
    typed = one.kind.read(one.kind.text(one.shipped))
    assert one.kind.take(typed, one.shipped) == one.shipped
    assert json.loads(json.dumps(one.shipped)) == one.shipped
    assert one.meaning.endswith(".") and one.kind.bounds


@pytest.mark.parametrize("one", SETTINGS, ids=lambda one: one.key)
def test_anything_else_is_refused_and_never_breaks(one: Any) -> None:
    refused = 0
    for value in WRONG[1:]:
        try:
            taken = one.kind.take(value, one.shipped)
        except NotTaken as error:
            refused += 1
            assert all(said.endswith(".") for said in error.errors.values())
        else:
            assert json.dumps(taken, allow_nan=False)
    assert refused >= 7


def test_a_setting_nobody_knows_is_named() -> None:
    assert errors({"default_trst": 0.5}) == {"default_trst": UNKNOWN}


def test_null_goes_back_to_what_is_shipped() -> None:
    assert checked({"default_trust": None}, {"default_trust": 0.5, "consent_quiet_days": 3}) == {
        "consent_quiet_days": 3
    }


def test_what_a_table_leaves_out_stays_and_a_limit_left_out_goes() -> None:
    modes = checked({"admission_modes": {"untrusted": "permissive"}}, {})["admission_modes"]
    assert modes == SHIPPED["admission_modes"] | {"untrusted": "permissive"}
    stored = checked({"category_limits": {"raw": 2}}, {"category_limits": {"document": 1}})
    assert stored["category_limits"] == {"raw": 2}


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("a(", "missing )"),
        (r"(\w)\1", "invalid escape"),
        ("(?=x)", "invalid perl operator"),
        (r"\p{L}{900}", "too large"),
        ("x*", "met by an empty one"),
        ("", "1 to 500"),
        ("a\nb", "in one line"),
    ],
)
def test_a_broken_rule_is_refused_with_the_reason(pattern: str, reason: str) -> None:
    found = errors({"admission_rules": [{"id": "coupon", "pattern": pattern}]})
    assert reason in found["admission_rules.0.pattern"]


def test_rules_are_named_once_and_only_with_what_a_rule_has() -> None:
    one = {"id": "coupon", "pattern": "coupon"}
    assert "id of its own" in errors({"admission_rules": [one, one]})["admission_rules"]
    assert "admission_rules.0.color" in errors({"admission_rules": [{**one, "color": "red"}]})
    assert "admission_rules.0.id" in errors({"admission_rules": [{**one, "id": "App.Coupon"}]})


@pytest.mark.parametrize(
    "text", ["Take this COUPON", "take this c\u200boup\u200bon", "take this сoupоn", "take this ｃｏｕｐｏｎ"]
)
def test_a_rule_is_met_in_disguise(text: str) -> None:
    # Mutant seen failing: the folded form left out of what a rule is tried on.
    assert met(text, [{"id": "coupon", "pattern": r"\bcoupon\b"}]).rule_ids == ("app.coupon",)


def test_a_rule_is_met_by_nothing_else() -> None:
    assert met("a cup on the table", [{"id": "coupon", "pattern": "coupon"}]).rule_ids == ()


def test_a_stored_rule_that_cannot_be_read_is_met_by_all() -> None:
    assert met("anything", [{"id": "old", "pattern": "a("}]).rule_ids == ("app.old",)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_taken_as_it_is(name: str) -> None:
    assert checked(checked(PRESETS[name], {}), {}) == checked(PRESETS[name], {})


def test_differences_are_over_what_is_shipped() -> None:
    assert differences({}, {"default_trust": 1.0}) == ()
    (one,) = differences({"default_trust": 0.5}, {})
    assert (one.key, one.before, one.after) == ("default_trust", 0.5, 1.0)


def test_keys_are_codes_that_the_audit_takes() -> None:
    from audit.types import check_details

    check_details({"changed": list(BY_KEY)})
