"""Every page asked by everyone: a page that is not yours is the same as one that is not there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import URLPattern

from audit.models import Event
from tests.cast import CUSTODIAN
from tests.pages.stage import OUTSIDER, SECRET, STAFF, Scene, nobody, signed_in

NOBODYS = "mem_" + "0" * 32
# Who may open it: a status for a stranger, for sean (bella's custodian), and for each staff role.
TABLE: dict[str, tuple[int, int, int | None]] = {
    "/": (200, 200, 200),
    "/memories/": (200, 200, 200),
    "/memories/?view=mine": (200, 200, 200),
    "/memories/{memory}/": (404, 200, 200),
    f"/memories/{NOBODYS}/": (404, 404, 404),
    "/memories/new/": (200, 200, 200),
    "/memories/{memory}/edit/": (404, 404, 404),
    "/memories/{memory}/replace/": (404, 404, 404),
    "/memories/{memory}/versions/": (404, 404, 404),
    "/memories/{memory}/deliveries/": (404, 200, 200),
    "/memories/{memory}/put/forget/": (404, 404, 404),
    "/memories/nonsense/": (404, 404, 404),
    "/access/": (200, 200, 200),
    "/access/?memory={memory}&principal=si:bella_agent": (404, 200, 200),
    "/access/sees/": (200, 200, 200),
    "/access/sees/?principal=si:bella_agent": (200, 200, 200),
    "/access/sees/?principal=si:ash&subject=dog:bella": (200, 200, 200),
    "/access/sees/?principal=si:nobody": (200, 200, 404),
    "/access/about/": (200, 200, 200),
    "/access/about/?subject=dog:bella": (200, 200, 200),
    "/access/about/?subject=dog:nobody": (200, 200, 200),
    "/access/what-if/": (200, 200, 200),
    "/access/what-if/?memory={memory}&grantee=human:sean&give=true": (404, 404, 200),
    "/access/what-if/make/": (405, 405, 405),
    "/access/tried/job_none/": (404, 404, 404),
    "/policies/": (404, 404, 200),
    "/policies/try/": (404, 404, 405),
    "/policies/save/": (404, 404, 405),
    "/policies/versions/": (404, 404, 200),
    "/consents/": (200, 200, 200),
    "/consents/?view=given": (200, 200, 200),
    "/consents/?view=mine": (200, 200, 200),
    "/consents/?view=all": (200, 200, 200),
    "/consents/{consent}/": (404, 200, 200),
    "/consents/con_00000000000000000000000000000000/": (404, 404, 404),
    "/consents/{consent}/receipt/": (404, 200, None),
    "/consents/{consent}/answer/": (405, 405, 405),
    "/contexts/": (200, 200, 200),
    "/contexts/new/": (200, 200, 200),
    "/contexts/ctx:none/": (404, 404, 404),
    "/contexts/ctx:none/edit/": (405, 405, 405),
    "/contexts/ctx:none/come/": (405, 405, 405),
    "/contexts/sessions/ctxs_00000000000000000000000000000000/close/": (404, 404, 404),
    "/system-profile/": (200, 200, 200),
    "/system-profile/edit/": (403, 403, 403),
    "/system-profile/restore/": (405, 405, 405),
    "/system-profile/preview/": (404, 404, 200),
    "/system-profile/preview/?principal=dog:bella": (404, 404, 200),
    "/profile/": (200, 200, 200),
    "/profile/proposals/nonsense/": (405, 405, 405),
    "/profile/facts/promote/": (405, 405, 405),
    "/profile/facts/clear/": (405, 405, 405),
    "/knowledge/": (404, 404, 200),
    "/knowledge/nonsense/": (404, 404, 405),
    "/principals/": (200, 200, 200),
    "/principals/dog:bella/": (404, 200, 200),
    "/principals/new/": (404, 404, None),
    "/principals/dog:bella/change/verify/": (404, 403, None),
    "/principals/dog:bella/change/merge/": (404, 403, None),
    "/principals/dog:bella/change/nonsense/": (404, 404, 404),
    "/principals/dog:bella/tokens/new/": (404, 403, None),
    "/principals/dog:bella/tokens/1/revoke/": (404, 404, 404),
    "/my-sessions/": (200, 200, 200),
    "/my-sessions/end/": (405, 405, 405),
    "/principals/dog:nobody/": (404, 404, 404),
    "/rights/": (200, 200, 200),
    "/rights/ask/": (405, 405, 405),
    "/rights/rr_none/": (404, 404, 404),
    "/rights/rr_none/answer/": (405, 405, 405),
    "/trust/": (200, 200, 200),
    "/trust/matrix/": (200, 200, 200),
    "/trust/waiting/": (200, 200, 200),
    "/trust/waiting/trq_00000000000000000000000000000000/": (405, 405, 405),
    "/trust/human:sean/si:bella_agent/": (404, 200, 200),
    "/trust/si:ash/si:bella_agent/": (404, 404, 200),
    "/trust/human:sean/si:bella_agent/set/": (405, 405, 405),
    "/trust/human:sean/si:bella_agent/lower/": (404, 200, 200),
    "/trust/human:sean/si:bella_agent/request/": (405, 405, 405),
    "/memories/{memory}/hiding/": (404, 404, 404),
    "/memories/{memory}/release/": (404, 404, None),
    "/memories/{memory}/quarantine/": (404, 404, None),
    "/memories/{memory}/reveal/": (404, 404, None),
    "/reveals/": (200, 200, 200),
    "/reveals/rvl_none/answer/": (404, 404, 405),
    "/bench/": (200, 200, 200),
    "/bench/case/": (405, 405, 405),
    "/bench/validate/": (405, 405, 405),
    "/principals/si:bella_agent/pause/": (404, 404, None),
    "/jobs/": (200, 200, 200),
    "/jobs/?state=done": (200, 200, 200),
    "/jobs/job_none/": (404, 404, 404),
    "/jobs/job_none/file/": (405, 405, 405),
    "/jobs/job_none/cancel/": (405, 405, 405),
    "/violations/": (200, 200, 200),
    "/samples/": (404, 404, 200),
    "/samples/?view=looked": (404, 404, 200),
    "/samples/val_none/look/": (404, 404, 405),
    "/samples/owed/": (404, 404, 200),
    "/samples/owed/rec_none/clear/": (404, 404, 405),
    "/violations/?status=any&severity=high": (200, 200, 200),
    "/violations/bulk/": (405, 405, 405),
    "/violations/{violation}/": (404, 404, 200),
    "/violations/{own_violation}/": (404, 200, 200),
    "/violations/nonsense/": (404, 404, 404),
    "/violations/{violation}/review/": (405, 405, 405),
    "/audit/": (404, 404, 200),
    "/audit/request/{request}/": (404, 404, 200),
    "/audit/request/req_none/": (404, 404, 404),
    "/audit/verify/": (404, 404, 405),
    "/first-steps/": (404, 404, None),
    "/moving/": (200, 200, 200),
    "/moving/in/": (405, 405, 405),
    "/moving/out/": (405, 405, 405),
    "/moving/out/nonsense/": (404, 404, 404),
    "/health/": (404, 404, 200),
    "/sign-in/": (200, 200, 200),
    "/sign-in/address/": (405, 405, 405),
    "/sign-in/code/": (302, 302, 302),
    "/sign-in/passkey/": (302, 302, 302),
    "/sign-in/openid/": (404, 404, 404),
    "/sign-in/openid/back/": (404, 404, 404),
    "/my-sessions/passkeys/": (302, 302, 302),
    "/my-sessions/passkeys/1/remove/": (405, 405, 405),
    "/sign-in/nonsense/": (404, 404, 404),
    "/sign-out/": (405, 405, 405),
    "/memories/{memory}/generalize/": (404, 404, 404),
    "/generalizations/": (200, 200, 200),
    "/generalizations/?view=mine": (200, 200, 200),
    "/generalizations/?view=due": (200, 200, 200),
    "/generalizations/gen_00000000000000000000000000000000/answer/": (405, 405, 405),
    "/generalizations/gen_00000000000000000000000000000000/keep/": (405, 405, 405),
    "/nowhere/": (404, 404, 404),
}
# Where staff differs among itself: who verifies sets memories aside, an administrator pauses.
VERIFIES = {"auditor": 404, "reviewer": 200, "administrator": 200}
PARTY_OR_RULES = {"auditor": 404, "reviewer": 404, "administrator": 200}
ADMINISTERS = {"auditor": 403, "reviewer": 403, "administrator": 200}
APART = {
    "/consents/{consent}/receipt/": PARTY_OR_RULES,
    "/first-steps/": {"auditor": 404, "reviewer": 404, "administrator": 200},
    "/principals/new/": {"auditor": 404, "reviewer": 404, "administrator": 200},
    "/principals/dog:bella/change/verify/": ADMINISTERS,
    "/principals/dog:bella/change/merge/": ADMINISTERS,
    "/principals/dog:bella/tokens/new/": ADMINISTERS,
    "/memories/{memory}/quarantine/": VERIFIES,
    "/memories/{memory}/release/": VERIFIES,
    "/memories/{memory}/reveal/": {"auditor": 404, "reviewer": 404, "administrator": 200},
    "/principals/si:bella_agent/pause/": {"auditor": 404, "reviewer": 404, "administrator": 200},
}
OPEN = {
    "/sign-in/openid/": 404,
    "/sign-in/openid/back/": 404,
    "/sign-in/": 200,
    "/sign-in/address/": 405,
    "/sign-in/nonsense/": 404,
    "/nowhere/": 404,
}
ENTRANCES = {"sign-in", "sign-in-address", "sign-in-code", "sign-in-link", "sign-in-passkey"} | {
    "sign-in-openid",
    "sign-in-openid-back",
}


def addresses(scene: Scene) -> dict[str, tuple[int, int, int | None]]:
    story = Event.objects.exclude(request_id="").values_list("request_id", flat=True)[0]
    names = {"memory": scene.memory, "consent": scene.consent, "request": story}
    names |= {"violation": scene.violation, "own_violation": scene.own_violation}
    return {address.format(**names): statuses for address, statuses in TABLE.items()}


def sign_in_and_back_to(address: str) -> str:
    onward = (
        "" if address in {"/", "/sign-in/code/", "/sign-in/passkey/"} else "?" + urlencode({"next": address})
    )
    return "/sign-in/" + onward


def statuses_of(client: Client, scene: Scene) -> dict[str, int]:
    return {address: client.get(address).status_code for address in addresses(scene)}


def test_nobody_is_sent_to_sign_in_from_every_page(scene: Scene) -> None:
    for address in addresses(scene):
        answer = nobody().get(address)
        expected = OPEN.get(address, 302)
        assert (address, answer.status_code) == (address, expected)
        assert expected != 302 or answer.headers["Location"] == sign_in_and_back_to(address)
        assert SECRET not in answer.content.decode()


@pytest.mark.parametrize(("who", "column"), [(OUTSIDER, 0), (CUSTODIAN, 1)])
def test_a_person_opens_what_is_theirs(scene: Scene, who: str, column: int) -> None:
    expected = {address: row[column] for address, row in addresses(scene).items()}
    assert statuses_of(signed_in(who), scene) == expected


@pytest.mark.parametrize("role", STAFF)
def test_staff_opens_what_its_role_may(scene: Scene, role: str) -> None:
    apart = {
        name.format(memory=scene.memory, consent=scene.consent): by_role[role]
        for name, by_role in APART.items()
    }
    expected = {address: row[2] for address, row in addresses(scene).items()} | apart
    assert statuses_of(signed_in(STAFF[role], role), scene) == expected


@pytest.mark.parametrize("role", STAFF)
def test_what_a_memory_says_is_on_no_page_of_staff(scene: Scene, role: str) -> None:
    client = signed_in(STAFF[role], role)
    for address in addresses(scene):
        assert SECRET not in client.get(address).content.decode(), address


@pytest.mark.parametrize("address", ["/memories/{memory}/", "/consents/{consent}/", "/principals/dog:bella/"])
def test_what_is_not_yours_answers_like_what_is_not_there(scene: Scene, address: str) -> None:
    client = signed_in(OUTSIDER)
    hidden = client.get(address.format(memory=scene.memory, consent=scene.consent))
    absent = client.get(address.format(memory=NOBODYS, consent="con_" + "0" * 32).replace("bella", "nobody"))
    assert seen(hidden) == seen(absent)


@pytest.mark.parametrize("address", ["/audit/", "/health/", "/audit/verify/", "/audit/request/req_none/"])
def test_a_page_of_staff_answers_others_like_an_address_that_is_none(scene: Scene, address: str) -> None:
    client = signed_in(OUTSIDER)
    assert seen(client.get(address)) == seen(client.get("/nowhere/"))


def seen(answer: Any) -> tuple[int, str, dict[str, str]]:
    """Return all that a reader can tell two answers apart by: not the request's id, nor the form's secret."""
    text = re.sub(r'("X-CSRFToken": |value=)"[^"]+"', "", answer.content.decode())
    headers = {name: value for name, value in answer.headers.items() if name != "X-Request-ID"}
    return answer.status_code, text, headers


def test_every_page_goes_through_the_one_guard() -> None:
    guarded = {pattern.name for pattern in page_patterns() if hasattr(pattern.callback, "page_roles")}
    assert {pattern.name for pattern in page_patterns()} - guarded == ENTRANCES
    tried = {pattern.name for pattern in page_patterns() for one in TABLE if fits(pattern, one)}
    assert tried == {pattern.name for pattern in page_patterns()}


def page_patterns() -> Iterator[URLPattern]:
    from audit import page_urls as audits
    from consent import page_urls as consents
    from jobs import page_urls as jobs
    from memory_admin import urls
    from profiles import page_urls as profiles

    alone = [one for one in urls.urlpatterns if isinstance(one, URLPattern)]
    yield from (one for one in alone if one.name in {"overview", "health", "first-steps"})
    yield from (*audits.urlpatterns, *consents.urlpatterns, *jobs.urlpatterns, *profiles.urlpatterns)


def fits(pattern: URLPattern, address: str) -> bool:
    return bool(pattern.pattern.match(address.partition("?")[0].lstrip("/")))


@pytest.mark.parametrize("role", ["", "administrator"])
def test_every_page_is_kept_by_nobody_and_allows_no_foreign_or_inline_code(scene: Scene, role: str) -> None:
    client = signed_in(STAFF["administrator"] if role else CUSTODIAN, role)
    for address in addresses(scene):
        answer = client.get(address)
        assert answer.headers["Cache-Control"] == "no-store", address
        assert {"HX-Request", "Cookie"} <= set(answer.headers["Vary"].split(", ")), address
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy, address
        assert_no_inline(answer.content.decode())


def assert_no_inline(text: str) -> None:
    """Check that a page holds no script text, no style, no handler attribute and no foreign address."""
    assert not re.search(r"<style|<script(?![^>]* src=)|\sstyle=|\son\w+=", text)
    assert not re.search(r"""(?:src|href|action)=["'](?:https?:)?//""", text)


def test_a_refused_page_is_on_record(scene: Scene) -> None:
    signed_in(OUTSIDER).get("/audit/")
    refusal = Event.objects.get(outcome="refused")
    assert (refusal.action, refusal.object_id, refusal.code, refusal.door) == (
        "request.refused",
        "GET audit/",
        "not_found",
        "web",
    )
