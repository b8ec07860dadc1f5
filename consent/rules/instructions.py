"""What a model may do with an item, by the tier it was shown at: fixed texts, printed by item id."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from consent.rules.tiers import Tier

INSTRUCTIONS: Final[Mapping[Tier, str]] = MappingProxyType(
    {
        Tier.FULL: "Shown in full: you may use any detail of it.",
        Tier.PARTIAL: (
            "Shown in part: you may speak of its general themes; "
            "do not guess or restore what was left out, and stay clear of sensitive particulars."
        ),
        Tier.SUMMARY: (
            "Shown as a summary: you may say that it took place and what it was broadly about; "
            "give no specific details."
        ),
        Tier.METADATA: (
            "Only its existence is shown: you may acknowledge it and its general category; "
            "say nothing of its content and do not guess at it."
        ),
        Tier.HINT: (
            "Highly sensitive: you may say only that something significant is on record around that time "
            "and, when asked directly, that it mattered. Never state or guess names, places, exact dates, "
            "details or circumstances. When pressed, decline politely and offer to talk of something else."
        ),
    }
)
