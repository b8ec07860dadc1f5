"""Signing in by a one-time link: minted for a person, used up once, whoever comes second is told so."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction

from audit import actions
from memory_admin.http.problem import Problem, unprocessable
from profiles.models import Account, Principal, SigninLink
from profiles.queries.signing import may_sign_in
from profiles.rules.tokens import digest
from profiles.services.principals import LOCAL_ADMIN
from profiles.services.recording import note, require_admin
from profiles.services.signing import account_of, caller_of
from profiles.types import Caller

LONGEST: Final = timedelta(hours=72)
LOCAL_LINK: Final = timedelta(minutes=10)
_LOCAL_DOOR: Final = "cli"


@dataclass(frozen=True, slots=True)
class UsedLink:
    """What a link opened: an account, and whether it was made on this machine."""

    account_id: int
    local: bool


@transaction.atomic
def mint(
    principal: Principal, *, by: Caller, now: datetime, role: str = "", lasts: timedelta = timedelta(hours=1)
) -> str:
    """Return the token of a new link for a verified individual; raises Problem 403 or 422.

    `role` is the staff role the account has from then on, empty leaves it as it is."""
    require_admin(by)
    _require_person(principal)
    if role not in Account.ROLES:
        raise unprocessable("unknown_role", f"A role is one of: {', '.join(filter(None, Account.ROLES))}.")
    if not timedelta(0) < lasts <= LONGEST:
        raise unprocessable("bad_duration", "A link lasts up to 72 hours.")
    return _minted(SigninLink(principal=principal, role=role, expires_at=now + lasts), by, now)


@transaction.atomic
def mint_local(principal: Principal, *, by: Caller, now: datetime) -> str:
    """Return the token of a link that opens a local session of an administrator.

    Minted by the command line of this machine alone, for who is an administrator already, and short-lived:
    it is for the person who sits there. Raises Problem 403 or 422."""
    require_admin(by)
    _require_person(principal)
    if by.door != _LOCAL_DOOR:
        raise Problem(403, "local_only")
    account = Account.objects.filter(principal=principal).first()
    if principal.entity_id != LOCAL_ADMIN and (account is None or account.role != "administrator"):
        raise unprocessable("unknown_role", f"{principal.entity_id} is not an administrator here.")
    ends = now + LOCAL_LINK
    return _minted(
        SigninLink(principal=principal, role="administrator", local=True, expires_at=ends), by, now
    )


def _minted(link: SigninLink, by: Caller, now: datetime) -> str:
    token = secrets.token_urlsafe(32)
    link.digest, link.created_at = digest(token), now
    link.save()
    thing = ("principal", link.principal_id)
    note(by, actions.SIGNIN_LINK, thing, now=now, link=link.pk, role=link.role, local=link.local)
    return token


def url(token: str) -> str:
    """Return the address of a link's page, which has one button."""
    return f"{settings.PUBLIC_URL}/sign-in/{token}/"


def peek(token: str, *, now: datetime) -> SigninLink:
    """Return a link that could still be used, without using it; raises Problem 404 or 410."""
    return _usable(SigninLink.objects.filter(digest=digest(token)).select_related("principal").first(), now)


@transaction.atomic
def use(token: str, *, now: datetime, request_id: str = "") -> UsedLink:
    """Use a link up and return whose account it opens, made or updated; raises Problem 404 or 410.

    The row lock makes the second of two simultaneous tries wait and then find it used."""
    locked = SigninLink.objects.select_for_update(of=("self",)).select_related("principal")
    link = _usable(locked.filter(digest=digest(token)).first(), now)
    link.used_at = now
    link.save(update_fields=["used_at"])
    account = _account(link, now)
    by = caller_of(link.principal, request_id)
    thing = ("account", account.pk)
    note(by, actions.SIGNIN_USED, thing, now=now, link=link.pk, role=account.role, local=link.local)
    note(by, actions.SESSION_OPEN, thing, now=now, way="link", role=account.role)
    return UsedLink(account.pk, link.local)


def _account(link: SigninLink, now: datetime) -> Account:
    account = account_of(link.principal, now, role=link.role)
    if not account.is_active:
        raise Problem(410, "account_inactive", "This account may no longer sign in.")
    if link.role and account.role != link.role:
        account.role = link.role
        account.save(update_fields=["role"])
    return account


def _usable(link: SigninLink | None, now: datetime) -> SigninLink:
    if link is None:
        raise Problem(404, "link_unknown", "This is no sign-in link of this installation.")
    if link.used_at is not None:
        raise Problem(410, "link_used", "This link was used already; each works once. Ask for a new one.")
    if link.expires_at <= now:
        raise Problem(410, "link_expired", "This link has expired. Ask for a new one.")
    if not may_sign_in(link.principal):
        raise Problem(410, "link_void", "The person this link was for can no longer sign in.")
    return link


def _require_person(principal: Principal) -> None:
    if not may_sign_in(principal):
        raise unprocessable(
            "cannot_sign_in", "Only an active, verified individual signs in; verify the principal first."
        )
