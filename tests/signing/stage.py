"""People with addresses, and a post office in which what was sent can be read."""

from __future__ import annotations

import re
from threading import Barrier
from types import TracebackType
from typing import Any, Final

from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client, override_settings
from django.utils import timezone

from profiles.models import Account, Principal
from profiles.services import mailing
from tests.cast import NOW, principal

SEAN: Final = "sean@example.org"
NOBODY: Final = "nobody@example.org"
_CODE: Final = re.compile(r"^[A-Z]{4}-[A-Z]{4}$", re.MULTILINE)


class Post:
    """A mail server in memory; `letters` waits for what is on its way."""

    def __init__(self) -> None:
        self._set = override_settings(EMAIL_BACKEND="django.core.mail.backends.locmem.EmailBackend")

    def __enter__(self) -> Post:
        settled()
        self._set.enable()
        mail.outbox = []
        person("human:sean", SEAN)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        settled()
        self._set.disable()

    def letters(self) -> list[EmailMessage]:
        settled()
        return list(mail.outbox)

    def code(self) -> str:
        """Return the code of the newest letter."""
        found = _CODE.findall(str(self.letters()[-1].body))
        assert len(found) == 1
        return str(found[0])


def settled() -> None:
    """Wait until every letter handed in has gone: each worker is met when it has nothing else to do."""
    met = Barrier(mailing.WORKERS + 1)
    for _ in range(mailing.WORKERS):
        mailing._POST.submit(met.wait, 30)
    met.wait(30)


def person(entity: str, address: str, **fields: Any) -> Principal:
    """Return somebody whose address is verified."""
    return principal(entity, **{"email": address, "email_verified_at": NOW, **fields})


def account(entity: str, **fields: Any) -> Account:
    made: dict[str, Any] = {"created_at": timezone.now(), "password": "!", **fields}
    return Account.objects.create(principal=Principal.objects.get(entity_id=entity), **made)


def browser() -> Client:
    return Client(SERVER_NAME="127.0.0.1", raise_request_exception=False)


def ask(client: Client, address: str, **more: str) -> Any:
    return client.post("/sign-in/address/", {"email": address, **more})


def enter(client: Client, code: str, **more: str) -> Any:
    return client.post("/sign-in/code/", {"code": code, **more})


def who(client: Client) -> str:
    """Return as whom a browser is signed in, empty for nobody."""
    found = re.search(r"Signed in as </span><strong>([^<]+)<", client.get("/").content.decode())
    return found[1] if found else ""


def close_the_account() -> None:
    Account.objects.update(is_active=False)


def stop_the_person() -> None:
    Principal.objects.filter(entity_id="human:sean").update(active=False)


def hold_the_person() -> None:
    Principal.objects.filter(entity_id="human:sean").update(held=True)


def doubt_the_person() -> None:
    Principal.objects.filter(entity_id="human:sean").update(verified_at=None)


STOPS = [close_the_account, stop_the_person, hold_the_person, doubt_the_person]
