"""Which of two values of a setting gives less away: what a restore keeps of a policy tightened since."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from consent.rules.policy.vocabulary import LEVELS, MODES

Rule = Callable[[Any, Any], Any]


def stricter(before: Mapping[str, Any], restored: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of `restored` that give more away than `before` did, as strict as both together."""
    both = {key: rule(before[key], restored[key]) for key, rule in RULES.items() if rule is not None}
    return {key: value for key, value in both.items() if value != restored[key]}


def _later(words: tuple[str, ...]) -> Rule:
    return lambda one, other: max(one, other, key=words.index)


def _each(rule: Rule) -> Rule:
    """Return a rule for tables: name by name, where only one says something that one."""
    return lambda one, other: {
        name: rule(one.get(name, other.get(name)), other.get(name, one.get(name)))
        for name in (*other, *(name for name in one if name not in other))
    }


def _in_both(one: list[str], other: list[str]) -> list[str]:
    return [word for word in other if word in one]


def _all_rules(one: list[dict[str, str]], other: list[dict[str, str]]) -> list[dict[str, str]]:
    """Return the rules of both; where two differ under one id, the one of `one` gets another id."""
    ids = {rule["id"] for rule in other}
    fresh = (rule for rule in one if rule not in other)
    return [
        *other,
        *(rule | {"id": f"{rule['id'][:34]}-since"} if rule["id"] in ids else rule for rule in fresh),
    ]


def _both(one: bool, other: bool) -> bool:
    return one and other


def _either(one: bool, other: bool) -> bool:
    return one or other


# None: neither value gives more away than the other, so the restored one stands.
RULES: Final[Mapping[str, Rule | None]] = {
    "consent_from": _later(("subjects_or_source", "subjects_and_source")),
    "context_audience": _later(("participants", "arrived", "strict")),
    "default_trust": min,
    "consent_open_requests": min,
    "consent_quiet_days": max,
    "consent_purposes": _in_both,
    "context_session_hours": min,
    "admission_modes": _each(_later(tuple(reversed(MODES)))),
    "exclude_instruction_like_memory": _either,
    "quote_instruction_like_memory": _either,
    "minimum_trust_for_admission": _later(LEVELS),
    "minimum_trust_for_admission_bypass": _later(LEVELS),
    "minimum_confidence_for_admission": max,
    "admit_verified_only": _either,
    "category_limits": _each(min),
    "admission_rules": _all_rules,
    "default_memory_role": None,
    "minimum_trust_for_system_role": _later(LEVELS),
    "treat_recalled_memory_as_untrusted": _either,
    "recency_half_life_days": None,
    "keep_query_text": _both,
    "keep_query_days": min,
    "keep_deliveries_days": None,
    "keep_expired_days": min,
    "keep_export_days": min,
    "rights_due_days": min,
    "redaction_recognizers": _each(_either),
    "validation_due_minutes": min,
    "validation_lapse_days": max,
    "validation_words_days": None,
    "validation_failures": min,
    "validation_findings": min,
    "validation_findings_daily": min,
    "validation_review_share": max,
}
