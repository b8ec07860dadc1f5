"""Every setting of the policy, a line each: to add one, add a line.

Pure. Stored is what somebody set; everything else is as shipped. `changing.checked` is the one way in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from consent.rules.policy.app_rules import RuleList
from consent.rules.policy.kinds import Choice, Flag, Kind, Number, Table, Words
from consent.rules.policy.vocabulary import KINDS, LEVELS, MODES, RECOGNIZERS, SHIPPED_MODES


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its key, the group it is shown in, what it takes, its shipped value, what it means."""

    key: str
    group: str
    kind: Kind
    shipped: Any
    meaning: str


_LEVEL: Final = Choice(LEVELS)
_PURPOSES: Final = ["care", "education", "work", "household", "research", "support", "unspecified"]

SETTINGS: Final[tuple[Setting, ...]] = (
    Setting(
        "consent_from",
        "access",
        Choice(("subjects_or_source", "subjects_and_source")),
        "subjects_or_source",
        "Whether whoever told a memory must agree besides whom it is about.",
    ),
    Setting(
        "context_audience",
        "access",
        Choice(("participants", "strict")),
        "participants",
        "Whether a session says what all its participants may know, or only the public and its own.",
    ),
    Setting(
        "default_trust",
        "access",
        Number(0, 1),
        1.0,
        "How far an owner trusts those it said nothing about: how much they are shown of it.",
    ),
    Setting(
        "consent_open_requests",
        "consent",
        Number(1, 1000, whole=True),
        50,
        "How many consent requests of one asker may be open at once.",
    ),
    Setting(
        "consent_quiet_days",
        "consent",
        Number(0, 365, whole=True, unit="days"),
        30,
        "How long nobody is asked again after a no.",
    ),
    Setting(
        "consent_purposes",
        "consent",
        Words(40, always=("unspecified",)),
        _PURPOSES,
        "The purposes a consent request may name.",
    ),
    Setting(
        "context_session_hours",
        "consent",
        Number(1, 168, whole=True, unit="hours"),
        8,
        "How long a context session stays open.",
    ),
    Setting(
        "admission_modes",
        "admission",
        Table(LEVELS, Choice(MODES)),
        dict(SHIPPED_MODES),
        "By provenance: strict leaves instruction-like text, secrets and commands out.",
    ),
    Setting(
        "exclude_instruction_like_memory",
        "admission",
        Flag(),
        True,
        "Whether strict leaves instruction-like text out at all; a request that asks for strict always does.",
    ),
    Setting(
        "quote_instruction_like_memory",
        "admission",
        Flag(),
        True,
        "Whether the model is told of each item that reads like instructions that it is only quoted.",
    ),
    Setting(
        "minimum_trust_for_admission",
        "admission",
        _LEVEL,
        "untrusted",
        "The least provenance that enters a prompt.",
    ),
    Setting(
        "minimum_trust_for_admission_bypass",
        "admission",
        _LEVEL,
        "application_trusted",
        "From here on text is not looked at by the detector.",
    ),
    Setting(
        "minimum_confidence_for_admission",
        "admission",
        Number(0, 1),
        0.0,
        "Items stated with less confidence are left out.",
    ),
    Setting(
        "admit_verified_only", "admission", Flag(), False, "Whether only verified memories enter a prompt."
    ),
    Setting(
        "category_limits",
        "admission",
        Table(KINDS, Number(0, 200, whole=True), partial=True),
        {},
        "The most items of a kind in one answer; a request may ask for fewer.",
    ),
    Setting(
        "admission_rules",
        "admission",
        RuleList(),
        [],
        "Detector rules of your own: flag counts as instruction-like, exclude leaves out whatever the mode.",
    ),
    Setting(
        "default_memory_role",
        "formatting",
        Choice(("user", "tool")),
        "user",
        "The role of memory that does not earn the system role; tool needs a tool call id, else it is user.",
    ),
    Setting(
        "minimum_trust_for_system_role",
        "formatting",
        _LEVEL,
        "application_trusted",
        "The least provenance that may be sent as a system message.",
    ),
    Setting(
        "treat_recalled_memory_as_untrusted",
        "formatting",
        Flag(),
        True,
        "Whether only system-role items are labelled trusted; off, those past the bypass are too.",
    ),
    Setting(
        "recency_half_life_days",
        "recall",
        Number(1, 36500, whole=True, unit="days"),
        365,
        "After how long a memory's recency counts half.",
    ),
    Setting(
        "keep_query_text",
        "retention",
        Flag(),
        False,
        "Whether the words of queries are kept with the record of a recall.",
    ),
    Setting(
        "keep_query_days",
        "retention",
        Number(0, 36500, whole=True, unit="days"),
        30,
        "For how long the words of queries are kept, where they are kept at all.",
    ),
    Setting(
        "keep_deliveries_days",
        "retention",
        Number(30, 36500, whole=True, unit="days"),
        730,
        "For how long the record of what was shown to whom is kept.",
    ),
    Setting(
        "keep_expired_days",
        "retention",
        Number(0, 36500, whole=True, unit="days"),
        90,
        "For how long a memory is kept after its own time was over.",
    ),
    Setting(
        "keep_export_days",
        "retention",
        Number(1, 36500, whole=True, unit="days"),
        7,
        "For how long an export of a person's data can be fetched.",
    ),
    Setting(
        "rights_due_days",
        "retention",
        Number(1, 90, whole=True, unit="days"),
        30,
        "Within how many days a person's request is to be answered.",
    ),
    Setting(
        "redaction_recognizers",
        "redaction",
        Table(RECOGNIZERS, Flag()),
        dict.fromkeys(RECOGNIZERS, True),
        "Which personal data is looked for and taken out below full.",
    ),
    Setting(
        "validation_due_minutes",
        "validation",
        Number(1, 10_080, whole=True, unit="minutes"),
        60,
        "How soon a required validation must come; later it is a violation.",
    ),
    Setting(
        "validation_lapse_days",
        "validation",
        Number(1, 365, whole=True, unit="days"),
        7,
        "For how long a strict owner waits for a validation that does not come.",
    ),
    Setting(
        "validation_words_days",
        "validation",
        Number(0, 365, whole=True, unit="days"),
        7,
        "For how long the keyed digests of a question's words are kept for validating.",
    ),
    Setting(
        "validation_failures",
        "validation",
        Number(1, 20, whole=True),
        3,
        "After how many failed validations the rest of a recall is blocked.",
    ),
    Setting(
        "validation_findings",
        "validation",
        Number(1, 100, whole=True),
        10,
        "After how many responses that told anything at all it is blocked.",
    ),
    Setting(
        "validation_findings_daily",
        "validation",
        Number(1, 1000, whole=True),
        10,
        "How many responses of one asker may tell something of one memory within a day.",
    ),
    Setting(
        "validation_review_share",
        "validation",
        Number(0, 1),
        0.02,
        "The share of responses that pass which a person looks at.",
    ),
)
BY_KEY: Final[Mapping[str, Setting]] = MappingProxyType({one.key: one for one in SETTINGS})
SHIPPED: Final[dict[str, Any]] = {one.key: one.shipped for one in SETTINGS}
PRESETS: Final[Mapping[str, dict[str, Any]]] = MappingProxyType(
    {
        "shipped": dict.fromkeys(SHIPPED),
        "permissive": {
            "admission_modes": dict.fromkeys(LEVELS, "permissive"),
            "exclude_instruction_like_memory": False,
            "quote_instruction_like_memory": True,
            "minimum_trust_for_admission": "untrusted",
            "minimum_confidence_for_admission": 0.0,
            "admit_verified_only": False,
        },
    }
)
