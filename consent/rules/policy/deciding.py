"""The settings that decide who sees what and what of it enters a prompt, and how."""

from __future__ import annotations

from typing import Final

from consent.rules.policy.app_rules import RuleList
from consent.rules.policy.kinds import Choice, Flag, Number, Table, Words
from consent.rules.policy.setting import Setting
from consent.rules.policy.vocabulary import KINDS, LEVELS, MODES, SHIPPED_MODES

_LEVEL: Final = Choice(LEVELS)
_PURPOSES: Final = ["care", "education", "work", "household", "research", "support", "unspecified"]

DECIDING: Final[tuple[Setting, ...]] = (
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
        Choice(("participants", "arrived", "strict")),
        "participants",
        "What a session says besides the public and its own: what all its participants may know, the same "
        "once all of them came, or nothing.",
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
)
