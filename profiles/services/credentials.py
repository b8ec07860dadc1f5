"""Bearer tokens: issued once, kept as a digest, stopped at the next request."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction

from audit import actions
from memory_admin.http.problem import Problem, not_found, unprocessable
from profiles.models import Credential, Principal
from profiles.rules.credentials import (
    CredentialSpec,
    canonical_scopes,
    check_spec,
    recorded_grantors,
    why_stopped,
)
from profiles.rules.tokens import ALPHABET, PREFIX_LENGTH, SECRET_LENGTH, Token
from profiles.services.recording import note, require_admin
from profiles.types import CONSENT_RECORD, EVERYONE_ID, Caller


class _Act(NamedTuple):
    by: Caller
    now: datetime
    reason: str


@transaction.atomic
def issue(*, principal: Principal, spec: CredentialSpec, by: Caller, now: datetime) -> tuple[Credential, str]:
    """Issue a token and return it with its row: the only time its text is seen; raises Problem 403 or 422.

    Only an administrator issues, so the levels above tool_derived are an administrator's word too."""
    require_admin(by)
    _require_holder(principal)
    credential, token = _of(spec, now), _new_token()
    credential.principal, credential.created_by, credential.created_at = principal, by.principal_id, now
    credential.prefix, credential.digest = token.prefix, token.digest
    credential.save()
    _note_issue(credential, by, now)
    return credential, token.text


def _of(spec: CredentialSpec, now: datetime) -> Credential:
    """Return a row with what a token is to be allowed, checked; raises Problem 422."""
    return Credential(
        label=spec.label.strip(),
        scopes=list(_checked_scopes(spec, now)),
        max_provenance=spec.max_provenance,
        source_types=list(spec.source_types),
        act_as=_individuals("act_as", spec.act_as),
        providers=list(spec.providers),
        context_required=spec.context_required,
        application=spec.application,
        expires_at=spec.expires_at,
    )


@transaction.atomic
def rotate(
    credential_id: int, *, by: Caller, now: datetime, overlap: timedelta = timedelta(0)
) -> tuple[Credential, str]:
    """Replace a token by a new one of the same lineage; the old one ends now, or after `overlap`.

    A token that ended cannot be rotated back to life: raises Problem 409. A holder replaces only the very
    token it presents, because another of its tokens may carry more than this one."""
    old = _locked(credential_id, by)
    if not by.is_admin and by.credential_id != old.pk:
        raise not_found()
    if why_stopped(old, now) in {"revoked", "expired"}:
        raise Problem(409, "credential_over", "A token that ended cannot be rotated; issue a new one.")
    token = _new_token()
    new = _copy(old, token, by, now)
    if overlap > timedelta(0):
        old.expires_at = min(filter(None, (old.expires_at, now + overlap)))
    else:
        old.revoked_at = now
    old.save(update_fields=["expires_at", "revoked_at"])
    note(by, actions.CREDENTIAL_ROTATE, _thing(old), now=now, replaced_by=new.pk)
    return new, token.text


@transaction.atomic
def pause(credential_id: int, *, by: Caller, now: datetime, reason: str = "") -> Credential:
    """Stop a token at its next request until it is resumed; raises Problem 404 or 409."""
    credential = _locked(credential_id, by)
    _refuse_revoked(credential)
    credential.paused_at = credential.paused_at or now
    return _saved(credential, "paused_at", actions.CREDENTIAL_PAUSE, _Act(by, now, reason))


@transaction.atomic
def resume(credential_id: int, *, by: Caller, now: datetime, reason: str = "") -> Credential:
    """Let a paused token work again; an administrator's decision."""
    require_admin(by)
    credential = _locked(credential_id, by)
    _refuse_revoked(credential)
    credential.paused_at = None
    return _saved(credential, "paused_at", actions.CREDENTIAL_RESUME, _Act(by, now, reason))


@transaction.atomic
def revoke(credential_id: int, *, by: Caller, now: datetime, reason: str = "") -> Credential:
    """End a token for good; a second time changes nothing."""
    credential = _locked(credential_id, by)
    credential.revoked_at = credential.revoked_at or now
    return _saved(credential, "revoked_at", actions.CREDENTIAL_REVOKE, _Act(by, now, reason))


def _require_holder(principal: Principal) -> None:
    """Refuse a token for whom nobody vouched: an unverified entity can be talked about, never sign in."""
    if principal.is_collective:
        raise unprocessable("not_an_individual", "A token belongs to an individual, never to a collective.")
    if not principal.active or principal.held or principal.merged_into_id is not None:
        raise unprocessable("principal_inactive", "This principal is inactive, held or merged into another.")
    if principal.verified_at is None:
        raise unprocessable(
            "principal_unverified", "Verify the principal first; unverified, it never signs in."
        )


def _checked_scopes(spec: CredentialSpec, now: datetime) -> tuple[str, ...]:
    errors = check_spec(spec, now=now)
    scopes: tuple[str, ...] = ()
    try:
        scopes = canonical_scopes(spec.scopes)
    except ValueError as error:
        errors["scopes"] = [str(error)]
    if errors:
        raise unprocessable("credential_refused", "The token cannot be issued like this.", errors)
    _individuals("scopes", tuple(recorded_grantors(scopes)))
    return scopes


def _individuals(field: str, entities: tuple[str, ...]) -> list[int]:
    """Return the ids of the individuals named; raises Problem 422 when one is unknown or a collective."""
    rows = Principal.objects.filter(entity_id__in=entities, active=True, merged_into=None, held=False)
    rows = rows.exclude(pk=EVERYONE_ID)
    known = {one.entity_id: one.pk for one in rows if not one.is_collective}
    if strange := [one for one in entities if one not in known]:
        errors = {field: [f"{one} is no active individual here." for one in strange]}
        raise unprocessable("credential_refused", "The token cannot be issued like this.", errors)
    return sorted(known.values())


def _new_token() -> Token:
    prefix = "".join(secrets.choice(ALPHABET[:10] + ALPHABET[36:]) for _ in range(PREFIX_LENGTH))
    return Token(prefix, "".join(secrets.choice(ALPHABET) for _ in range(SECRET_LENGTH)))


def _copy(old: Credential, token: Token, by: Caller, now: datetime) -> Credential:
    new = Credential.objects.get(pk=old.pk)
    new.pk = None
    new._state.adding = True
    new.prefix, new.digest = token.prefix, token.digest
    new.lineage_id = old.lineage_id or old.pk
    new.created_by, new.created_at = by.principal_id, now
    new.save(force_insert=True)
    return new


def _locked(credential_id: int, by: Caller) -> Credential:
    """Return the row, locked, if it is the caller's own or the caller is an administrator; else 404."""
    found = Credential.objects.select_for_update().filter(pk=credential_id).first()
    if found is None or not (by.is_admin or (by.own_act and found.principal_id == by.principal_id)):
        raise not_found()
    return found


def _refuse_revoked(credential: Credential) -> None:
    if credential.revoked_at is not None:
        raise Problem(409, "credential_over", "This token was revoked, which is for good.")


def _saved(credential: Credential, field: str, action: str, act: _Act) -> Credential:
    credential.save(update_fields=[field])
    note(act.by, action, _thing(credential), now=act.now, reason=act.reason)
    return credential


def _thing(credential: Credential) -> tuple[str, int]:
    return "credential", credential.pk


def _note_issue(credential: Credential, by: Caller, now: datetime) -> None:
    """Record what a new token may do: codes and internal ids, no entity's name."""
    plain = [one for one in credential.scopes if not one.startswith(CONSENT_RECORD)]
    note(
        by,
        actions.CREDENTIAL_CREATE,
        _thing(credential),
        now=now,
        principal=credential.principal_id,
        scopes=plain + (["consent:record"] if len(plain) < len(credential.scopes) else []),
        max_provenance=credential.max_provenance,
        act_as=list(credential.act_as),
        context_required=credential.context_required,
    )
