"""Whom lines of a whole export name, in ids: registered where nobody knew them, or exactly who is here."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from consent.rules.formats.reading import Unreadable
from profiles.models import Principal
from profiles.queries.principals import ids_of
from profiles.rules.entity import EntityError, parse_entity, parse_grantee
from profiles.services.registering import register
from profiles.types import EVERYONE, EVERYONE_ID, Caller


def registered(names: Collection[str], *, by: Caller, reason: str, now: datetime) -> dict[str, int]:
    """Return the ids of entities by the names given; those nobody knew are registered, unverified."""
    canonical = {name: str(parse_grantee(name)) for name in names}
    found = ids_of(set(canonical.values()))
    missing = set(canonical.values()) - found.keys() - {EVERYONE}
    if missing:
        made = register(missing, by=by, now=now, reason=reason)
        found |= {entity: row.pk for entity, row in made.items()}
    return {name: found[entity] for name, entity in canonical.items()}


def require_entities(names: Iterable[str | None]) -> None:
    """Raise Unreadable for a name that is no entity's; everyone (`*`) is a grantee and no entity."""
    for name in filter(None, names):
        try:
            parse_entity(name)
        except EntityError as error:
            raise Unreadable("names", error.reason) from None


def known(names: Collection[str]) -> dict[str, int]:
    """Return the ids of those among the names that are here, a merged duplicate as itself."""
    rows = Principal.objects.filter(entity_id__in=set(names) - {EVERYONE})
    found = dict(rows.values_list("entity_id", "pk"))
    return found | ({EVERYONE: EVERYONE_ID} if EVERYONE in names else {})
