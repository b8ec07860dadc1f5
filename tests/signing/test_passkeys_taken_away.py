"""An administrator takes away the passkeys of somebody who lost the device, on the machine's command line."""

from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator
from django.utils import timezone

from audit.models import Event
from memory_admin.http.problem import Problem
from profiles.models import Account
from profiles.services import passkeys
from tests.cast import admin, caller
from tests.commands.shell import Shell
from tests.conftest import Database
from tests.pages.stage import signed_in
from tests.signing.stage import browser, who
from tests.signing.test_signing_in_by_passkey import asked, kept, refused, use

pytestmark = pytest.mark.usefixtures("post")
SEAN, LUNA = "human:sean", "human:luna"
AWAY = ("signin-passkeys", SEAN, "--remove")


@pytest.fixture
def shell(db: Database, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


def test_what_is_taken_away_opens_nothing_and_what_it_opened_is_over(shell: Shell) -> None:
    """Seen failing with the sessions left open: whoever found the phone stayed signed in."""
    lost, hers, found, by_link = kept(SEAN), kept(LUNA), browser(), signed_in(SEAN)
    use(found, lost.answered(asked(found)))
    listed = shell.answer("signin-passkeys", SEAN)["items"]
    assert len(listed) == 1 and "name" not in listed[0]
    assert shell.answer(*AWAY, "all", "--reason", "lost her phone") == {"removed": [listed[0]["number"]]}
    assert (who(found), who(by_link)) == ("", SEAN)
    assert refused(found, lost.answered(asked(found)))
    use(browser(), hers.answered(asked(browser())))
    assert Authenticator.objects.get().user.principal.entity_id == LUNA
    event = Event.objects.get(action="passkey.remove")
    assert (event.reason, event.details["ended"]) == ("lost her phone", 1)


def test_one_of_several_goes_by_its_number_and_nobody_elses_does(shell: Shell) -> None:
    kept(SEAN), kept(SEAN), kept(LUNA)
    first, second, hers = Authenticator.objects.order_by("pk").values_list("pk", flat=True)
    assert shell(*AWAY, str(hers), "--reason", "why").code == 1
    assert shell(*AWAY, str(first), "--reason", "why").code == 0
    assert list(Authenticator.objects.values_list("pk", flat=True).order_by("pk")) == [second, hers]


@pytest.mark.parametrize(
    "words", [("all",), ("all", "--reason", " "), ("x", "--reason", "why"), ("0", "--reason", "y")]
)
def test_what_is_asked_wrongly_takes_nothing_away(shell: Shell, words: tuple[str, ...]) -> None:
    kept(SEAN)
    assert shell(*AWAY, *words).code == 2 and Authenticator.objects.count() == 1


def test_only_an_administrator_takes_them_away(db: Database) -> None:
    """Seen failing without the question."""
    kept(SEAN)
    account, now = Account.objects.get(principal__entity_id=SEAN), timezone.now()
    for by, reason, status in ((caller(LUNA), "why", 403), (admin(), "", 422)):
        with pytest.raises(Problem) as refusal:
            passkeys.take_away(account, None, by=by, now=now, reason=reason)
        assert refusal.value.status == status
    assert Authenticator.objects.count() == 1
