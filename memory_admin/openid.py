"""The OpenID Connect provider people may sign in with, from the environment; empty where there is none."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from memory_admin import env
from memory_admin.env import MissingSetting
from profiles.rules.signing import is_private_channel

_PREFIX: Final = "MEMORY_ADMIN_OIDC_"


def provider() -> dict[str, str | bool]:
    """Return issuer, client id and secret, name and whether addresses count; raises MissingSetting."""
    issuer = env.optional(_PREFIX + "ISSUER").rstrip("/")
    if not issuer:
        return {}
    if not is_private_channel(issuer):
        raise MissingSetting(
            f"{_PREFIX}ISSUER must be an https address, like https://login.example.org/people."
        )
    return {
        "issuer": issuer,
        "client_id": env.required(_PREFIX + "CLIENT_ID"),
        "secret": env.required(_PREFIX + "CLIENT_SECRET"),
        "name": env.optional(_PREFIX + "NAME", urlsplit(issuer).hostname or ""),
        "by_email": env.flag(_PREFIX + "EMAIL"),
    }
