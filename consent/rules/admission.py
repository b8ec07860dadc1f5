"""Decide per item whether its text may enter a prompt, and with what authority (recall.md 5).

This is the stage's place and type. Every item is included today, quoted and as `user`; the detector of
instruction-like text fills it in without another signature.
"""

from dataclasses import dataclass
from enum import StrEnum

from consent.rules.provenance import Provenance
from text.normalize import unprintable


class Decision(StrEnum):
    """What becomes of an item."""

    INCLUDED = "included"
    DOWNGRADED = "downgraded"
    EXCLUDED = "excluded"


class Mode(StrEnum):
    """How instruction-like text is treated; a request may be stricter than the policy, never laxer."""

    STRICT = "strict"
    PERMISSIVE = "permissive"


class Role(StrEnum):
    """The chat role that carries an item."""

    SYSTEM = "system"
    USER = "user"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class AdmissionInput:
    """What the decision on one item may look at."""

    category: str
    text: str
    provenance: Provenance
    epistemic_status: str = "observed"
    confidence: float | None = None
    state: str = "active"
    mode: Mode = Mode.STRICT


@dataclass(frozen=True, slots=True)
class Admitted:
    """The decision on one item: its reason code and rules, the authority left to it, how it is placed."""

    decision: Decision
    reason: str
    rules: tuple[str, ...]
    provenance: Provenance
    quoted: bool
    sanitized: bool
    instruction_like: bool
    role: Role


def admit(item: AdmissionInput) -> Admitted:
    """Return the decision on one item; `sanitized` says that characters of it will be shown as escapes."""
    return Admitted(
        decision=Decision.INCLUDED,
        reason="",
        rules=(),
        provenance=item.provenance,
        quoted=True,
        sanitized=bool(unprintable(item.text.translate(_PLAIN_WHITE))),
        instruction_like=False,
        role=Role.USER,
    )


_PLAIN_WHITE = str.maketrans("\n\t", "  ")
