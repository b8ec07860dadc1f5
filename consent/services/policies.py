"""Changing the policy: a new version, by an administrator, with a reason, over the version that was read."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from audit import actions
from audit.rules.kinds import TRUST_ESCALATION
from consent.models import Policy
from consent.queries.policies import PolicyVersion, current_policy, policy_with, saved
from consent.rules.policy.changing import UNKNOWN, checked, differences
from consent.rules.policy.kinds import NotTaken
from consent.rules.policy.settings import PRESETS
from consent.rules.policy.stricter import stricter
from consent.services.remaking import remake_all
from consent.services.violating import blocked
from memory_admin.http.problem import Problem, bad_request, conflict, unprocessable
from profiles.services.recording import note
from profiles.types import Caller


def require_administrator(by: Caller) -> None:
    """Raise Problem 403 unless the caller is an administrator acting as itself."""
    if not by.is_admin:
        raise Problem(403, "forbidden", "Only an administrator may change the policy.")


def proposed(given: Mapping[str, object], preset: str | None, current: PolicyVersion) -> dict[str, Any]:
    """Return what would be stored once a preset and then the settings given are set over the policy.

    Raises Problem 400: `unknown_field` for a setting nobody knows, `invalid` with a sentence by path."""
    try:
        base = checked(PRESETS[preset], current.stored) if preset else current.stored
        return checked(given, base)
    except NotTaken as error:
        code = "unknown_field" if UNKNOWN in error.errors.values() else "invalid"
        raise bad_request(
            code, errors={f"settings.{path}": [said] for path, said in error.errors.items()}
        ) from None


@transaction.atomic
def change(
    stored: dict[str, Any], reason: str, *, version: int | None, by: Caller, now: datetime
) -> PolicyVersion:
    """Save settings, as `proposed` gave them, as the next version; returns what is then in force.

    Raises 400 without the version that was read, 403 to an agent that gives more away, 409 where it is not
    the newest, 422 without a reason and where nothing would change."""
    require_administrator(by)
    current = current_policy()
    _check(current, version, reason)
    _refuse_loosening(current, stored, by)
    changed = [one.key for one in differences(current.stored, stored)]
    if not changed:
        raise unprocessable("unchanged", "The policy says this already; nothing was saved.")
    row = Policy(version=current.version + 1, settings=stored, author_id=by.acting_id, reason=reason, at=now)
    _insert(row)
    if "redaction_recognizers" in changed:
        remake_all(by=by, now=now)
    note(by, actions.POLICY_CHANGE, ("policy", row.version), now=now, reason=reason, changed=changed)
    return current_policy()


def stored_of(version: int) -> dict[str, Any]:
    """Return what a version stores, as far as its settings are known today; raises 404."""
    saved(version)
    row = Policy.objects.filter(version=version).first()
    return checked({}, row.settings) if row else {}


def _check(current: PolicyVersion, version: int | None, reason: str) -> None:
    if version is None:
        raise bad_request("version_missing")
    if version != current.version:
        raise conflict("version_conflict")
    if not reason.strip():
        raise unprocessable("reason_required", "A change of the policy needs a reason.")


def _refuse_loosening(current: PolicyVersion, stored: dict[str, Any], by: Caller) -> None:
    """Raise 403 where an agent, whatever its scopes, would have more shown, or believed, than before."""
    looser = stricter(current.settings, policy_with(stored, current.version).settings) if by.is_agent else {}
    if looser:
        names = ", ".join(sorted(looser))
        said = f"An agent makes the policy stricter, never looser; a person changes: {names}."
        raise blocked(Problem(403, "person_required", said), TRUST_ESCALATION, by)


def _insert(row: Policy) -> None:
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:  # somebody saved this version meanwhile
        raise conflict("version_conflict") from None
