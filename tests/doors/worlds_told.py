"""Random worlds (tests/reference/worlds.py) with text, put into the database, and the readers asked in them.

Their rows are put there directly: worlds hold states that no service makes, and deciding stands those too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from consent.models import Memory
from consent.queries.access import explain
from consent.queries.search import Filters
from consent.queries.seen_about import About, Accessor
from consent.queries.seen_by import Looked
from consent.queries.visibility import may_see
from consent.reading import Page, read, read_page, read_search
from consent.recall import Ask, recall
from consent.rules.tiers import Tier
from consent.services import labels, renderings
from consent.services.questions import answer_accessors, answer_sights
from consent.types import Where
from memory_admin.http.cursor import Paging, Position
from memory_admin.http.problem import Problem
from profiles.models import Principal
from profiles.types import EVERYONE_ID, Caller
from tests.decision.world_rows import Stored
from tests.reference.worlds import NOW

Plain = dict[str, Any]
Seen = dict[str, int]
Counted = Counter[int]
WORD: Final = "murmur"
NOBODY: Final = "ctxs_" + "0" * 32


def give_texts(stored: Stored) -> None:
    """Let every memory of a world say something, rendered as a write would render it."""
    pairs = []
    for name, number in stored.memories.items():
        memory = Memory.objects.select_related("label").get(pk=number)
        memory.content = f"{WORD} {name}"
        memory.save(update_fields=["content"])
        pairs.append((memory, labels.spec_of(memory.label)))
    renderings.make(pairs)


def caller_of(asker: Plain, stored: Stored) -> Caller:
    """Return an asker of a world as its credential makes it."""
    me, behalf = stored.ids[asker["principal"]], asker["behalf"]
    name = Principal.objects.values_list("entity_id", flat=True).get(pk=me)
    return Caller(
        principal_id=me,
        principal=name,
        acting_id=me,
        acting=name,
        behalf_id=stored.ids[behalf] if behalf else None,
        behalf=behalf,
        context_required=asker["context_required"],
        scopes=frozenset({"memory", "recall", *(["recall:self"] if asker["recall_self"] else [])}),
        request_id="req_" + "0" * 32,
        door="rest",
    )


class World:
    """One asker in one world, as the readers are asked about it."""

    def __init__(self, stored: Stored, asker: Plain) -> None:
        self.by, self.asker = caller_of(asker, stored), asker
        session = asker["session"]
        self.where = Where(stored.sessions.get(session, NOBODY) if session else None, asker["visibility"])
        rows = Memory.objects.select_related("label").in_bulk(stored.memories.values())
        self.rows = {name: rows[number] for name, number in stored.memories.items()}
        self.ids = {name: f"mem_{rows[number].public_id.hex}" for name, number in stored.memories.items()}
        self.uuids = {name: rows[number].public_id for name, number in stored.memories.items()}
        self.filters = Filters(owners=sorted({row.owner_id for row in rows.values()}))

    @property
    def is_plain(self) -> bool:
        """Tell whether a question about access can be put without a token."""
        told = (self.asker["behalf"], self.asker["context_required"], self.asker["visibility"] == "self")
        return not any(told)

    def subjects(self, name: str) -> list[int]:
        """Return whom one memory of this world is about."""
        return self.rows[name].label.subjects

    def named(self, items: Any) -> Seen:
        """Return the tier of each memory of this world among items, -1 where it is not."""
        tiers = {item.public_id: int(item.tier) for item in items}
        return {name: tiers.get(public_id, -1) for name, public_id in self.ids.items()}


def listed(world: World) -> Seen:
    """Read page after page of one."""
    items, place = [], None
    while True:
        rows = read_page(Page(world.filters, place, 1), world.where, by=world.by, now=NOW)
        items += [item for item, _ in rows[:1]]
        if len(rows) < 2:
            return world.named(items)
        place = rows[0][1]


def listed_at_once(world: World) -> Seen:
    rows = read_page(Page(world.filters, limit=200), world.where, by=world.by, now=NOW)
    return world.named(item for item, _ in rows)


def searched(world: World) -> Seen:
    """Search by a word of the content and by the kind, which every tier shows."""
    page = Page(world.filters, limit=200)
    return world.named(read_search(f"{WORD} raw", page, world.where, by=world.by, now=NOW))


def recalled(world: World) -> Seen:
    ask = Ask(f"{WORD} raw", world.filters, world.where, limit=200)
    return world.named(one.item for one in recall(ask, by=world.by, now=NOW).outcomes)


def got(world: World) -> Seen:
    """Get each by its id."""
    found = []
    for public_id in world.ids.values():
        try:
            found.append(read(public_id, world.where, by=world.by, now=NOW).item)
        except Problem as problem:
            if problem.code != "not_found":
                raise
    return world.named(found)


READERS: Final[dict[str, Callable[[World], Seen]]] = {
    "list": listed,
    "list at once": listed_at_once,
    "search": searched,
    "recall": recalled,
    "get": got,
}


def answers(world: World) -> dict[str, Seen]:
    """Return what each reader shows of the world's memories; a refusal shows nothing of any."""
    found = {}
    for name, reader in READERS.items():
        try:
            found[name] = reader(world)
        except Problem as problem:
            assert problem.code in {"session_unknown", "scope_missing"}, problem
            found[name] = dict.fromkeys(world.ids, -1)
    return found


def decisions(world: World, admin: Caller) -> dict[str, dict[str, bool]]:
    """Return what the doors that only decide say, where they can be asked it."""
    if not world.is_plain:
        return {}
    found = {"explain": {name: _explained(world, public_id, admin) for name, public_id in world.ids.items()}}
    if world.where.session is None:
        found["may see"] = {name: may_see(one, by=world.by, now=NOW) for name, one in world.uuids.items()}
    return found


def sights(world: World, admin: Caller) -> Seen:
    """Return the tier of each memory that staff is told a world's asker sees, page after page of two."""
    found: Seen = {}
    position = None
    while True:
        looked = Looked(Paging(2, position, b""))
        try:
            rows = answer_sights(world.by.acting_id, world.where.session, looked, by=admin, now=NOW)
        except Problem as problem:
            assert problem.code == "session_unknown", problem
            return dict.fromkeys(world.ids, -1)
        found |= {row.id: int(Tier[row.tier.upper()]) for row in rows[:2]}
        if len(rows) < 3:
            return {name: found.get(public_id, -1) for name, public_id in world.ids.items()}
        position = Position((rows[1].number,))


def accessors(world: World, admin: Caller) -> dict[int, Counted]:
    """Return by subject how many memories about it staff is told the asker sees at each tier."""
    subjects = {one for name in world.ids for one in world.subjects(name)}
    return {one: _counted(world, one, admin) for one in subjects}


def _counted(world: World, subject: int, admin: Caller) -> Counted:
    rows: dict[int, Accessor] = {}
    position = None
    while True:
        found = answer_accessors(About(Paging(1, position, b""), subject), by=admin, now=NOW)
        rows |= {row.number: row for row in found[:1]}
        if len(found) < 2:
            row = rows.get(world.by.acting_id) or rows.get(EVERYONE_ID)
            return Counter({int(Tier[word.upper()]): count for word, count in row.tiers} if row else {})
        position = Position((found[0].number,))


def _explained(world: World, public_id: str, admin: Caller) -> bool:
    try:
        return explain(public_id, world.by.acting, world.where.session, by=admin, now=NOW).allowed
    except Problem as problem:
        assert problem.code == "session_unknown", problem
        return False
