"""Tokens for asking the interface of consents, contexts and trust."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from profiles.rules.credentials import CredentialSpec
from profiles.services import credentials
from tests.cast import NOW, admin, principal

Door = Callable[..., Any]
SCOPES = ("memory", "grant", "consent", "context", "trust", "recall", "validate")


def token(entity: str, *scopes: str, **more: Any) -> str:
    """Return a new bearer token of an entity, verified where it was only named so far."""
    spec = CredentialSpec("test", scopes or SCOPES, **more)
    holder = principal(entity)
    holder.verified_at = NOW
    holder.save(update_fields=["verified_at"])
    return credentials.issue(principal=holder, spec=spec, by=admin(), now=NOW)[1]
