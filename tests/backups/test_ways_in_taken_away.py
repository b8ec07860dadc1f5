"""S12: a way to sign in that was taken away after a backup is not there again once it is restored."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import psycopg
import pytest
from allauth.mfa.models import Authenticator
from django.utils import timezone

from audit.services import seal
from profiles.models import ExternalIdentity, Principal
from tests.cast import NOW
from tests.conftest import Database
from tests.pages.stage import signed_in
from tests.safety.test_s12_backups_restore import make, restore, seals  # noqa: F401
from tests.signing.authenticator import Passkey
from tests.signing.stage import person
from tests.signing.test_signing_in_by_passkey import keep


def give_ways_in(entity: str) -> None:
    """Give somebody a verified address, an account elsewhere and a passkey."""
    name = entity.partition(":")[2]
    who = person(entity, f"{name}@example.org")
    ExternalIdentity.objects.create(provider="openid", external_id=name, principal=who, verified_at=NOW)
    assert keep(Passkey(), signed_in(entity)).status_code == 302


def ways_in(entity: str) -> tuple[bool, bool, bool]:
    who = Principal.objects.get(entity_id=entity)
    passkeys = Authenticator.objects.filter(user__principal=who)
    return who.email_verified_at is not None, who.identities.exists(), passkeys.exists()


@pytest.mark.usefixtures("seals")
def test_what_was_taken_away_since_does_not_sign_in_again(db: Database, tmp_path: Path) -> None:
    """Seen failing for each before restores looked at addresses, accounts elsewhere and passkeys."""
    give_ways_in("human:sean")
    give_ways_in("human:luna")
    file = tmp_path / "one.backup"
    make(file)
    sean = Principal.objects.get(entity_id="human:sean")
    ExternalIdentity.objects.filter(principal=sean).delete()
    Authenticator.objects.filter(user__principal=sean).delete()
    Principal.objects.filter(pk=sean.pk).update(email="sean@example.com")
    seal(now=timezone.now())
    counts: dict[str, Any] = restore(file).taken.counts
    assert ways_in("human:luna") == (True, True, True)
    assert ways_in("human:sean") == (False, False, False)
    assert {name: counts[name] for name in ("addresses", "identities", "passkeys")} == {
        "addresses": 1, "identities": 1, "passkeys": 1,
    }  # fmt: skip


@pytest.mark.usefixtures("seals")
def test_a_backup_from_before_passkeys_is_put_back(db: Database, tmp_path: Path) -> None:
    """Seen failing when the table was asked for without looking whether the backup has it."""
    give_ways_in("human:sean")
    file = tmp_path / "one.backup"
    with psycopg.connect(db.superuser_url, autocommit=True) as connection:
        connection.execute("CREATE SCHEMA aside")
        connection.execute("ALTER TABLE public.mfa_authenticator SET SCHEMA aside")
        make(file)
        connection.execute("ALTER TABLE aside.mfa_authenticator SET SCHEMA public")
    seal(now=timezone.now())
    done = restore(file)
    assert done.carried and done.taken.counts["passkeys"] == 0
    assert Principal.objects.get(entity_id="human:sean").identities.exists()
