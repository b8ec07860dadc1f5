"""Recall over the real database: what comes back is what consent allows, fenced and recorded."""

from __future__ import annotations

from datetime import timedelta

import pytest

from audit.models import Delivery, Event
from consent.models import Consent
from consent.recall import Ask, recall
from consent.services.memories import create
from memory_admin.http.problem import Problem
from tests.cast import CUSTODIAN, GRANTEE, NOW, OUTSIDER, OWNER, caller, custodian, draft, principal

LATER = NOW + timedelta(minutes=1)


def heart() -> str:
    custodian("dog:bella", CUSTODIAN)
    bella = draft(
        "Bella has a heart murmur",
        source_entity="vet:dr_smith",
        subject_ids=("dog:bella",),
        access_grants=(CUSTODIAN, GRANTEE),
        consent_grants=(CUSTODIAN,),
    )
    return create(bella, by=caller(OWNER), now=NOW).public_id


def found(who: str, query: str = "how is Bella's heart?") -> list[str]:
    return [one.item.public_id for one in recall(Ask(query), by=caller(who), now=LATER).outcomes]


def test_the_owner_recalls_what_it_wrote(db: object) -> None:
    memory = heart()
    assert found(OWNER) == [memory]


def test_the_custodian_of_the_only_subject_needs_nobodys_consent(db: object) -> None:
    memory = heart()
    assert found(CUSTODIAN) == [memory]


def test_an_agents_word_for_the_custodian_is_a_request_and_shows_nothing(db: object) -> None:
    heart()
    assert found(GRANTEE) == []
    asked = Consent.objects.get()
    assert (asked.status, asked.grantor.entity_id, asked.grantee.entity_id) == (
        "requested",
        CUSTODIAN,
        GRANTEE,
    )


def test_a_consent_opens_it_and_its_end_closes_it(db: object) -> None:
    memory = heart()
    Consent.objects.update(status="active", granted_at=NOW, evidence="verified")
    assert found(GRANTEE) == [memory]
    Consent.objects.update(status="revoked", revoked_at=NOW)
    assert found(GRANTEE) == []


def test_an_outsider_finds_nothing_and_leaves_a_record(db: object) -> None:
    heart()
    assert found(OUTSIDER) == []
    assert Event.objects.filter(action="memory.recall", actor_id=principal(OUTSIDER).pk).count() == 1


def test_content_that_names_a_protected_entity_gets_it_as_a_subject(db: object) -> None:
    custodian("dog:bella", CUSTODIAN)
    create(draft("Bella's heart races", access_grants=("*",)), by=caller(OWNER), now=NOW)
    assert found(OUTSIDER) == []
    create(draft("hearts race in small breeds", access_grants=("*",)), by=caller(OWNER), now=NOW)
    assert len(found(OUTSIDER, "heart")) == 1


def test_what_is_delivered_is_recorded_and_fenced(db: object) -> None:
    heart()
    answer = recall(Ask("heart"), by=caller(CUSTODIAN), now=LATER)
    system, user = answer.formatted.messages
    assert (system.role, user.role) == ("system", "user")
    assert "heart murmur" in user.content and "heart murmur" not in system.content
    assert Delivery.objects.get().tier == "full"


@pytest.mark.parametrize("query", ["", "   ", "\u200b", "?!"])
def test_a_blank_query_is_refused(db: object, query: str) -> None:
    with pytest.raises(Problem, match="blank_query"):
        recall(Ask(query), by=caller(OWNER), now=LATER)


def test_the_same_written_twice_is_one_memory(db: object) -> None:
    first = create(draft("The clinic opens at nine"), by=caller(OWNER), now=NOW)
    second = create(draft("the  clinic opens at NINE"), by=caller(OWNER), now=NOW)
    assert (second.public_id, second.created) == (first.public_id, False)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("Пароль ротация каждые 90 дней", "ротация"),
        ("배포 체크리스트를 확인", "체크리스트"),
        ("open till late: café", "café"),
        ("中文优先", "中文"),
        ("docker 部署指南", "docker 部署"),
        ("ตรวจสอบรายการ", "รายการ"),
        ("सूची की जाँच करें", "जाँच"),
        ("Ο κατάλογος ελέγχου", "κατάλογος"),
        ("قائمة التحقق من النشر", "التحقق"),
        ("רשימת בדיקה לפריסה", "בדיקה"),
    ],
)
def test_text_is_found_in_its_own_language(db: object, text: str, query: str) -> None:
    memory = create(draft(text), by=caller(OWNER), now=NOW)
    assert found(OWNER, query) == [memory.public_id]
