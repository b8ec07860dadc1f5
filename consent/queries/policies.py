"""The policy in force: the newest version over what is shipped; and the versions before it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from consent.models import Policy
from consent.rules.policy.changing import Difference, differences
from consent.rules.policy.settings import SHIPPED
from consent.types import Rules
from memory_admin.http.cursor import Paging
from memory_admin.http.keyset import rows_of_newest
from memory_admin.http.problem import not_found
from profiles.queries.prepared import ask
from profiles.queries.principals import entity_ids

__all__ = ["SHIPPED", "PolicyVersion", "Saved", "current_policy", "history", "policy_with", "saved"]

NEWEST: Final = "SELECT version, settings FROM consent_policy ORDER BY version DESC LIMIT 1"


@dataclass(frozen=True, slots=True)
class PolicyVersion:
    """The settings in force and the number under which they were saved (0 as shipped)."""

    version: int
    settings: dict[str, Any]
    stored: dict[str, Any] = field(default_factory=dict)

    @property
    def rules(self) -> Rules:
        """Return what the decision reads of it."""
        return Rules(
            subjects_and_source=self.settings["consent_from"] == "subjects_and_source",
            strict_audience=self.settings["context_audience"] == "strict",
            arrived_audience=self.settings["context_audience"] == "arrived",
            default_trust=float(self.settings["default_trust"]),
        )


def current_policy() -> PolicyVersion:
    """Return the policy in force, read in the caller's transaction."""
    newest = ask(NEWEST, [])
    return policy_of_row(*newest[0]) if newest else PolicyVersion(0, SHIPPED)


def policy_of_row(version: int | None, settings: str | None) -> PolicyVersion:
    """Return the policy of a row as NEWEST reads it; nulls are what is shipped."""
    if version is None or settings is None:
        return PolicyVersion(0, SHIPPED)
    return policy_with(json.loads(settings), version)


def policy_with(stored: dict[str, Any], version: int) -> PolicyVersion:
    """Return the policy that stored settings make."""
    return PolicyVersion(version, SHIPPED | stored, stored)


@dataclass(frozen=True, slots=True)
class Saved:
    """One version as it was saved: by whom, when, why, and what it changed."""

    version: int
    settings: dict[str, Any]
    author: str | None
    reason: str
    at: datetime | None
    changed: tuple[Difference, ...]


def saved(version: int) -> Saved:
    """Return one version; 0 is what is shipped. Raises 404 for one that was never saved."""
    if version == 0:
        return Saved(0, SHIPPED, None, "", None, ())
    row = Policy.objects.filter(version=version).first()
    if row is None:
        raise not_found()
    return _saved([row])[0]


def history(page: Paging) -> list[Saved]:
    """Return a page of versions and one more, nearest first: forward is towards the oldest."""
    return _saved(rows_of_newest(Policy.objects.all(), page, by=("version",)))


def _saved(rows: list[Policy]) -> list[Saved]:
    before = dict(
        Policy.objects.filter(version__in=[row.version - 1 for row in rows]).values_list(
            "version", "settings"
        )
    )
    names = entity_ids({row.author_id for row in rows if row.author_id is not None})
    return [
        Saved(
            version=row.version,
            settings=SHIPPED | row.settings,
            author=names.get(row.author_id) if row.author_id is not None else None,
            reason=row.reason,
            at=row.at,
            changed=differences(before.get(row.version - 1, {}), row.settings),
        )
        for row in rows
    ]
