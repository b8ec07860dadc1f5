"""Reading shared knowledge, and the names a note about nobody must not hold."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from heapq import nlargest
from operator import itemgetter
from typing import Final

from django.db.models import QuerySet

from memory_admin.http.problem import not_found
from memory_admin.http.public_id import public_uuid
from profiles.models import Alias, KnowledgeNote, Principal
from profiles.rules.entity import AGENT, COLLECTIVES
from profiles.rules.names import is_everyday
from profiles.types import EVERYONE_ID, Caller
from text.names import NameMatcher
from text.tokens import query_words

MOST_WEIGHED: Final = 500
_READ: Final = 50


def public(row: KnowledgeNote) -> str:
    """Return a note's public id."""
    return f"kno_{row.public_id.hex}"


def note_by_id(public_id: str) -> KnowledgeNote:
    """Return a note; raises Problem 404."""
    uuid = public_uuid(public_id, "kno")
    found = KnowledgeNote.objects.filter(public_id=uuid).first() if uuid else None
    if found is None:
        raise not_found()
    return found


def notes_for(by: Caller) -> QuerySet[KnowledgeNote]:
    """Return the notes a caller may read: those approved, its own drafts, and to who oversees all."""
    rows = KnowledgeNote.objects.all()
    if by.oversees:
        return rows
    return rows.filter(status="approved") | rows.filter(drafted_by=by.principal_id)


def relevant(query: str, limit: int) -> list[KnowledgeNote]:
    """Return approved notes, those that say more of the query's words first; the newest without a query.

    Of notes that are weighed only the words are read, a few at a time; whole only what is returned."""
    rows = KnowledgeNote.objects.filter(status="approved").order_by("-at", "-pk")
    asked = set(query_words(query)) if query else set()
    if not asked:
        return list(rows[:limit])
    said = rows.values_list("pk", "title", "text")[:MOST_WEIGHED].iterator(chunk_size=_READ)
    weighed = ((len(asked.intersection(query_words(f"{t} {text}", 2000))), pk) for pk, t, text in said)
    best = nlargest(limit, (one for one in weighed if one[0]), key=itemgetter(0))
    found = rows.in_bulk([pk for _, pk in best])
    return [found[pk] for _, pk in best if pk in found]


@dataclass(frozen=True, slots=True)
class PeoplesNames:
    """Everybody's names: those that mean somebody, and everyday words that only may."""

    sure: NameMatcher
    everyday: NameMatcher


def names_of_people() -> PeoplesNames:
    """Return everybody's names and approved aliases: of individuals, not of agents."""
    people = Principal.objects.exclude(pk=EVERYONE_ID).exclude(namespace__in=[AGENT, *COLLECTIVES])
    aliases = Alias.objects.filter(principal__in=people, approved_at__isnull=False)
    found = {*people.values_list("name", flat=True), *aliases.values_list("text", flat=True)}
    everyday = {name for name in found if is_everyday(name)}
    return PeoplesNames(_matcher(found - everyday), _matcher(everyday))


def _matcher(names: Collection[str]) -> NameMatcher:
    return NameMatcher({name: [0] for name in names})
