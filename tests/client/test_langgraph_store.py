"""The LangGraph store, before a running site."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from langgraph.store.base import BaseStore, Op

from examples.langgraph_store import MemoryAdminStore
from memory_admin_client import MemoryAdmin
from tests.cast import CUSTODIAN, GRANTEE

if TYPE_CHECKING:
    from tests.client.stage import Stage

WALKS = ("people", "sean", "likes")


@pytest.fixture
def client(site: str, stage: Stage) -> Iterator[MemoryAdmin]:
    with MemoryAdmin(site, stage.tokens["owner"]) as one:
        yield one


@pytest.fixture
def store(client: MemoryAdmin) -> Any:
    return MemoryAdminStore(client)


def keys(items: Any) -> list[str]:
    return [item.key for item in items]


def test_it_is_a_store_that_answers_each_operation(store: Any) -> None:
    assert isinstance(store, BaseStore)
    assert not MemoryAdminStore.__abstractmethods__
    assert {one.__name__ for one in Op.__args__} == {"GetOp", "SearchOp", "PutOp", "ListNamespacesOp"}
    with pytest.raises(ValueError, match="no operation"):
        store.batch([object()])


def test_an_item_is_put_read_replaced_and_deleted(store: Any, client: MemoryAdmin) -> None:
    store.put(WALKS, "walks", {"text": "short walks", "times": 2})
    first = store.get(WALKS, "walks")
    assert (first.value, first.namespace, first.key) == ({"text": "short walks", "times": 2}, WALKS, "walks")
    assert first.created_at <= first.updated_at
    store.put(WALKS, "walks", {"text": "long walks"})
    assert store.get(WALKS, "walks").value == {"text": "long walks"}
    assert [one["version"] for one in client.list_memories(q="walks")] == [2]
    store.put(("people",), "walks", {"text": "long walks"})
    store.delete(WALKS, "walks")
    assert store.get(WALKS, "walks") is None
    assert store.get(("people",), "walks").value == {"text": "long walks"}


def test_items_are_found_by_namespace_words_and_values(store: Any) -> None:
    store.put(WALKS, "walks", {"text": "short walks at the lake", "times": 2})
    store.put(WALKS, "tea", {"text": "green tea", "times": 4})
    store.put(("people", "luna"), "tea", {"text": "black tea", "times": None})
    assert keys(store.search(("people",))) == ["tea", "tea", "walks"]
    assert keys(store.search(WALKS, limit=1, offset=1)) == ["walks"]
    assert keys(store.search(("peo",))) == []
    assert keys(store.search(("people",), query="lake")) == ["walks"]
    assert keys(store.search((), filter={"times": {"$gt": 2}})) == ["tea"]
    assert keys(store.search((), filter={"times": 2, "text": {"$ne": "tea"}})) == ["walks"]


def test_namespaces_are_listed(store: Any) -> None:
    store.put(WALKS, "walks", {"text": "short"})
    store.put(("people", "luna", "likes"), "tea", {"text": "black"})
    store.put(("places",), "lake", {"text": "deep"})
    assert store.list_namespaces() == [("people", "luna", "likes"), WALKS, ("places",)]
    assert store.list_namespaces(prefix=("people", "*"), max_depth=2) == [
        ("people", "luna"),
        ("people", "sean"),
    ]
    assert store.list_namespaces(suffix=("likes",), limit=1, offset=1) == [WALKS]


def test_the_asynchronous_side_does_the_same(store: Any) -> None:
    async def told() -> Any:
        await store.aput(WALKS, "walks", {"text": "short walks"})
        return await store.asearch(("people",), query="walks"), await store.aget(WALKS, "walks")

    found, one = asyncio.run(told())
    assert (keys(found), one.value) == (["walks"], {"text": "short walks"})


def test_items_are_governed_like_any_memory(client: MemoryAdmin, site: str, stage: Stage) -> None:
    """An item is private until its namespace says otherwise and whoever it is about agrees."""
    store: Any = MemoryAdminStore(
        client, about=lambda _: {"subject_ids": ["dog:bella"], "access_grants": [GRANTEE]}
    )
    store.put(("dogs", "bella"), "walks", {"text": "short walks"})
    with MemoryAdmin(site, stage.tokens["grantee"]) as agent:
        assert MemoryAdminStore(agent).get(("dogs", "bella"), "walks") is None
        assert list(agent.list_memories(q="walks")) == []
        with MemoryAdmin(site, stage.tokens["custodian"]) as sean:
            sean.give_consent(CUSTODIAN, GRANTEE, "subject:dog:bella", purpose="care")
        assert len(list(agent.list_memories(q="walks"))) == 1
