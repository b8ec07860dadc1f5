"""What an edit of a context would do to those who sit there: who comes and goes, and what follows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from consent.models import Context, Label, Memory
from consent.queries.contexts import renewals_with
from consent.rules.contexts import Outline
from profiles.queries.principals import entity_ids, ids_of
from profiles.types import Caller


@dataclass(frozen=True, slots=True)
class ContextEffect:
    """The seats an edit moves, and what hangs on them; `written` counts the caller's own memories there."""

    joins: tuple[str, ...]
    leaves: tuple[str, ...]
    recast: tuple[str, ...]
    no_longer: tuple[str, ...]
    newly: tuple[str, ...]
    renew: tuple[str, ...]
    written: int

    @property
    def nothing(self) -> bool:
        """Tell whether the edit would move nobody and hand down alike."""
        return not (self.joins or self.leaves or self.recast or self.no_longer or self.newly)


def effect_of(context: Context, later: Outline, *, by: Caller, now: datetime) -> ContextEffect:
    """Return what an edit would move; `later` is in canonical names."""
    before = _seats_of(context)
    after = {seat.entity: seat.role for seat in later.seats}
    was, then = _handed(context, before), _handed_later(later)
    return ContextEffect(
        joins=tuple(sorted(set(after) - set(before))),
        leaves=tuple(sorted(set(before) - set(after))),
        recast=tuple(sorted(one for one in before if one in after and before[one] != after[one])),
        no_longer=tuple(sorted(was - then - set(after))),
        newly=tuple(sorted(then - was)),
        renew=_renew(context, after, now),
        written=_written(context, by),
    )


def _seats_of(context: Context) -> dict[str, str | None]:
    rows = list(context.participants.values_list("principal_id", "role_id"))
    names = entity_ids({one for row in rows for one in row if one is not None})
    return {names[who]: names.get(role or -1) for who, role in rows}


def _handed(context: Context, seated: Iterable[str]) -> set[str]:
    grants = context.default_grants
    own = entity_ids({context.pk})[context.pk]
    return {*seated, own} if grants is None else set(entity_ids(set(grants)).values())


def _handed_later(later: Outline) -> set[str]:
    grants = later.default_access_grants
    return {*(seat.entity for seat in later.seats), later.id} if grants is None else set(grants)


def _renew(context: Context, after: Iterable[str], now: datetime) -> tuple[str, ...]:
    names = set(after)
    known = ids_of(names)
    listed = {*known.values(), *(-place for place, _ in enumerate(names - set(known), start=1))}
    return tuple(sorted(entity_ids(renewals_with(context.pk, listed, now)).values()))


def _written(context: Context, by: Caller) -> int:
    labels = Label.objects.filter(context_id=context.pk, owner_id=by.acting_id)
    return Memory.objects.filter(label_id__in=labels.values("pk")).exclude(state="erased").count()
