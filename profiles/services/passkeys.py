"""Passkeys: asked for, checked and kept by allauth, on record, from this installation's own pages only."""

from __future__ import annotations

import json
import struct
from datetime import datetime
from typing import Any, Final

from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal import auth
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from fido2.utils import websafe_decode

from audit import actions
from memory_admin.http.problem import Problem, not_found, unprocessable
from profiles.models import Account
from profiles.queries.browser_sessions import open_sessions
from profiles.rules.signing import PASSKEY, WAY, passkey_origin
from profiles.services.recording import note, require_admin
from profiles.types import Caller

MOST: Final = 10
# What a credential that is none, or is somebody else's, may raise in the libraries that read it.
_BROKEN: Final = (
    *(ValidationError, ValueError, TypeError, KeyError, IndexError, AttributeError),
    *(OverflowError, NotImplementedError, struct.error),
)


def origin() -> str:
    """Return where this installation's passkeys belong, empty where browsers keep none for it."""
    return passkey_origin(settings.PUBLIC_URL)


def options_to_sign_in() -> dict[str, Any]:
    """Return what a browser is asked to answer with any passkey it holds for this site."""
    return dict(auth.begin_authentication(user=None))


def owner_of(credential: dict[str, Any]) -> Account:
    """Return whose passkey answered what this session asked; raises Problem 403 `passkey_refused`."""
    try:
        _require_own_page(credential)
        auth.parse_authentication_response(credential)
        account = auth.extract_user_from_response(credential)
        passkey = auth.complete_authentication(account, credential)
    except _BROKEN as error:
        raise Problem(403, "passkey_refused") from error
    passkey.record_usage()
    found: Account = account
    return found


def options_to_add(account: Account) -> dict[str, Any]:
    """Return what a browser is asked to make a new passkey with; raises Problem 422 beyond ten."""
    if held_by(account).count() >= MOST:
        raise unprocessable("too_many_passkeys", f"One keeps {MOST} passkeys at most. Remove one first.")
    return dict(auth.begin_registration(account, True))


@transaction.atomic
def add(account: Account, name: str, credential: dict[str, Any], *, by: Caller, now: datetime) -> None:
    """Keep a passkey that a browser made for what this session asked; raises Problem 403 or 422."""
    if held_by(account).count() >= MOST:
        raise unprocessable("too_many_passkeys", f"One keeps {MOST} passkeys at most. Remove one first.")
    try:
        _require_own_page(credential)
        auth.parse_registration_response(credential)
        made = auth.complete_registration(credential)
    except _BROKEN as error:
        raise Problem(403, "passkey_refused") from error
    if not made.is_user_verified():
        raise Problem(403, "passkey_refused")
    kept = auth.WebAuthn.add(account, name, credential).instance
    note(by, actions.PASSKEY_ADD, ("account", account.pk), now=now, passkey=kept.pk)


@transaction.atomic
def remove(account: Account, number: int, *, by: Caller, now: datetime) -> None:
    """Forget one of an account's own passkeys; raises the one 404 for any other."""
    found = held_by(account).select_for_update().filter(pk=number).first()
    if found is None:
        raise not_found()
    note(by, actions.PASSKEY_REMOVE, ("account", account.pk), now=now, passkey=found.pk)
    found.delete()


@transaction.atomic
def take_away(account: Account, number: int | None, *, by: Caller, now: datetime, reason: str) -> list[int]:
    """Forget a passkey of somebody's account, or every one, with the sessions that passkeys opened.

    An administrator's act, for a device that was lost; returns which are gone. Raises Problem 403, the one
    404 where there is none, 422 without a reason."""
    require_admin(by)
    if not reason.strip():
        raise unprocessable("reason_required", "Say why its passkeys go.")
    rows = held_by(account).select_for_update()
    found = list(rows if number is None else rows.filter(pk=number))
    if not found:
        raise not_found()
    ended = _end_sessions(account, now)
    for one in found:
        thing, details = ("account", account.pk), {"passkey": one.pk, "ended": ended}
        note(by, actions.PASSKEY_REMOVE, thing, now=now, reason=reason, **details)
    held_by(account).filter(pk__in=[one.pk for one in found]).delete()
    return [one.pk for one in found]


def _end_sessions(account: Account, now: datetime) -> int:
    """End an account's sessions that a passkey opened; returns how many."""
    opened = [one for one in open_sessions(account.pk, now) if one.get_decoded().get(WAY) == PASSKEY]
    for one in opened:
        one.delete()
    return len(opened)


def held_by(account: Account) -> Any:
    """Return the passkeys of an account, the oldest first."""
    return Authenticator.objects.filter(user=account, type=Authenticator.Type.WEBAUTHN).order_by("pk")


def _require_own_page(credential: dict[str, Any]) -> None:
    """Raise ValueError unless the browser says that it was one of our own pages that asked."""
    said = json.loads(websafe_decode(credential["response"]["clientDataJSON"]))
    if said["origin"] != origin() or said.get("crossOrigin"):
        raise ValueError("another page asked")
