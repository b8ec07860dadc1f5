"""The fixed cast and the few acts every test of the directory starts from."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from django.db import connections

from profiles.authentication import caller_by_token
from profiles.models import Credential, Principal
from profiles.rules.credentials import CredentialSpec
from profiles.rules.tokens import parse
from profiles.services import credentials, principals
from profiles.types import Caller

NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)
HOUR = timedelta(hours=1)


def admin() -> Caller:
    """The administrator: the command line on the machine."""
    local = principals.ensure_local_admin(NOW)
    return Caller(
        principal_id=local.pk,
        principal=local.entity_id,
        acting_id=local.pk,
        acting=local.entity_id,
        request_id="req_test",
        door="cli",
        staff_role="administrator",
    )


def someone(entity: str, *, display_name: str = "") -> Principal:
    """A principal an administrator made."""
    return principals.create(entity, by=admin(), now=NOW, display_name=display_name)


def token_of(principal: Principal, *scopes: str, **more: object) -> tuple[Credential, str]:
    """A token with these scopes."""
    spec = CredentialSpec("test", scopes or ("memory", "principals"), **more)  # type: ignore[arg-type]
    return credentials.issue(principal=principal, spec=spec, by=admin(), now=NOW)


def caller_with(token: str, *, act_as: str | None = None, behalf: str | None = None) -> Caller:
    """Who a token is, as a door asks it."""
    parsed = parse(token)
    assert parsed is not None
    return caller_by_token(parsed, act_as=act_as, behalf=behalf, request_id="req_test", door="rest")


def agent(entity: str, *scopes: str, **more: object) -> Caller:
    """An agent with a token of its own, as the door knows it."""
    return caller_with(token_of(someone(entity), *scopes, **more)[1])


def at_once(*acts: Callable[[], object]) -> list[Exception]:
    """Run acts in threads of their own that start together; returns what they raised."""
    start, raised = threading.Barrier(len(acts)), []

    def run(act: Callable[[], object]) -> None:
        start.wait()
        try:
            act()
        except Exception as error:
            raised.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised
