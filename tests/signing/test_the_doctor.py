"""The doctor says which ways to sign in are on, and whether mail goes out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memory_admin import mail, openid
from memory_admin.checks.entrance import ways
from memory_admin.env import MissingSetting
from tests.signing.provider import CLIENT, SECRET


def test_it_says_that_there_are_links_alone(settings: Any) -> None:
    settings.PUBLIC_URL = "http://192.0.2.7"
    found = ways()
    assert found.level == "ok"
    assert found.said == "people sign in by one-time links; no codes, as MEMORY_ADMIN_EMAIL_URL is not set"


def test_it_says_what_else_is_on(settings: Any, tmp_path: Path) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = str(tmp_path)
    settings.PUBLIC_URL = "https://memory.example.org"
    found = ways()
    ways_on = "one-time links, codes by email, passkeys at https://memory.example.org"
    assert (found.level, found.said) == ("ok", f"people sign in by {ways_on}")


def test_it_warns_where_everybody_counts_as_one(settings: Any) -> None:
    settings.SECURE, settings.PUBLIC_URL = True, "https://memory.example.org"
    assert ways().level == "warn" and "MEMORY_ADMIN_TRUSTED_PROXIES" in ways().fix
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert ways().level == "ok"


def test_it_warns_of_a_mail_server_that_does_not_answer(settings: Any) -> None:
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = "django.core.mail.backends.smtp.EmailBackend", "127.0.0.1"
    settings.EMAIL_PORT = 9
    assert ways().level == "warn" and "MEMORY_ADMIN_EMAIL_URL" in ways().fix


def test_the_address_of_a_mail_server_is_read_or_refused_with_the_fix() -> None:
    found = mail.server("smtp://luna:p%40ss@mail.example.org")
    assert (found.host, found.port, found.user, found.password) == ("mail.example.org", 587, "luna", "p@ss")
    assert (found.starttls, found.tls) == (True, False)
    secure = mail.server("smtps://mail.example.org:4650")
    assert (secure.port, secure.starttls, secure.tls) == (4650, False, True)
    assert not mail.server("smtp+plain://127.0.0.1:25").starttls
    assert mail.server("file:///var/mail").folder == "/var/mail"
    assert mail.server("").backend.endswith("dummy.EmailBackend")
    for wrong in ("mail.example.org", "smtp://", "smtp://host:many", "http://host", "file://"):
        with pytest.raises(MissingSetting, match="MEMORY_ADMIN_EMAIL_URL must look like"):
            mail.server(wrong)


def test_a_provider_is_set_whole_or_refused_with_the_fix(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert openid.provider() == {}
    monkeypatch.setenv("MEMORY_ADMIN_OIDC_ISSUER", "https://login.example.org/people/")
    with pytest.raises(MissingSetting, match="MEMORY_ADMIN_OIDC_CLIENT_ID"):
        openid.provider()
    monkeypatch.setenv("MEMORY_ADMIN_OIDC_CLIENT_ID", CLIENT)
    monkeypatch.setenv("MEMORY_ADMIN_OIDC_CLIENT_SECRET", SECRET)
    found = openid.provider()
    assert (found["issuer"], found["name"]) == ("https://login.example.org/people", "login.example.org")
    assert found["by_email"] is False
    monkeypatch.setenv("MEMORY_ADMIN_OIDC_ISSUER", "http://login.example.org")
    with pytest.raises(MissingSetting, match="must be an https address"):
        openid.provider()
