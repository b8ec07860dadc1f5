"""Reading the names in a context's outline: canonical, and each of the kind its place takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from consent.rules.contexts import Outline, Seat, role_name
from memory_admin.http.problem import bad_request, unprocessable
from profiles.rules.entity import EntityError, EntityId, parse_entity, parse_grantee

Errors = dict[str, list[str]]


def canonical(outline: Outline) -> Outline:
    """Return the outline in canonical names; raises 400 for what is no entity, 422 for the wrong kind."""
    unread: Errors = {}
    wrong: Errors = {}
    reader = _Reader(unread, wrong)
    read = Outline(
        id=reader.entity("id", outline.id, lambda one: one.namespace == "ctx", "Must be a ctx: entity."),
        seats=tuple(reader.seat(index, seat) for index, seat in enumerate(outline.seats)),
        default_access_grants=reader.grants(outline.default_access_grants),
        consent_for=tuple(reader.subject(index, one) for index, one in enumerate(outline.consent_for)),
        reason=outline.reason,
    )
    if unread:
        raise bad_request("invalid", "Some entity ids cannot be read.", unread)
    if wrong:
        raise unprocessable("wrong_kind", "Some entities cannot stand where they are named.", wrong)
    return _without_repeats(read)


def _without_repeats(outline: Outline) -> Outline:
    people = [seat.entity for seat in outline.seats]
    if len(set(people)) < len(people):
        raise unprocessable("wrong_kind", errors={"participants": ["Nobody can be listed twice."]})
    return replace(outline, consent_for=tuple(dict.fromkeys(outline.consent_for)))


def canonical_context(text: str) -> str:
    """Return a context's entity id; raises the problem of one that cannot be read or is no context."""
    return canonical(Outline(text)).id


def canonical_role(text: str | None) -> str | None:
    """Return a role's entity id, bare or whole, or None; raises Problem 400 or 422."""
    if text is None:
        return None
    (seat,) = canonical(Outline("ctx:any", (Seat("human:any", text),))).seats
    return seat.role


class _Reader:
    """Reads names one by one and keeps what is wrong with each under its path."""

    def __init__(self, unread: Errors, wrong: Errors) -> None:
        self.unread, self.wrong = unread, wrong

    def entity(self, path: str, text: str, fits: Callable[[EntityId], bool], otherwise: str) -> str:
        try:
            found = parse_entity(text)
        except EntityError as error:
            self.unread[path] = [error.reason]
            return text
        if not fits(found):
            self.wrong[path] = [otherwise]
        return str(found)

    def seat(self, index: int, seat: Seat) -> Seat:
        path = f"participants.{index}"
        individual = "Must be an individual: a collective does not sit in a context."
        entity = self.entity(f"{path}.entity", seat.entity, lambda one: not one.is_collective, individual)
        if seat.role is None:
            return Seat(entity)
        named = role_name(seat.role)
        role = self.entity(f"{path}.role", named, lambda one: one.namespace == "role", "Must be a role.")
        return Seat(entity, role)

    def subject(self, index: int, text: str) -> str:
        return self.entity(f"consent_for.{index}", text, lambda _: True, "")

    def grants(self, texts: tuple[str, ...] | None) -> tuple[str, ...] | None:
        if texts is None:
            return None
        return tuple(dict.fromkeys(self._grantee(index, text) for index, text in enumerate(texts)))

    def _grantee(self, index: int, text: str) -> str:
        try:
            return str(parse_grantee(text))
        except EntityError as error:
            self.unread[f"default_access_grants.{index}"] = [error.reason]
            return text
