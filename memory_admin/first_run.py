"""What `up` prints: a link for the first administrator, an agent's token, a line that recalls something."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from memory_admin import env
from profiles.commands import local_caller
from profiles.models import Credential
from profiles.queries.principals import by_entity
from profiles.rules.credentials import CredentialSpec
from profiles.rules.tokens import digest, parse
from profiles.services import credentials, principals, signin
from profiles.types import Caller

AGENT = "si:bella_agent"
SCOPES = ("memory", "grant", "consent", "context", "trust", "recall", "privacy", "validate")
LABEL = "printed by up"
QUERY = "How is Bella's heart?"


@dataclass(frozen=True, slots=True)
class FirstRun:
    """The three lines of a first start."""

    admin_link: str = field(repr=False)
    token: str = field(repr=False)
    curl: str = field(repr=False)


def first_run_facts() -> FirstRun:
    """Return a fresh admin link, an agent's token (made once, kept 0600 in the home) and a curl line."""
    now, by = timezone.now(), local_caller()
    admin = principals.ensure_local_admin(now)
    link = signin.url(signin.mint(admin, by=by, now=now, role="administrator"))
    token = _token(by, now)
    body = json.dumps({"query": QUERY}).replace("'", "'\\''")
    curl = (
        f"curl -s {settings.PUBLIC_URL}/api/v1/recall -H 'Authorization: Bearer {token}' "
        f"-H 'Content-Type: application/json' -d '{body}'"
    )
    return FirstRun(link, token, curl)


def _token(by: Caller, now: datetime) -> str:
    file = env.home() / "agent-token"
    kept = file.read_text(encoding="utf-8").strip() if file.is_file() else ""
    if kept and _works(kept):
        return kept
    agent = by_entity(AGENT) or principals.create(AGENT, by=by, now=now, display_name="A first agent")
    spec = CredentialSpec(label=LABEL, scopes=SCOPES, application="first run")
    _, token = credentials.issue(principal=agent, spec=spec, by=by, now=now)
    _keep(file, token)
    return token


def _works(text: str) -> bool:
    token = parse(text)
    if token is None:
        return False
    rows = Credential.objects.filter(digest=digest(token.secret), revoked_at=None, paused_at=None)
    return rows.exists()


def _keep(file: Path, token: str) -> None:
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        stream.write(token)
