"""Who was shown a memory, over REST: a page at a time, without a word of it."""

from __future__ import annotations

from typing import Any

from consent.services.memories import create
from tests.cast import ADMIN, NOW, OUTSIDER, OWNER, caller, draft
from tests.safety.outside import client, token_of


def test_who_was_shown_it_is_told_to_whoever_audits(db: Any) -> None:
    memory = create(draft("Luna likes warm tea", access_grants=("*",)), by=caller(OWNER), now=NOW).public_id
    other = create(draft("Max sleeps late", access_grants=("*",)), by=caller(OWNER), now=NOW).public_id
    reader, auditor = client(token_of(OUTSIDER)), client(token_of(ADMIN, "audit"))
    path = f"/api/v1/memories/{memory}/deliveries"
    assert auditor.get(path).json()["items"] == []
    recalled = reader.post("/api/v1/recall", {"query": "warm tea"}, format="json").json()
    reader.get(f"/api/v1/memories/{memory}")
    reader.get(f"/api/v1/memories/{other}")
    first = auditor.get(path + "?limit=1").json()
    second = auditor.get(path + f"?limit=1&cursor={first['next']}").json()
    assert (
        second["next"] is None and auditor.get(path + f"?limit=1&cursor={second['previous']}").json() == first
    )
    read, found = first["items"][0], second["items"][0]
    assert (found["recall_id"], found["principal"]) == (recalled["recall_id"], OUTSIDER)
    assert (read["tier"], read["through"], read["decision"]) == ("full", "*", "included")
    assert "tea" not in str([read, found])


def test_without_the_scope_or_the_memory_there_is_nothing(db: Any) -> None:
    memory = create(draft("Luna likes warm tea", access_grants=("*",)), by=caller(OWNER), now=NOW).public_id
    assert client(token_of(OWNER)).get(f"/api/v1/memories/{memory}/deliveries").status_code == 403
    auditor = client(token_of(ADMIN, "audit"))
    for nothing in ("mem_" + "0" * 32, "nothing"):
        assert auditor.get(f"/api/v1/memories/{nothing}/deliveries").status_code == 404
