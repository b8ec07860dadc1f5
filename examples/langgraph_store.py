"""A LangGraph store whose items are governed memories: `MemoryAdminStore` is a `BaseStore`.

    pip install langgraph
    MEMORY_ADMIN_URL=http://127.0.0.1:8000 MEMORY_ADMIN_TOKEN=ma_… python examples/langgraph_store.py

Every item is a memory of the token's own principal: private, audited, versioned, forgotten on deletion.
Say by `about` whom the items of a namespace are about, and with whom they are shared; consent decides
the rest. Values come back as they were put, for the graph to work with: to put memories before a model
use `recall`, which fences them. Two writers of one key at the same moment may make it twice; the newer
is read. `index` and `ttl` of an item are not used: what is searched is the item's own text.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from itertools import islice
from typing import Any, Final, TypedDict

from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
)

from memory_admin_client import MemoryAdmin, ProblemError
from memory_admin_client.shapes.memories import AnyMemory, ShownMemory
from memory_admin_client.shapes.writing import MemoryFields

Namespace = tuple[str, ...]
COMPARED: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "$eq": lambda value, wanted: bool(value == wanted),
    "$ne": lambda value, wanted: bool(value != wanted),
    "$gt": lambda value, wanted: bool(value > wanted),
    "$gte": lambda value, wanted: bool(value >= wanted),
    "$lt": lambda value, wanted: bool(value < wanted),
    "$lte": lambda value, wanted: bool(value <= wanted),
}


class Written(TypedDict):
    """What the content of a memory says, as JSON."""

    namespace: list[str]
    key: str
    value: dict[str, Any]


def about_nobody(namespace: Namespace) -> MemoryFields:
    """Keep the items of every namespace private, about nobody."""
    return {}


class MemoryAdminStore(BaseStore):
    """Items of a graph as memories of whoever the client speaks for."""

    def __init__(
        self, client: MemoryAdmin, about: Callable[[Namespace], MemoryFields] = about_nobody
    ) -> None:
        self._client = client
        self._about = about
        self._owner = client.whoami()["principal"]

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Carry out operations in their order."""
        return [self._done(op) for op in ops]

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Carry out operations in their order, in a thread."""
        return await asyncio.to_thread(self.batch, list(ops))

    def _done(self, op: Op) -> Result:
        if isinstance(op, GetOp):
            return self._get(op)
        if isinstance(op, PutOp):
            return self._put(op)
        if isinstance(op, SearchOp):
            return self._search(op)
        if isinstance(op, ListNamespacesOp):
            return self._namespaces(op)
        raise ValueError(f"There is no operation {type(op).__name__}.")

    def _get(self, op: GetOp) -> Item | None:
        found = self._find(op.namespace, op.key)
        return None if found is None else item(self._client.get_memory(found["id"]))

    def _put(self, op: PutOp) -> None:
        found = self._find(op.namespace, op.key)
        if op.value is None:
            if found is not None:
                self._client.delete_memory(found["id"])
            return
        written: Written = {"namespace": list(op.namespace), "key": op.key, "value": op.value}
        content = json.dumps(written, ensure_ascii=False)
        if found is None:
            fields = self._about(op.namespace).copy()
            fields["tags"] = [*fields.get("tags", []), *marks(op.namespace, op.key)]
            self._client.create_memory(content, **fields)
        elif found["content"] != content:
            self._client.update_memory(found["id"], content=content, version=found["version"] or 1)

    def _search(self, op: SearchOp) -> list[SearchItem]:
        matching = (one for one in self._under(op.namespace_prefix, op.query) if fits(one, op.filter))
        chosen = islice(matching, op.offset, op.offset + op.limit)
        return [item(self._client.get_memory(one["id"]), SearchItem) for one in chosen]

    def _namespaces(self, op: ListNamespacesOp) -> list[Namespace]:
        known = {tuple(written(one)["namespace"]) for one in self._under((), None)}
        conditions = op.match_conditions or ()
        found = {one[: op.max_depth] for one in known if all(agrees(one, by) for by in conditions)}
        return sorted(found)[op.offset : op.offset + op.limit]

    def _find(self, namespace: Namespace, key: str) -> ShownMemory | None:
        mark = marks(namespace, key)[-1]
        return next(self._client.list_memories(tag=[mark], owner=[self._owner], limit=1), None)

    def _under(self, prefix: Namespace, query: str | None) -> Iterator[ShownMemory]:
        """Return items whose namespace begins so: the best for a query, else the newest first."""
        mark = [mark_of(prefix)]
        if query is not None:
            return self._client.list_memories(tag=mark, owner=[self._owner], q=query, limit=200)
        return self._client.list_memories(tag=mark, owner=[self._owner], limit=200)


def marks(namespace: Namespace, key: str) -> list[str]:
    """Return the tags of an item: one for each beginning of its namespace, and last its own."""
    beginnings = [mark_of(namespace[:length]) for length in range(len(namespace) + 1)]
    return [*beginnings, mark_of(namespace, key)]


def mark_of(namespace: Namespace, *key: str) -> str:
    """Return a tag of bounded length for a namespace or a key in it."""
    named = json.dumps([namespace, *key])
    return f"langgraph:{hashlib.sha256(named.encode()).hexdigest()[:40]}"


def written(memory: ShownMemory | AnyMemory) -> Written:
    """Return what a memory holds of an item."""
    found: Written = json.loads(memory["content"] or "{}")
    return found


def item(memory: AnyMemory, kind: type[Any] = Item) -> Any:
    """Return an item as LangGraph has it."""
    held = written(memory)
    return kind(
        namespace=tuple(held["namespace"]),
        key=held["key"],
        value=held["value"],
        created_at=datetime.fromisoformat(memory["created_at"] or ""),
        updated_at=datetime.fromisoformat(memory["updated_at"] or ""),
    )


def fits(memory: ShownMemory, wanted: dict[str, Any] | None) -> bool:
    """Tell whether an item's value has what a filter asks for."""
    value = written(memory)["value"]
    return all(compared(value.get(name), one) for name, one in (wanted or {}).items())


def compared(value: Any, wanted: Any) -> bool:
    """Tell whether a value is what is wanted, or compares as the `$` operators say."""
    if not isinstance(wanted, dict) or not all(name in COMPARED for name in wanted):
        return bool(value == wanted)
    try:
        return all(COMPARED[name](value, one) for name, one in wanted.items())
    except TypeError:
        return False


def agrees(namespace: Namespace, condition: MatchCondition) -> bool:
    """Tell whether a namespace begins or ends as a condition says; `*` is any one part."""
    path, length = condition.path, len(condition.path)
    if length > len(namespace):
        return False
    part = namespace[:length] if condition.match_type == "prefix" else namespace[len(namespace) - length :]
    return all(wanted in ("*", one) for wanted, one in zip(path, part, strict=True))


class State(TypedDict):
    """What the graph below works on."""

    said: str
    known: list[str]


def remember(state: State, *, store: BaseStore) -> dict[str, Any]:
    """Keep what was said, and find what is known: one node of a graph."""
    store.put(("people", "sean"), "walks", {"text": state["said"]})
    found = store.search(("people",), query="walks", limit=3)
    return {"known": [one.value["text"] for one in found]}


def main() -> None:
    """Keep what a graph learns about somebody, find it again, and forget it."""
    from langgraph.graph import END, START, StateGraph

    graph = StateGraph(State)
    graph.add_node("remember", remember)
    graph.add_edge(START, "remember")
    graph.add_edge("remember", END)
    with MemoryAdmin.from_environment() as client:
        store = MemoryAdminStore(client)
        state = graph.compile(store=store).invoke({"said": "Sean likes short walks.", "known": []})
        print("known:", state["known"])
        print("namespaces:", store.list_namespaces())
        store.delete(("people", "sean"), "walks")
        print("after forgetting:", store.get(("people", "sean"), "walks"))


if __name__ == "__main__":
    try:
        main()
    except ProblemError as problem:
        raise SystemExit(f"{os.path.basename(__file__)}: {problem}") from None
