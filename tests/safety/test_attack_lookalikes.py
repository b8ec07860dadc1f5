"""Asking for look-alikes to learn of ids one may not know: a held one is answered like any new one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.utils import timezone

from consent.models import Label
from consent.queries.asking import Question, resolve
from consent.queries.facts import gather
from consent.rules.decide import decide
from profiles.models import Principal
from tests.cast import OWNER, principal
from tests.safety.stages import SCOPES, ask, token

SEAN, TWIN, STRANGER = "human:sean", "human:se\u0430n", "human:stan"


@pytest.fixture
def owner(db: Any) -> str:
    principal(SEAN)
    return token(OWNER, *SCOPES, "privacy")


def _same(first: Any, second: Any) -> None:
    plain = [json.dumps(one, ensure_ascii=False).replace(TWIN, STRANGER) for one in (first, second)]
    assert plain[0] == plain[1]


def _shared(owner: str, number: int, name: str) -> dict[str, Any]:
    body = {"content": f"Note {number}", "access_grants": [name]}
    return dict(ask(owner, "POST", "memories", body).json())


def test_a_grant_to_a_look_alike_is_answered_like_one_to_a_stranger(owner: str) -> None:
    written = [_shared(owner, number, name) for number, name in enumerate((TWIN, STRANGER))]
    fields = ("access_grants", "pending_grants", "scope")
    _same(*({key: one[key] for key in fields} for one in written))


def test_sharing_with_a_look_alike_is_answered_alike_where_consent_is_required(owner: str) -> None:
    answers = []
    for number, name in enumerate((TWIN, STRANGER)):
        memory = ask(owner, "POST", "memories", {"content": f"Note {number}"}).json()["id"]
        given = ask(owner, "POST", f"memories/{memory}/grants", {"grantee": name, "require": True})
        plain = {key: one for key, one in given.json().items() if key not in {"memory", "request_id"}}
        answers.append((given.status_code, plain))
    _same(*answers)


def _asked(owner: str, way: str, memory: str, name: str) -> Any:
    question = {"memory": memory, "principal": name}
    if way == "audit":
        return ask(owner, "GET", f"privacy/audit?memory={memory}")
    if way == "batch":
        return ask(owner, "POST", "access/check", {"checks": [question]})
    return ask(owner, "POST", f"access/{way}", question)


@pytest.mark.parametrize("way", ["explain", "check", "batch", "audit"])
def test_no_question_about_access_tells_a_look_alike_from_a_stranger(owner: str, way: str) -> None:
    answers = []
    for number, name in enumerate((TWIN, STRANGER)):
        memory = _shared(owner, number, name)["id"]
        found = _asked(owner, way, memory, name)
        assert found.status_code == 200
        body = json.loads(found.content.decode().replace(memory, "MEMORY"))
        for one in body.get("items", ()):
            one.pop("created_at")
        answers.append({key: value for key, value in body.items() if key != "request_id"})
    _same(*answers)


def test_a_held_look_alike_is_shown_nothing_all_the_same(owner: str) -> None:
    _shared(owner, 1, TWIN)
    twin = Principal.objects.get(entity_id=TWIN)
    assert twin.held
    label = Label.objects.get().pk
    scene = gather([label], resolve(Question(asker=twin.pk), now=timezone.now()))
    assert not decide(scene.labels[label], scene).allowed
