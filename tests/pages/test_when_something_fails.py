"""What a page says when something fails: kindly, and nothing of what was stored."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import OperationalError

from memory_admin.http.problem import Problem, too_many
from tests.cast import CUSTODIAN
from tests.pages.stage import SECRET, Scene, nobody, signed_in


def failing(error: Exception) -> Any:
    def fail(*_: object, **__: object) -> None:
        raise error

    return fail


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
@pytest.mark.parametrize(
    ("error", "status"),
    [(RuntimeError(SECRET), 500), (OperationalError(SECRET), 503), (Problem(503, "not_recorded"), 503)],
)
def test_a_failure_says_so_and_no_more(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, headers: dict[str, str]
) -> None:
    client = signed_in(CUSTODIAN)
    monkeypatch.setattr("consent.views.memories.read_page", failing(error))
    answer = client.get("/memories/", headers=headers)
    text = answer.content.decode()
    assert answer.status_code == status and SECRET not in text and "Traceback" not in text
    assert ("<html" in text) == (not headers)
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_session_that_cannot_be_looked_up_is_a_failure_not_a_loop(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = signed_in(CUSTODIAN)
    monkeypatch.setattr("profiles.authentication.standing", failing(OperationalError(SECRET)))
    answer = client.get("/memories/")
    assert answer.status_code == 503 and SECRET not in answer.content.decode()


def test_a_cursor_that_is_none_is_told(scene: Scene) -> None:
    answer = signed_in(CUSTODIAN).get("/memories/?cursor=nonsense")
    assert answer.status_code == 400 and "start again without it" in answer.content.decode()


def test_what_was_refused_leads_back_to_where_it_was_asked(scene: Scene) -> None:
    """Seen failing when the only way on was the overview; elsewhere's pages are not linked to."""
    client = signed_in(CUSTODIAN)
    for come, led in (
        ("http://127.0.0.1/memories/?kind=raw", "/memories/?kind=raw"),
        ("http://elsewhere.example/memories/", ""),
    ):
        text = client.get("/contexts/?cursor=nonsense", headers={"Referer": come}).content.decode()
        assert ("Back to where you were" in text) == bool(led)
        assert f'href="{led or "/"}"' in text and "elsewhere" not in text


def test_a_failure_names_what_the_log_knows_it_by(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seen failing when the page sent its reader to a log without saying what to look for."""
    client = signed_in(CUSTODIAN)
    monkeypatch.setattr("consent.views.memories.read_page", failing(RuntimeError(SECRET)))
    answer = client.get("/memories/")
    assert answer.headers["X-Request-ID"] in answer.content.decode()


def test_a_wait_is_said_in_seconds_and_not_by_the_name_of_a_header(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen failing when a person was told to wait as long as Retry-After says."""
    client = signed_in(CUSTODIAN)
    monkeypatch.setattr("consent.views.memories.read_page", failing(too_many(7)))
    answer = client.get("/memories/")
    text = answer.content.decode()
    assert answer.status_code == 429 and "Try again in 7 seconds" in text and "Retry-After" not in text


def test_an_address_that_takes_a_form_says_so_to_whoever_opens_it(scene: Scene) -> None:
    """Seen failing when it spoke of methods and of the Allow header."""
    answer = signed_in(CUSTODIAN).get("/access/what-if/make/")
    text = answer.content.decode()
    assert answer.status_code == 405 and "only takes what a form sends" in text and "Allow" not in text


def test_a_place_in_a_list_that_is_gone_leads_to_its_beginning(scene: Scene) -> None:
    """Seen failing when only the overview was a link away."""
    text = signed_in(CUSTODIAN).get("/memories/?kind=raw&cursor=nonsense").content.decode()
    assert 'href="/memories/?kind=raw">Begin the list again' in text


def test_a_name_this_server_does_not_go_by_is_said_with_what_to_do(scene: Scene) -> None:
    """Seen failing when a browser was told no more than that the request could not be read."""
    text = nobody().get("/", headers={"Host": "elsewhere.example"}).content.decode()
    assert "MEMORY_ADMIN_ALLOWED_HOSTS" in text and "elsewhere" not in text
