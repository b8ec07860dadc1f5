"""Staff roles: given with a link, taken away or lowered here, felt at the next request of whoever had one."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction

from audit import actions
from memory_admin.http.problem import not_found, unprocessable
from profiles.models import Account, Principal, SigninLink
from profiles.services.principals import LOCAL_ADMIN
from profiles.services.recording import note, require_admin
from profiles.types import Caller

# What each role may become here: a higher one comes with a link, which whom it is for has to use.
_BELOW: Final = {
    "administrator": frozenset({"reviewer", "auditor", ""}),
    "reviewer": frozenset({"auditor", ""}),
    "auditor": frozenset({""}),
    "": frozenset[str](),
}


@transaction.atomic
def lower(principal: Principal, role: str, *, by: Caller, now: datetime, reason: str) -> str:
    """Take somebody's staff role away, or a part of it; returns the one it had.

    Links on their way that would give it one are void. Raises Problem 403, the one 404 without an account,
    422 without a reason, for a role that is no less, and for the command line's own administrator."""
    require_admin(by)
    if not reason.strip():
        raise unprocessable("reason_required", "Say why the role is taken away.")
    if principal.entity_id == LOCAL_ADMIN:
        raise unprocessable("local_admin", "The command line's own administrator stays one.")
    account = Account.objects.select_for_update().filter(principal=principal).first()
    links = SigninLink.objects.filter(principal=principal, used_at=None).exclude(role="")
    if account is None and not links.exists():
        raise not_found()
    was = account.role if account is not None else ""
    void, _ = links.delete()
    if account is not None:
        _set(account, role, void=void)
    thing = ("principal", principal.pk)
    note(by, actions.ROLE_LOWER, thing, now=now, reason=reason, was=was, role=role, links=void)
    return was


def _set(account: Account, role: str, *, void: int) -> None:
    if role not in _BELOW.get(account.role, ()) and not (void and role == account.role):
        now_is = account.role or "none"
        raise unprocessable("role_no_less", f"The role is {now_is}; a higher one comes with a sign-in link.")
    account.role = role
    account.save(update_fields=["role"])
