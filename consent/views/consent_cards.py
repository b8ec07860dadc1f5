"""Consents as their readers see them: in plain words, with the buttons of whoever may answer."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from consent.models import Consent, Label, Memory
from consent.queries.consent_parties import relation, wards
from consent.queries.consent_views import seen, show
from consent.queries.consents import Line, find
from consent.rules.plain_words import (
    Request,
    concern_words,
    memory_words,
    scope_words,
    who_words,
    yes_means,
)
from consent.serializers.simulate import ConsentTried
from consent.services.simulating import simulate
from consent.views.policies import effects
from profiles.queries.principals import entity_ids
from profiles.types import Caller

Card = dict[str, Any]


def cards(found: Sequence[Line], by: Caller, now: datetime, *, answers: bool) -> list[Card]:
    """Return lines as cards; `answers` when every one of them is the reader's to answer."""
    rows = zip(found, show(found, by=by, now=now), strict=True)
    words = _words([memory for line in found if (memory := _memory(line))], by, now)
    return [_card(line, shown, words, answers=answers) for line, shown in rows]


def card_of(by: Caller, consent: str, now: datetime) -> Card:
    """Return one record or request as a card, with buttons for a party and for an administrator; 404 else."""
    line = _line(by, consent, now)
    party = isinstance(line.row, Consent) and relation(line.row, by.acting_id, now).answers
    (card,) = cards([line], by, now, answers=party or by.is_admin)
    return card | {"ruled": by.is_admin and not party}


def change_of(card: Card, by: Caller, now: datetime) -> Card | None:
    """Return what answering a card would open, or withdrawing close, as the what-if page tells it.

    None where there is nothing left to answer, or the record is not the reader's to answer."""
    if not card["answers"] or card["status"] in {"revoked", "expired"}:
        return None
    if card["status"] == "active":
        given = ConsentTried.check({"consent": card["id"]})
    else:
        given = ConsentTried.check({name: card[name] for name in ("grantor", "grantee", "scope")})
    return effects(simulate("consent", given, by=by, now=now))


def _line(by: Caller, consent: str, now: datetime) -> Line:
    """Return a record as staff look over it, whole, or from the reader's own side; raises the one 404."""
    record = find(consent) if by.staff_role else None
    return Line(record, "party") if record is not None else seen(consent, by=by, now=now)


def _memory(line: Line) -> Memory | None:
    """Return the memory a record is for, where the reader is a party to it."""
    return line.row.scope_memory if line.side == "party" and isinstance(line.row, Consent) else None


def _words(memories: Sequence[Memory], by: Caller, now: datetime) -> dict[int, str]:
    """Return by memory which one it is and why it concerns the reader; staff are told whom it is about."""
    labels = Label.objects.in_bulk({memory.label_id for memory in memories})
    mine = {by.acting_id, *(wards(by.acting_id, now) if memories else ())}
    about = {
        key: [one for one in label.subjects if by.staff_role or one in mine] for key, label in labels.items()
    }
    told = {key: [one] for key, label in labels.items() if (one := label.source_id) and one in mine}
    named = {one for found in (*about.values(), *told.values()) for one in found}
    names = entity_ids(named | {memory.owner_id for memory in memories}) | {by.acting_id: "you"}
    concerns = {
        key: concern_words(*([names[one] for one in of.get(key, ())] for of in (about, told)))
        for key in labels
    }
    return {
        one.pk: memory_words(one.kind, names[one.owner_id], one.created_at, concerns[one.label_id])
        for one in memories
    }


def _card(line: Line, shown: Card, words: dict[int, str], *, answers: bool) -> Card:
    what = _what(line, shown, words)
    request = Request(shown["grantee"], what, shown["purpose"], shown["expires_at"], shown["participants"])
    return {
        **shown,
        "what": what,
        "who": who_words(shown["grantee"]),
        "memory": shown["scope"].removeprefix("memory:") if _memory(line) else "",
        "yes": yes_means(request),
        "side": line.side,
        "answers": answers,
    }


def _what(line: Line, shown: Card, words: dict[int, str]) -> str:
    memory = _memory(line)
    return words[memory.pk] if memory is not None else scope_words(shown["scope"], shown["grantor"])
