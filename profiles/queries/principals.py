"""Finding principals by what they are called; a merged duplicate answers as the one it became."""

from __future__ import annotations

from collections.abc import Collection

from profiles.models import Account, Principal
from profiles.queries.prepared import ask
from profiles.rules.entity import parse_grantee
from profiles.types import EVERYONE, EVERYONE_ID

_NUMBERS = """
SELECT entity_id, coalesce(merged_into_id, id) FROM profiles_principal WHERE entity_id = ANY (%s::text[])
"""


def by_entity(entity: str) -> Principal | None:
    """Return the principal of a canonical entity id, or None; `*` is nobody."""
    return by_entities([entity]).get(entity)


def by_entities(entities: Collection[str]) -> dict[str, Principal]:
    """Return the principals of canonical entity ids that exist, by the id asked for."""
    wanted = [one for one in entities if one != EVERYONE]
    if not wanted:
        return {}
    rows = Principal.objects.filter(entity_id__in=wanted).select_related("merged_into")
    return {row.entity_id: row.merged_into or row for row in rows}


def by_ids(ids: Collection[int]) -> dict[int, Principal]:
    """Return the principals of internal ids, as they are."""
    return Principal.objects.in_bulk(list(ids)) if ids else {}


def ids_of(grantees: Collection[str]) -> dict[str, int]:
    """Return the internal ids of canonical entity ids and `*` that exist."""
    named = [one for one in grantees if one != EVERYONE]
    found = dict(ask(_NUMBERS, [named])) if named else {}
    return found | ({EVERYONE: EVERYONE_ID} if EVERYONE in grantees else {})


def spelled(entity: str) -> str:
    """Return an entity id, or `*`, as it is kept; raises ValueError saying why for what is none."""
    return str(parse_grantee(entity))


def entity_ids(ids: Collection[int]) -> dict[int, str]:
    """Return the entity ids of internal ids, `*` for 0; for joining names to what is shown."""
    if not ids:
        return {}
    return dict(ask("SELECT id, entity_id FROM profiles_principal WHERE id = ANY (%s)", [sorted(set(ids))]))


def overseers() -> dict[int, str]:
    """Return who reviews for this installation, by internal id: active administrators and reviewers."""
    rows = Account.objects.filter(is_active=True, role__in=("administrator", "reviewer"))
    live = rows.filter(principal__active=True, principal__merged_into=None)
    return dict(live.order_by("principal__entity_id").values_list("principal_id", "principal__entity_id"))
