"""The settings of ranking, of what is kept how long, of what is hidden below full, and of validating."""

from __future__ import annotations

from typing import Final

from consent.rules.policy.kinds import Flag, Number, Table
from consent.rules.policy.setting import Setting
from consent.rules.policy.vocabulary import RECOGNIZERS

KEEPING: Final[tuple[Setting, ...]] = (
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
