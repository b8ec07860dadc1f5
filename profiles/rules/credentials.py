"""What a credential may be given, judged before anything is stored, and whether it still works."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

from profiles.rules.entity import EntityError, parse_entity
from profiles.types import CONSENT_RECORD, NARROW_SCOPES, SCOPES

PROVENANCE: Final = (
    "untrusted",
    "user_provided",
    "model_generated",
    "tool_derived",
    "verified_external",
    "application_trusted",
)
SOURCE_TYPES: Final = (
    "user_message",
    "model_output",
    "tool_result",
    "document",
    "application",
    "verified",
)
LONGEST_LABEL: Final = 100
_PROVIDER: Final = re.compile(r"[a-z][a-z0-9._-]{0,63}")


@dataclass(frozen=True, slots=True)
class CredentialSpec:
    """What an admin asks for when issuing a token; entities by their ids, empty lists mean none."""

    label: str
    scopes: tuple[str, ...]
    max_provenance: str = "tool_derived"
    source_types: tuple[str, ...] = ()
    act_as: tuple[str, ...] = ()
    providers: tuple[str, ...] = ()
    context_required: bool = False
    application: str = ""
    expires_at: datetime | None = None


def check_spec(spec: CredentialSpec, *, now: datetime) -> dict[str, list[str]]:
    """Return what is wrong with a spec by field; empty when nothing is."""
    found = {
        "label": _label(spec.label),
        "scopes": [] if spec.scopes else ["Must have at least one scope."],
        "max_provenance": _among([spec.max_provenance], PROVENANCE),
        "source_types": _among(spec.source_types, SOURCE_TYPES),
        "providers": [f"{one[:64]!r} is no provider." for one in spec.providers if not is_provider(one)],
        "application": ["Must be at most 100 characters."] if len(spec.application) > LONGEST_LABEL else [],
        "expires_at": ["Must be in the future."] if spec.expires_at and spec.expires_at <= now else [],
    }
    return {field: errors for field, errors in found.items() if errors}


class Stoppable(Protocol):
    """A token as far as it depends on that whether it still works."""

    @property
    def expires_at(self) -> datetime | None: ...
    @property
    def paused_at(self) -> datetime | None: ...
    @property
    def revoked_at(self) -> datetime | None: ...


def why_stopped(token: Stoppable, now: datetime) -> str:
    """Return what ended or stopped a token: `revoked`, `expired` or `paused`; empty for one that works."""
    if token.revoked_at is not None:
        return "revoked"
    if token.expires_at is not None and token.expires_at <= now:
        return "expired"
    return "paused" if token.paused_at is not None else ""


def canonical_scopes(scopes: Iterable[str]) -> tuple[str, ...]:
    """Return the scopes in their one spelling, sorted; raises ValueError naming the first unknown one."""
    return tuple(sorted({_canonical_scope(scope) for scope in scopes}))


def recorded_grantors(scopes: Iterable[str]) -> frozenset[str]:
    """Return the entity ids whose consent these scopes may record."""
    return frozenset(one.removeprefix(CONSENT_RECORD) for one in scopes if one.startswith(CONSENT_RECORD))


def is_provider(text: str) -> bool:
    """Tell whether a text can name an outside provider of accounts, like `telegram`."""
    return _PROVIDER.fullmatch(text) is not None


def _canonical_scope(scope: str) -> str:
    if scope in SCOPES or scope in NARROW_SCOPES:
        return scope
    if not scope.startswith(CONSENT_RECORD):
        raise ValueError(f"{scope[:60]!r} is no scope. Known: {', '.join((*SCOPES, *NARROW_SCOPES))}.")
    try:
        grantor = parse_entity(scope.removeprefix(CONSENT_RECORD))
    except EntityError as error:
        raise ValueError(f"{CONSENT_RECORD} must name one entity: {error.reason}") from None
    if grantor.is_collective:
        raise ValueError(f"{CONSENT_RECORD} must name an individual.")
    return CONSENT_RECORD + str(grantor)


def _label(label: str) -> list[str]:
    if not label.strip():
        return ["Must say what the token is for."]
    return [f"Must be at most {LONGEST_LABEL} characters."] if len(label) > LONGEST_LABEL else []


def _among(given: Iterable[str], known: tuple[str, ...]) -> list[str]:
    return [f"{one[:40]!r} is not one of: {', '.join(known)}." for one in given if one not in known]
