"""S10: the addresses beside the API answer malformed requests too, the counters with the API's problems."""

from __future__ import annotations

from django.test import Client

from tests.safety.problems import wrong_with
from tests.safety.whole_api import Stage

REFUSED = ("", "Bearer", "Bearer zebrafinch", "Basic YTpi", "Bearer ma_zebrafinch_" + "A" * 43)


def test_counters_without_a_good_token_are_401(stage: Stage) -> None:
    assert wrong_with(Client().get("/metrics"), {401}, {"unauthenticated"}) == []
    for token in REFUSED:
        response = Client().get("/metrics", headers={"Authorization": token})
        assert wrong_with(response, {401}, {"unauthenticated"}) == [], token


def test_counters_need_the_scope_audit(stage: Stage) -> None:
    assert wrong_with(stage.as_("owner").get("/metrics"), {403}, {"scope_missing"}) == []
    assert stage.as_("admin").get("/metrics").status_code == 200


def test_health_and_the_description_are_open_and_say_nothing_of_anyone(stage: Stage) -> None:
    for path in ("/healthz", "/readyz", "/api/schema/", "/problems/invalid"):
        response = Client().get(path)
        assert response.status_code in {200, 503}, path
        assert b"bella" not in response.content.lower().replace(b"dog:bella", b"").replace(
            b"bella_health", b""
        )


def test_an_address_of_no_problem_is_404(stage: Stage) -> None:
    for code in ("nothing", "%00", "..%2F", "a" * 5000, "invalid/"):
        assert Client().get(f"/problems/{code}").status_code in {400, 404}, code[:20]


def test_a_host_that_is_none_of_ours_is_told_what_to_do(stage: Stage) -> None:
    for host in ("evil.example", "127.0.0.1:8000, evil.example", "a b", "", "[::1"):
        response = stage.as_("owner").get("/api/v1/whoami", headers={"Host": host})
        assert wrong_with(response, {400}, {"bad_request"}) == [], host
        assert "MEMORY_ADMIN_ALLOWED_HOSTS" in response.json()["detail"], host
