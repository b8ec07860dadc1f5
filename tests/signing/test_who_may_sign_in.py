"""Who may sign in is one rule: for links, for accounts that stand, and for addresses."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator

from memory_admin.http.problem import Problem
from profiles.models import Account, Principal
from profiles.queries.signing import may_sign_in, people, standing
from profiles.services import merging, signin, signing
from tests.cast import NOW, admin, principal
from tests.conftest import Database
from tests.signing.stage import person

WHO = "human:luna"


@pytest.mark.parametrize(
    "barred",
    [
        {"active": False},
        {"held": True, "verified_at": None},
        {"verified_at": None},
        {"merged_into_id": 0},
        {"namespace": "group"},
    ],
)
def test_each_of_the_three_says_the_same(db: Database, barred: dict[str, Any]) -> None:
    """Seen failing for a collective while accounts that stand had a rule of their own."""
    who = principal(WHO)
    account = Account.objects.create(principal=who, created_at=NOW)
    token = signin.mint(who, by=admin(), now=NOW)
    assert (may_sign_in(who), standing(account.pk)) == (True, account)
    Principal.objects.filter(pk=who.pk).update(**barred)
    assert not people().filter(pk=who.pk).exists()
    assert (may_sign_in(who), standing(account.pk)) == (False, None)
    with pytest.raises(Problem) as refused:
        signin.use(token, now=NOW)
    assert refused.value.code == "link_void"


def merge(duplicate: Principal, survivor: str) -> None:
    merging.merge(duplicate.pk, principal(survivor).pk, by=admin(), now=NOW, reason="the same person")


def test_an_account_that_nobody_came_in_by_does_not_stop_a_merge(db: Database) -> None:
    """Seen failing while a code asked for, which makes the account it would open, refused it for good."""
    who = person(WHO, "luna@example.org")
    assert signing.account_for_code("luna@example.org", request_id="", now=NOW) is not None
    merge(who, "human:max")
    who.refresh_from_db()
    assert who.merged_into_id is not None and not Account.objects.filter(principal=who).exists()


@pytest.mark.parametrize("used", ["signed in", "role", "passkey"])
def test_an_account_that_somebody_uses_survives(db: Database, used: str) -> None:
    who = principal(WHO)
    account = Account.objects.create(principal=who, created_at=NOW)
    if used == "passkey":
        Authenticator.objects.create(user=account, type="webauthn", data={})
    changes: dict[str, dict[str, Any]] = {
        "signed in": {"last_login": NOW - timedelta(days=400)},
        "role": {"role": "auditor"},
    }
    Account.objects.filter(pk=account.pk).update(**changes.get(used, {"is_active": True}))
    with pytest.raises(Problem) as refused:
        merge(who, "human:max")
    assert refused.value.code == "merge_refused" and Account.objects.filter(pk=account.pk).exists()
