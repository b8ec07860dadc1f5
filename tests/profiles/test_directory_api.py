"""The directory over HTTP: what each may know, and who may change it."""

from __future__ import annotations

from typing import Any

import pytest

from audit.models import Event
from profiles.models import Alias, Principal
from profiles.services import custody, identities, memberships, principals
from profiles.services.credentials import pause
from tests.profiles.cast import NOW, admin, someone, token_of
from tests.profiles.conftest import Ask


@pytest.fixture
def boss(db: Any) -> str:
    """The token of a person with the scope admin."""
    return token_of(someone("human:luna"), "admin", "principals")[1]


@pytest.fixture
def family(db: Any) -> dict[str, Principal]:
    """Sean, his dog and his group, beside people he has nothing to do with."""
    names = ("human:sean", "dog:bella", "group:care_team", "org:clinic", "vet:dr_smith", "si:max")
    found = {name: someone(name) for name in names}
    custody.appoint(found["dog:bella"].pk, found["human:sean"].pk, by=admin(), now=NOW)
    memberships.join(found["group:care_team"].pk, found["human:sean"].pk, by=admin(), now=NOW)
    memberships.join(found["group:care_team"].pk, found["vet:dr_smith"].pk, by=admin(), now=NOW)
    memberships.join(found["org:clinic"].pk, found["group:care_team"].pk, by=admin(), now=NOW)
    return found


def test_whoami_tells_who_one_is_and_answers_to(ask: Ask, family: dict[str, Principal]) -> None:
    credential, token = token_of(family["human:sean"], "gateway", act_as=("si:max",))
    own = ask(token, "GET", "whoami").json()
    assert own["principal"] == "human:sean"
    assert own["entities"] == ["*", "group:care_team", "human:sean", "org:clinic"]
    assert (own["acting_as"], own["on_behalf_of"], own["context_session"]) == (None, None, None)
    assert own["credential"] == f"tok_{credential.pk}"
    headers = {"X-Act-As": "si:max", "X-On-Behalf-Of": "vet:dr_smith"}
    other = ask(token, "GET", "whoami", **headers).json()
    assert (other["acting_as"], other["on_behalf_of"]) == ("si:max", "vet:dr_smith")
    assert other["entities"] == ["*", "si:max"]
    assert "group:care_team" in other["on_behalf_of_entities"]


def test_without_a_good_token_nothing_is_told(ask: Ask, family: dict[str, Principal]) -> None:
    credential, token = token_of(family["human:sean"])
    pause(credential.pk, by=admin(), now=NOW)
    answers = [ask(one, "GET", "whoami") for one in (token, token[:-1] + "0", "nonsense")]
    assert {answer.status_code for answer in answers} == {401}
    assert {answer["WWW-Authenticate"] for answer in answers} == {
        'Bearer realm="memory-admin", error="invalid_token"'
    }
    assert len({(a.json()["code"], a.json()["detail"]) for a in answers}) == 1
    missing = ask(None, "GET", "whoami")
    assert (missing.status_code, missing["WWW-Authenticate"]) == (401, 'Bearer realm="memory-admin"')


def test_a_refused_token_is_on_record_with_its_reason_and_never_its_text(
    ask: Ask, family: dict[str, Principal], capfd: pytest.CaptureFixture[str]
) -> None:
    credential, token = token_of(family["human:sean"])
    pause(credential.pk, by=admin(), now=NOW)
    for one in (token, token[:-4] + "0000", "Bearer " + token, token + "\ud83d"):
        assert ask(one, "GET", "principals/human:sean").status_code == 401
    refusals = Event.objects.filter(outcome="refused")
    assert {one.details.get("why") for one in refusals} >= {"paused"}
    assert {one.credential_id for one in refusals} >= {credential.pk}
    written = "".join(capfd.readouterr()) + repr(list(Event.objects.values()))
    assert token[12:40] not in written


def test_the_directory_shows_only_whom_one_may_know(ask: Ask, family: dict[str, Principal]) -> None:
    _, sean = token_of(family["human:sean"])
    listed = [one["id"] for one in ask(sean, "GET", "principals").json()["items"]]
    assert listed == ["human:sean", "dog:bella", "group:care_team", "org:clinic"]
    _, outsider = token_of(family["si:max"])
    assert [one["id"] for one in ask(outsider, "GET", "principals").json()["items"]] == ["si:max"]


@pytest.mark.parametrize("rest", ["", "/aliases", "/identities", "/memberships", "/custodians"])
def test_whom_one_may_not_know_is_as_absent_as_nobody(
    ask: Ask, family: dict[str, Principal], rest: str
) -> None:
    _, outsider = token_of(family["si:max"])

    def seen(name: str) -> dict[str, Any]:
        answer = ask(outsider, "GET", f"principals/{name}{rest}")
        body = answer.json()
        body.pop("request_id", None)
        return {"status": answer.status_code, **body}

    assert seen("dog:bella") == seen("dog:nobody") == seen("dog") == seen("*")
    assert seen("dog:bella")["status"] == 404
    assert ask(outsider, "GET", f"principals/si:MAX{rest}").status_code == 200


def test_a_write_to_whom_one_may_not_know_is_404_and_to_whom_one_may_is_403(
    ask: Ask, family: dict[str, Principal]
) -> None:
    _, sean = token_of(family["human:sean"])
    for path, body in (
        ("principals/{}", {"active": False}),
        ("principals/{}/identities", {"provider": "telegram", "external_id": "1"}),
        ("principals/{}/custodians", {"custodian": "human:sean"}),
        ("principals/{}/memberships", {"collective": "org:clinic"}),
    ):
        method = "PATCH" if path.endswith("{}") else "POST"
        assert ask(sean, method, path.format("si:max"), body).status_code == 404
        assert ask(sean, method, path.format("si:nobody"), body).status_code == 404
        assert ask(sean, method, path.format("dog:bella"), body).status_code == 403
    assert Principal.objects.get(entity_id="dog:bella").active


def test_addresses_are_shown_to_staff_and_to_oneself_only(
    ask: Ask, boss: str, family: dict[str, Principal]
) -> None:
    changes = {"email": "Sean@Example.org", "email_verified": True}
    shown = ask(boss, "PATCH", "principals/human:sean", changes)
    assert shown.json()["email"] == "sean@example.org"
    identities.bind(family["human:sean"].pk, provider="telegram", external_id="42", by=admin(), now=NOW)
    _, sean = token_of(family["human:sean"])
    _, bella = token_of(family["dog:bella"], "principals")
    assert ask(sean, "GET", "principals/human:sean").json()["email"] == "sean@example.org"
    assert len(ask(sean, "GET", "principals/human:sean/identities").json()["items"]) == 1
    seen = ask(bella, "GET", "principals/human:sean").json()
    assert "email" not in seen and "held" not in seen and "merged_into" not in seen
    assert ask(bella, "GET", "principals/human:sean/identities").json()["items"] == []


def test_a_member_sees_the_collective_but_not_its_other_members(
    ask: Ask, family: dict[str, Principal]
) -> None:
    _, sean = token_of(family["human:sean"])
    rows = ask(sean, "GET", "principals/group:care_team/memberships").json()["items"]
    assert [(row["collective"], row["member"]) for row in rows] == [
        ("group:care_team", "human:sean"),
        ("org:clinic", "group:care_team"),
    ]


def test_an_administrator_keeps_the_directory(ask: Ask, boss: str) -> None:
    made = ask(boss, "POST", "principals", {"id": "Dog:Bella".lower(), "display_name": "Bella"})
    assert (made.status_code, made.json()["id"], made.json()["verified"]) == (201, "dog:bella", True)
    alias = ask(boss, "POST", "principals/dog:bella/aliases", {"text": "Bells"})
    assert (alias.status_code, alias.json()["approved"]) == (201, True)
    assert ask(boss, "POST", "principals", {"id": "human:sean"}).status_code == 201
    custodian = ask(boss, "POST", "principals/dog:bella/custodians", {"custodian": "human:sean"})
    assert (custodian.status_code, custodian.json()["subject"]) == (201, "dog:bella")
    ended = ask(boss, "DELETE", "principals/dog:bella/custodians/human:sean")
    assert ended.status_code == 204
    assert ask(boss, "DELETE", "principals/dog:bella/custodians/human:sean").status_code == 404
    assert ask(boss, "DELETE", f"principals/dog:bella/aliases/{alias.json()['id']}").status_code == 204
    done = set(Event.objects.values_list("action", flat=True))
    assert {"principal.create", "alias.add", "alias.remove", "custodian.set", "custodian.end"} <= done


def test_a_principal_may_propose_an_alias_that_counts_once_approved(
    ask: Ask, boss: str, family: dict[str, Principal]
) -> None:
    _, sean = token_of(family["human:sean"])
    proposed = ask(sean, "POST", "principals/human:sean/aliases", {"text": "Seanie"}).json()
    assert not proposed["approved"]
    place = f"principals/human:sean/aliases/{proposed['id']}/approve"
    assert ask(sean, "POST", place).status_code == 403
    assert ask(boss, "POST", place).json()["approved"]
    assert ask(sean, "POST", "principals/dog:bella/aliases", {"text": "Bells"}).status_code == 403


@pytest.mark.parametrize("text", ["Al", "al.", "The", "dog", "HEART", "12345", "Be\u200blla", "\u202eBells"])
def test_an_alias_that_would_match_everything_is_refused(
    ask: Ask, boss: str, family: dict[str, Principal], text: str
) -> None:
    answer = ask(boss, "POST", "principals/dog:bella/aliases", {"text": text})
    assert (answer.status_code, answer.json()["code"]) == (422, "alias_refused")
    assert not Alias.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        {"id": "human:sean", "owner": "x"},
        {"id": "Human:sean"},
        {"id": "sean"},
        {"id": "human:"},
        {"id": "human:se an"},
        {"id": "human:se\u200ban"},
        {"id": "human:" + "a" * 129},
        {"id": "*"},
        {"id": None},
        {"id": 5},
        {},
        {"id": "human:sean", "display_name": "a\u202eb"},
    ],
)
def test_a_malformed_principal_is_400(ask: Ask, boss: str, body: dict[str, Any]) -> None:
    before = Principal.objects.count()
    assert ask(boss, "POST", "principals", body).status_code == 400
    assert Principal.objects.count() == before


def test_a_name_with_markup_is_kept_as_text(ask: Ask, boss: str) -> None:
    name = "<img src=x onerror=alert(1)>"
    made = ask(boss, "POST", "principals", {"id": "si:max", "display_name": name})
    assert (made.status_code, made.json()["display_name"]) == (201, name)


def test_one_id_is_one_principal_in_any_spelling(ask: Ask, boss: str) -> None:
    assert ask(boss, "POST", "principals", {"id": "si:MyBot"}).json()["id"] == "si:mybot"
    again = ask(boss, "POST", "principals", {"id": "si:mybot"})
    assert (again.status_code, again.json()["code"]) == (409, "principal_exists")
    assert ask(boss, "GET", "principals/si:MYBOT").json()["id"] == "si:mybot"


def test_ids_that_differ_stay_apart(ask: Ask, boss: str) -> None:
    for name in ("si:a.b@x", "si:a-b-x", "si:test_user", "si:test_user1"):
        assert ask(boss, "POST", "principals", {"id": name}).status_code == 201
    found = ask(boss, "GET", "principals?namespace=si").json()["items"]
    assert [one["id"] for one in found] == ["si:a.b@x", "si:a-b-x", "si:test_user", "si:test_user1"]


def test_a_look_alike_is_named_to_an_administrator_and_passes_with_a_reason(ask: Ask, boss: str) -> None:
    ask(boss, "POST", "principals", {"id": "human:sean"})
    refused = ask(boss, "POST", "principals", {"id": "human:se\u0430n"})
    assert (refused.status_code, refused.json()["code"]) == (409, "lookalike")
    assert refused.json()["lookalike"] == "human:sean"
    body = {"id": "human:se\u0430n", "reason": "his Russian account"}
    assert ask(boss, "POST", "principals", body).status_code == 201


def test_a_key_makes_one_principal_and_another_body_is_409(ask: Ask, boss: str) -> None:
    key = {"Idempotency-Key": "k1"}
    first = ask(boss, "POST", "principals", {"id": "human:sean"}, **key)
    again = ask(boss, "POST", "principals", {"id": "human:sean"}, **key)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    other = ask(boss, "POST", "principals", {"id": "human:max"}, **key)
    assert (other.status_code, other.json()["code"]) == (409, "idempotency_conflict")


def test_pages_of_the_directory_hold_everyone_once(ask: Ask, boss: str) -> None:
    names = [f"si:agent{number}" for number in range(7)]
    principals.register(names, by=admin(), now=NOW)
    seen: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        page = ask(boss, "GET", f"principals?namespace=si&limit=3{cursor}").json()
        seen += [one["id"] for one in page["items"]]
        cursor = f"&cursor={page['next']}" if page["next"] else None
    assert seen == names


def test_the_scope_principals_is_needed(ask: Ask, family: dict[str, Principal]) -> None:
    _, token = token_of(family["human:sean"], "memory")
    assert ask(token, "GET", "principals").status_code == 403
    assert ask(token, "GET", "whoami").status_code == 200
