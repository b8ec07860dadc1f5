"""Whether somebody may still do what it once asked for: long work outlives the rights it was begun with."""

from __future__ import annotations

from datetime import datetime

from profiles.models import Account, Credential, Principal
from profiles.queries.signing import people
from profiles.rules.credentials import why_stopped
from profiles.types import Caller

_PAGES = "web"


def stands(by: Caller, door: str, *, now: datetime) -> bool:
    """Tell whether a caller of some time ago may still ask: it lives, and nothing it had was taken away.

    `door` is the one it came by; its session may be over, its account, role, token or scopes may not."""
    if not _alive(by):
        return False
    if by.credential_id is not None:
        return _token_stands(by, by.credential_id, now)
    return door != _PAGES or _account_stands(by)


def _alive(by: Caller) -> bool:
    """Tell whether all who are named are active; who only acts for another has to be verified too."""
    named = {one for one in (by.principal_id, by.acting_id, by.behalf_id) if one is not None}
    live = Principal.objects.filter(pk__in=named, active=True, held=False, merged_into=None)
    found = dict(live.values_list("pk", "verified_at"))
    vouched = {by.principal_id, *({by.behalf_id} if by.behalf_id is not None else ())}
    return len(found) == len(named) and all(found[one] is not None for one in vouched)


def _token_stands(by: Caller, credential: int, now: datetime) -> bool:
    row = Credential.objects.filter(pk=credential, principal=by.principal_id).first()
    if row is None or why_stopped(row, now) or (row.context_required and not by.context_required):
        return False
    acts = by.acting_id == by.principal_id or by.acting_id in row.act_as
    return acts and by.scopes <= set(row.scopes) and row.max_provenance == by.max_provenance


def _account_stands(by: Caller) -> bool:
    rows = Account.objects.filter(principal=by.principal_id, is_active=True, principal__in=people())
    role = rows.values_list("role", flat=True).first()
    return role is not None and by.staff_role in {"", role}
