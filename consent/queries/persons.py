"""Who a person is to a search: every row of it, every name and address it goes by."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.conf import settings
from django.utils.crypto import salted_hmac

from consent.rules.rights import ADMINISTRATOR, CUSTODIAN, SUBJECT
from consent.rules.seeking import Seeker
from memory_admin.http.problem import not_found
from profiles.models import Alias, ExternalIdentity, Principal
from profiles.queries.principals import by_entity
from profiles.queries.reach import custodians
from profiles.rules.entity import parse_entity
from profiles.types import Caller

_SHORTEST_PART: Final = 3


@dataclass(frozen=True, slots=True)
class Person:
    """A principal with the duplicates merged into it, and what it is called; never printed."""

    id: int
    ids: tuple[int, ...]
    names: tuple[str, ...]
    identifiers: tuple[str, ...]

    def seeker(self, marks: Collection[int] = (), *, parts: bool = False) -> Seeker:
        """Return what finds this person, and the runs of words with these marks.

        With `parts` also a first or last name alone: right where a text is known to be about the person,
        too much where "Rose" may be a flower."""
        names = {*self.names, *parts_of(self.names)} if parts else self.names
        return Seeker(names, self.identifiers, marks, marking_key())


def parts_of(names: Iterable[str]) -> Iterator[str]:
    """Yield the words of names, of three letters or more: a first or last name alone."""
    for name in names:
        yield from (word for word in re.split(r"[\W_]+", name) if len(word) >= _SHORTEST_PART)


def person_of(principal: Principal) -> Person:
    """Return who a principal is, under every name it has ever had here."""
    rows = [principal, *Principal.objects.filter(merged_into=principal).order_by("pk")]
    ids = tuple(row.pk for row in rows)
    aliases = Alias.objects.filter(principal__in=ids).values_list("text", flat=True)
    accounts = ExternalIdentity.objects.filter(principal__in=ids).values_list("external_id", flat=True)
    names = {name for row in rows for name in (row.name, row.display_name) if len(name) > 1} | set(aliases)
    addresses = {row.email for row in rows if row.email}
    known = {row.entity_id for row in rows} | addresses | set(accounts)
    return Person(principal.pk, ids, tuple(sorted(names)), tuple(sorted(known)))


def subject_of(entity: str) -> Principal:
    """Return the principal that a request names; raises the one 404 for nobody."""
    found = by_entity(str(parse_entity(entity)))
    if found is None or found.pk == 0:
        raise not_found()
    return found


def capacity(subject: Principal, by: Caller, now: datetime) -> str:
    """Return as what a caller asks about a subject's data: itself, its custodian, an administrator.

    Raises the one 404 to anybody else: an agent of the person, who acts for it, is somebody else."""
    if by.own_act and by.acting_id == subject.pk:
        return SUBJECT
    if by.own_act and by.acting_id in custodians([subject.pk], now).get(subject.pk, ()):
        return CUSTODIAN
    if by.handles_others:
        return ADMINISTRATOR
    raise not_found()


def marking_key() -> bytes:
    """Return the key of the digests of what is erased; without the installation's secret they say nothing."""
    return salted_hmac("consent.erasure", "marks", secret=settings.SECRET_KEY, algorithm="sha256").digest()


def digest_of(entity: str) -> str:
    """Return the keyed digest by which a certificate says whose erasure it was, for who knows whom to ask."""
    made = salted_hmac("consent.erasure.subject", entity, secret=settings.SECRET_KEY, algorithm="sha256")
    return made.hexdigest()
