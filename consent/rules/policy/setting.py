"""What a setting of the policy is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from consent.rules.policy.kinds import Kind


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its key, the group it is shown in, what it takes, its shipped value, what it means."""

    key: str
    group: str
    kind: Kind
    shipped: Any
    meaning: str
