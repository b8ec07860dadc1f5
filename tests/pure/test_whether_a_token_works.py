"""A token works until it is revoked, runs out or is paused; the record names the weightiest of these."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest

from profiles.rules.credentials import why_stopped

NOW: Final = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
LATER: Final = NOW + timedelta(seconds=1)


@dataclass(frozen=True)
class Token:
    expires_at: datetime | None = None
    paused_at: datetime | None = None
    revoked_at: datetime | None = None


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({}, ""),
        ({"expires_at": LATER}, ""),
        ({"expires_at": NOW}, "expired"),
        ({"paused_at": NOW}, "paused"),
        ({"revoked_at": NOW}, "revoked"),
        ({"paused_at": NOW, "expires_at": NOW}, "expired"),
        ({"paused_at": NOW, "expires_at": NOW, "revoked_at": NOW}, "revoked"),
    ],
)
def test_what_stops_a_token_is_named(fields: dict[str, Any], why: str) -> None:
    """Seen failing with a token that still worked in the very moment it was to end in."""
    assert why_stopped(Token(**fields), NOW) == why
