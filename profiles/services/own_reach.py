"""What an administrator's token does not do alone: widen its own reach, open a way in, end a protection."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from audit.rules.kinds import TRUST_ESCALATION
from profiles.queries.reach import members
from profiles.services.violating import Violating, violating
from profiles.types import Caller

_OWN: Final = (
    "A token gives nothing to its own principal, under any name: another administrator does, or a person "
    "at the pages or this machine's command line."
)
_PERSON: Final = (
    "An agent's word binds no address and no account to anybody: a person on staff does, at the pages."
)

_PROTECTED: Final = (
    "What names somebody is kept from others by its aliases and custodians: a person on staff takes one away."
)


def refuse_own_gain(by: Caller, gaining: int, now: datetime) -> None:
    """Raise Problem 403 `own_reach` where a token would give its own principal more, by whatever name."""
    if by.credential_id is None:
        return
    if by.selves & {gaining, *members([gaining], now)[gaining]}:
        raise violating(Violating(403, "own_reach", _OWN), TRUST_ESCALATION, by, owner_id=gaining)


def refuse_agents_word(by: Caller, concerned: int) -> None:
    """Raise Problem 403 `person_required` where an agent would say by what somebody signs in or is known."""
    _require_person(by, concerned, _PERSON)


def refuse_unprotecting(by: Caller, concerned: int) -> None:
    """Raise Problem 403 `person_required` where an agent would end what keeps memories about somebody."""
    _require_person(by, concerned, _PROTECTED)


def _require_person(by: Caller, concerned: int, said: str) -> None:
    if by.is_agent:
        raise violating(Violating(403, "person_required", said), TRUST_ESCALATION, by, owner_id=concerned)
