"""A chain of a few seals over a few events, and the hands that tamper with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest

NOW = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
Tamper = Callable[..., None]
GUARDED = ("audit_event", "audit_seal", "audit_recall", "audit_delivery")


@dataclass(frozen=True)
class Vault:
    """Where this test's seals go and the key that signs them."""

    file: Path
    key: Path


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Vault:
    """Send seals to folders of this test alone."""
    from django.conf import settings

    monkeypatch.setattr(settings, "SEAL_EXPORT", str(tmp_path / "outside"), raising=False)
    monkeypatch.setattr(settings, "SEAL_KEY", str(tmp_path / "key" / "seal.pem"), raising=False)
    return Vault(tmp_path / "outside" / "seals.jsonl", tmp_path / "key" / "seal.pem")


def happen(count: int = 1, *, action: str = "memory.create", actor: int = 7) -> None:
    """Let events happen, each in a transaction of its own."""
    from django.db import transaction

    from audit.services import record
    from audit.types import Event

    for number in range(count):
        with transaction.atomic():
            event = Event(action=action, actor_id=actor, object_type="memory", object_id=f"m{number}")
            record(event, now=NOW)


@pytest.fixture
def sealed(db: Any, vault: Vault) -> Any:
    """Three seals of three events each."""
    from audit.services import seal

    for _ in range(3):
        happen(3)
        assert seal(now=NOW).state == "sealed"
    return db


def verified(vault: Vault) -> bool:
    """Say whether the chain verifies against its file."""
    from audit.queries import verify
    from audit.services import public_key

    return verify(against=vault.file, trusted=public_key()).ok


@contextmanager
def tampering(db: Any) -> Iterator[psycopg.Connection[Any]]:
    """Be a superuser who takes the triggers away first."""
    with psycopg.connect(db.superuser_url) as connection:
        for table in GUARDED:
            connection.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        yield connection
        for table in GUARDED:
            connection.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER append_only")


@pytest.fixture
def tamper(sealed: Any) -> Callable[..., None]:
    """Run one statement against the sealed tables as only an attacker would."""

    def run(statement: str, *values: object) -> None:
        with tampering(sealed) as connection:
            connection.execute(statement, values)

    return run


def check(vault: Vault | None = None) -> list[tuple[str, int, int | None]]:
    """Verify and return each finding as kind, seal and event."""
    from audit.queries import verify
    from audit.services import public_key

    found = verify(against=vault.file if vault else None, trusted=public_key())
    return [(one.kind, one.seal, one.event_id) for one in found.findings]


def ids() -> list[int]:
    """Return the ids of all events."""
    from audit.models import Event

    return list(Event.objects.order_by("id").values_list("id", flat=True))
