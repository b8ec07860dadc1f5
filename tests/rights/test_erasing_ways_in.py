"""An erasure leaves no way to sign in as the person, and nothing of one that was begun."""

from __future__ import annotations

from allauth.mfa.models import Authenticator
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from profiles.models import Account, Principal
from tests.cast import principal
from tests.rights.planted import WHO, plant
from tests.rights.test_erasing import erase


def test_no_way_to_sign_in_is_left() -> None:
    """Seen failing when sessions that wait for a code stayed, with the address in them."""
    plant()
    who, now = principal(WHO), timezone.now()
    Principal.objects.filter(pk=who.pk).update(email_verified_at=now, verified_at=now)
    Account.objects.filter(principal=who).delete()
    account = Account.objects.create(principal=who, created_at=now, password="!")
    Authenticator.objects.create(user=account, type="webauthn", data={"name": "Orrin's key"})
    for address in ("orrin.vale@example.org", "somebody@example.org"):
        waiting = SessionStore()
        waiting["account_login"] = {"email": address, "user_pk": "1"}
        waiting.save()
    erase()
    assert not Account.objects.filter(principal=who).exists() and not Authenticator.objects.exists()
    left = [one.get_decoded()["account_login"]["email"] for one in Session.objects.all()]
    assert left == ["somebody@example.org"]
