"""Who may say yes, no or no longer to what, and how much their word is worth.

Pure: services read the parties in the transaction that writes and ask here.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from profiles.types import EVERYONE_ID, Caller

STATUSES: Final = ("requested", "active", "denied", "revoked", "expired")
ROLES: Final = ("grantor", "custodian", "subject", "grantee", "asker", "owner")
ASSERTED_FOR: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Statement:
    """A consent as someone states it, in names."""

    grantor: str
    grantee: str
    scope: str
    purpose: str = "unspecified"
    expires_at: datetime | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Wish:
    """What someone wants agreed: ids, the scope's kind and its memory or entity, for what, until when."""

    grantor: int
    grantee: int
    scope: str
    scope_id: int | None = None
    purpose: str = "unspecified"
    expires_at: datetime | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Parties:
    """Who stands around a wish at one moment: the grantor's custodians, and all whom the grantee lets in."""

    grantor: str
    individual: bool
    custodians: frozenset[int]
    reached: frozenset[int]


@dataclass(frozen=True, slots=True)
class Word:
    """A word that counts at once: by whom, on what evidence, for what."""

    evidence: str
    wish: Wish


@dataclass(frozen=True, slots=True)
class Relation:
    """How one entity stands to one record."""

    grantor: bool = False
    custodian: bool = False
    concerned: bool = False
    grantee: bool = False

    @property
    def answers(self) -> bool:
        """Tell whether this is someone whose yes or no is wanted or counts."""
        return self.grantor or self.custodian or self.concerned


def favours_itself(by: Caller, grantee: int, reached: Collection[int]) -> bool:
    """Tell whether a yes would let in the caller itself, under any name, or everyone."""
    return grantee == EVERYONE_ID or bool(by.selves & {grantee, *reached})


def word(wish: Wish, parties: Parties, by: Caller, now: datetime) -> Word | None:
    """Return what the caller's word makes of a wish at once; None when someone else has to be asked."""
    if by.own_act and by.acting_id == wish.grantor and parties.individual:
        return Word("verified", wish)
    if by.own_act and by.acting_id in parties.custodians:
        return Word("verified", as_custodian(wish, by.acting_id))
    if may_rule(by, wish.reason) and parties.individual and not _agent_gains(by, wish, parties):
        return Word("admin", wish)
    if may_assert(by, wish.grantee, parties):
        return Word("asserted", replace(wish, expires_at=asserted_until(wish.expires_at, now)))
    return None


def as_custodian(wish: Wish, custodian: int) -> Wish:
    """Return the wish in the custodian's own name; "all" of its ward is what is about the ward."""
    if wish.scope == "all":
        return replace(wish, grantor=custodian, scope="subject", scope_id=wish.grantor)
    return replace(wish, grantor=custodian)


def may_rule(by: Caller, reason: str) -> bool:
    """Tell whether an administrator decides here: only with a reason."""
    return by.is_admin and bool(reason.strip())


def _agent_gains(by: Caller, wish: Wish, parties: Parties) -> bool:
    return by.is_agent and favours_itself(by, wish.grantee, parties.reached)


def may_assert(by: Caller, grantee: int, parties: Parties) -> bool:
    """Tell whether the caller may state that the grantor agreed: by its scopes, and not to its own gain.

    Nobody speaks for one who cannot agree itself: an entity with custodians, or a collective.
    """
    speaks = by.may_record_for(parties.grantor) and parties.individual and not parties.custodians
    return speaks and not favours_itself(by, grantee, parties.reached)


def asserted_until(wanted: datetime | None, now: datetime) -> datetime:
    """Return when an asserted consent ends: as wanted, but after 30 days at the latest."""
    latest = now + ASSERTED_FOR
    return latest if wanted is None else min(wanted, latest)


def asked_itself(by: Caller, asked: tuple[int | None, int | None]) -> bool:
    """Tell whether an agent would answer its own request; `asked` is the asker's principal and lineage.

    Judged by principal and by credential lineage, so that no second name or key helps."""
    if not by.is_agent and (by.own_act or by.is_admin):
        return False
    principal, lineage = asked
    return principal in by.selves or (lineage is not None and lineage == by.lineage_id)


def status_at(status: str, expires_at: datetime | None, now: datetime) -> str:
    """Return a record's status as of now: what ran out is "expired", whether or not a row says so."""
    lapses = status in {"requested", "active", "denied"}
    return "expired" if lapses and expires_at is not None and expires_at <= now else status


def is_open_to_asker(status: str | None, granted: bool) -> bool:
    """Tell whether an asker sees its request as open: sent to nobody, unanswered, denied: all the same."""
    return status in {None, "requested", "denied"} or not granted


def is_quiet(denied_at: datetime | None, days: int, now: datetime) -> bool:
    """Tell whether a denial is recent enough that its grantor is not to be asked again."""
    return denied_at is not None and now < denied_at + timedelta(days=days)
