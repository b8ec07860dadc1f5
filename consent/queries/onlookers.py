"""Whose eyes a dry run looks through: every individual, outside any session, and seated in each context."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from consent.models import Context, Participant
from consent.rules.whatif import Change, seen_through
from consent.types import Asker, Asking, Scene, Session
from profiles.models import Principal
from profiles.queries.reach import reach

# Who is listed in a context: the role it holds there, and whether it came.
Seats = dict[int, tuple[int | None, bool]]


@dataclass(frozen=True, slots=True)
class Eyes:
    """Some principals who see alike, as they are and as a change would make them; `context` is their seat."""

    principals: tuple[int, ...]
    before: Asking
    after: Asking
    context: int | None = None


def individuals(*, held: bool = False) -> set[int]:
    """Return the individuals who may ask: active and not merged; held look-alikes only where `held` says."""
    rows = Principal.objects.filter(active=True, merged_into=None, pk__gt=0)
    rows = rows.exclude(namespace__in=Principal.COLLECTIVES)
    rows = rows if held else rows.filter(held=False)
    return set(rows.values_list("pk", flat=True))


def onlookers(
    who: Collection[int], change: Change, now: datetime, places: Collection[int] | None = None
) -> list[Eyes]:
    """Return everyone's eyes, one by one; a seat looks with the whole context listening.

    `places` are the contexts whose seats are looked through, None for every one."""
    seats = {context: listed for context, listed in _seats().items() if places is None or context in places}
    found = reach({*who, *(one for listed in seats.values() for one in listed)}, now)
    alone = {one: Asker(one, frozenset(entities)) for one, entities in found.items()}
    eyes = [_eyes(alone[one], (), change) for one in sorted(who)]
    hosts = dict(Context.objects.filter(pk__in=seats).values_list("pk", "owner_id"))
    for context, listed in sorted(seats.items()):
        audience = tuple(
            replace(alone[one], session=Session(0, context, one, role)) for one, (role, _) in listed.items()
        )
        eyes += [
            _seated(_eyes(one, audience, change), hosts.get(context), listed)
            for one in audience
            if one.id in set(who)
        ]
    return eyes


def _seated(eyes: Eyes, host: int | None, listed: Seats) -> Eyes:
    """Return eyes at a seat they came to take, beside those who came or did not yet."""
    came = all(there or one in eyes.principals for one, (_, there) in listed.items())
    before = replace(eyes.before, host=host, all_came=came)
    return replace(eyes, before=before, after=replace(eyes.after, host=host, all_came=came))


def _seats() -> dict[int, Seats]:
    seats: dict[int, Seats] = defaultdict(dict)
    for context, one, role, came in Participant.objects.order_by("pk").values_list(
        "context_id", "principal_id", "role_id", "came_at"
    ):
        seats[context][one] = (role, came is not None)
    return seats


def _eyes(asker: Asker, audience: tuple[Asker, ...], change: Change) -> Eyes:
    later = tuple(seen_through(one, change) for one in audience)
    context = asker.session.context if asker.session else None
    return Eyes(
        (asker.id,),
        Asking(asker, audience=audience),
        Asking(seen_through(asker, change), audience=later),
        context,
    )


def entities(eyes: Iterable[Eyes]) -> frozenset[int]:
    """Return all that any of them answers to, before or after, with the contexts and roles they sit in."""
    askings = [asking for one in eyes for asking in (one.before, one.after)]
    return frozenset().union(*(asking.asker.everything for asking in askings)) if askings else frozenset()


def alike(eyes: Iterable[Eyes], scenes: Collection[Scene]) -> list[Eyes]:
    """Return the eyes with those put together whom nothing in the scenes tells apart."""
    told = frozenset[int]().union(*(_told_apart(scene) for scene in scenes))
    groups: dict[tuple[frozenset[int], frozenset[int]], list[Eyes]] = defaultdict(list)
    alone = []
    for one in eyes:
        if one.context is not None or one.principals[0] in told:
            alone.append(one)
        else:
            groups[one.before.asker.entities & told, one.after.asker.entities & told].append(one)
    together = [
        replace(found[0], principals=tuple(one.principals[0] for one in found)) for found in groups.values()
    ]
    return together + alone


def _told_apart(scene: Scene) -> frozenset[int]:
    """Return every entity that the scene's labels and facts speak of."""
    facts, found = scene.facts, set[int]()
    for label in (*scene.labels.values(), *facts.parents.values()):
        found |= {label.owner, *label.subjects, *(grant.grantee for grant in label.grants)}
        found |= {one for one in (label.source, label.context) if one is not None}
    for consent in facts.consents:
        found |= {consent.grantor, consent.grantee, *consent.participants}
    for relation in facts.relationships:
        found |= {relation.owner, relation.accessor}
    for table in (facts.persons, facts.custodians, facts.participants, facts.default_grants):
        found.update(*table.values())
    return frozenset(found)
