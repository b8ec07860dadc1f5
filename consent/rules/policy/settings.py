"""Every setting of the policy, in the order in which they are shown: to add one, add it to its part.

Pure. Stored is what somebody set; everything else is as shipped. `changing.checked` is the one way in.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from consent.rules.policy.deciding import DECIDING
from consent.rules.policy.keeping import KEEPING
from consent.rules.policy.setting import Setting
from consent.rules.policy.vocabulary import LEVELS

__all__ = ["BY_KEY", "PRESETS", "SETTINGS", "SHIPPED", "Setting"]

SETTINGS: Final[tuple[Setting, ...]] = (*DECIDING, *KEEPING)
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
