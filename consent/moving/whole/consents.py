"""Consents about no single memory, as lines: of a subject, of a context, of all of somebody's."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import Final

from django.db.models import Q, QuerySet

from audit import actions
from audit.types import Event
from consent.models import Consent
from consent.moving import restored_consents
from consent.moving.own_lines import consent_line, entities_in
from consent.moving.restored_rows import uuid_in
from consent.moving.shape import ConsentLine
from consent.moving.whole.kind import Ids, Kind, Names, Plain, Word
from consent.rules.formats.reading import Unreadable
from consent.services.consent_records import STANDING
from memory_admin.http.fields import ChoiceOf

_ABOUT: Final = {"subject": True, "ctx": True, "all": False}


class ConsentOfItsOwnLine(ConsentLine):
    type = ChoiceOf(["consent"])


class Consents(Kind[Consent]):
    """Who agreed to what beyond one memory; each comes back as the administrator's word."""

    name = "consent"
    tables = ("consent_consent",)
    shape = ConsentOfItsOwnLine
    model = Consent
    order = ("created_at", "public_id")
    public = "con"

    def rows(self) -> QuerySet[Consent]:
        return super().rows().exclude(scope="memory")

    def people(self, rows: Sequence[Consent]) -> set[int | None]:
        return {one for row in rows for one in entities_in(row)}

    def line(self, row: Consent, names: Names) -> Plain:
        return consent_line(row, names)

    def names(self, line: Plain) -> Iterable[str | None]:
        return restored_consents.names_in(line)

    def parties(self, line: Plain) -> Iterable[str | None]:
        return restored_consents.parties_in(line)

    def keys(self, line: Plain) -> Collection[Hashable]:
        standing = (line["grantor"], line["grantee"], line["scope"], line["scope_entity"])
        return [line["id"], *([standing] if line["status"] in STANDING else [])]

    def near(self, lines: Sequence[Plain], ids: Ids) -> QuerySet[Consent]:
        wanted, grantors = [uuid_in(one["id"]) for one in lines], {ids[one["grantor"]] for one in lines}
        grantees = {ids[one["grantee"]] for one in lines}
        standing = Q(grantor__in=grantors, grantee__in=grantees, status__in=STANDING)
        return self.rows().filter(Q(public_id__in=wanted) | standing)

    def check(self, line: Plain) -> None:
        if line["scope"] not in _ABOUT:
            raise Unreadable("scope", "What is agreed to for one memory is in that memory's line.")
        if _ABOUT[line["scope"]] != (line["scope_entity"] is not None):
            raise Unreadable("scope_entity", "Names the subject or the context, and nothing for all.")

    def made(self, line: Plain, ids: Ids, word: Word) -> Consent:
        return restored_consents.consent_of(line, ids)

    def event(self, row: Consent, word: Word) -> Event:
        parties = {"grantor": row.grantor_id, "grantee": row.grantee_id}
        return word.event(actions.CONSENT_RECORD, (self.name, self.id_of(row)), status=row.status, **parties)
