"""Further names by which an entity is found in text; they count once an administrator approved them."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from audit import actions
from memory_admin.http.problem import Problem, not_found, unprocessable
from profiles.models import Alias
from profiles.rules.names import check_alias
from profiles.services.own_reach import refuse_unprotecting
from profiles.services.principals import locked
from profiles.services.recording import note, require_admin
from profiles.types import Caller
from text.normalize import normalize


@transaction.atomic
def add(principal_id: int, text: str, *, by: Caller, now: datetime, reason: str = "") -> Alias:
    """Add an alias: approved at once when an administrator adds it, proposed when the principal does.

    Raises Problem 409 `alias_exists`, 422 `alias_refused` for fewer than three letters or a common word."""
    require_voice(principal_id, by)
    principal = locked(principal_id)
    alias = Alias(principal=principal, text=_checked(text), created_at=now)
    alias.normalized = normalize(alias.text)[:128]
    if Alias.objects.filter(principal=principal, normalized=alias.normalized).exists():
        raise Problem(409, "alias_exists", "The principal has this alias already.")
    if by.is_admin:
        alias.approved_by, alias.approved_at = by.principal_id, now
    alias.save()
    told = {"alias": alias.pk, "approved": by.is_admin}
    note(by, actions.ALIAS_ADD, ("principal", principal.pk), now=now, reason=reason, **told)
    return alias


@transaction.atomic
def approve(principal_id: int, alias_id: int, *, by: Caller, now: datetime, reason: str = "") -> Alias:
    """Let a proposed alias count; an administrator's act."""
    require_admin(by)
    alias = _found(principal_id, alias_id)
    alias.approved_by, alias.approved_at = by.principal_id, now
    alias.save(update_fields=["approved_by", "approved_at"])
    told = {"alias": alias.pk, "approved": True}
    note(by, actions.ALIAS_ADD, ("principal", principal_id), now=now, reason=reason, **told)
    return alias


@transaction.atomic
def remove(principal_id: int, alias_id: int, *, by: Caller, now: datetime, reason: str = "") -> None:
    """Take an alias away; an administrator's act and no agent's, because memories are protected by it."""
    require_admin(by)
    refuse_unprotecting(by, principal_id)
    alias = _found(principal_id, alias_id)
    note(by, actions.ALIAS_REMOVE, ("principal", principal_id), now=now, reason=reason, alias=alias.pk)
    alias.delete()


def require_voice(principal_id: int, by: Caller) -> None:
    """Raise Problem 403 unless the caller is an administrator or the principal itself."""
    if not (by.is_admin or (by.own_act and by.principal_id == principal_id)):
        raise Problem(403, "forbidden", "Only an administrator, or the principal itself, names an alias.")


def _checked(text: str) -> str:
    try:
        return check_alias(text)
    except ValueError as error:
        raise unprocessable("alias_refused", str(error)) from None


def _found(principal_id: int, alias_id: int) -> Alias:
    alias = Alias.objects.select_for_update().filter(pk=alias_id, principal_id=principal_id).first()
    if alias is None:
        raise not_found()
    return alias
