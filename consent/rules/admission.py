"""Decide per item whether its text may enter a prompt, and with what authority (recall.md 5).

Each item is judged alone: what becomes of one never touches its neighbours. Text is looked at as it will be
printed, so nothing that the reader does not see decides.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from consent.rules.detector import Findings, detect
from consent.rules.provenance import Provenance, lower_of, provenance_named
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


# By kind of origin, not by level: tool and model text is what usually carries an injection, a person's own
# words are theirs.
SHIPPED_MODES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "untrusted": Mode.STRICT.value,
        "user_provided": Mode.PERMISSIVE.value,
        "model_generated": Mode.STRICT.value,
        "tool_derived": Mode.STRICT.value,
        "verified_external": Mode.PERMISSIVE.value,
        "application_trusted": Mode.PERMISSIVE.value,
    }
)


@dataclass(frozen=True, slots=True)
class AdmissionPolicy:
    """What an installation admits; a mode that is missing or not understood is strict."""

    modes: Mapping[str, str] = field(default_factory=lambda: SHIPPED_MODES)
    system_from: Provenance = Provenance.APPLICATION_TRUSTED
    bypass_from: Provenance = Provenance.APPLICATION_TRUSTED
    least: Provenance = Provenance.UNTRUSTED
    least_confidence: float = 0.0
    verified_only: bool = False

    def mode(self, provenance: Provenance, asked: Mode | None) -> Mode:
        """Return the stricter of the policy's mode for a provenance and the one asked for, if any."""
        set_here = self.modes.get(provenance.word)
        lax = set_here == Mode.PERMISSIVE and asked is not Mode.STRICT
        return Mode.PERMISSIVE if lax else Mode.STRICT


SHIPPED: Final = AdmissionPolicy()


@dataclass(frozen=True, slots=True)
class AdmissionInput:
    """What the decision on one item may look at; `mode` is what the request asks for, None for nothing."""

    category: str
    text: str
    provenance: Provenance
    epistemic_status: str = "observed"
    confidence: float | None = None
    state: str = "active"
    mode: Mode | None = None


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


def policy_of(settings: Mapping[str, Any]) -> AdmissionPolicy:
    """Read the admission policy out of the settings; what is not understood is the strictest."""
    return AdmissionPolicy(
        modes=settings["admission_modes"],
        system_from=_threshold(settings["minimum_trust_for_system_role"]),
        bypass_from=_threshold(settings["minimum_trust_for_admission_bypass"]),
        least=_threshold(settings["minimum_trust_for_admission"]),
        least_confidence=float(settings["minimum_confidence_for_admission"]),
        verified_only=bool(settings["admit_verified_only"]),
    )


def _threshold(word: str) -> Provenance:
    level = provenance_named(word)
    return level if level.word == word else Provenance.APPLICATION_TRUSTED


def admit(item: AdmissionInput, policy: AdmissionPolicy = SHIPPED) -> Admitted:
    """Return the decision on one item; `sanitized` says that characters of it will be shown as escapes."""
    looked_at = item.provenance < policy.bypass_from
    found = detect(item.text) if looked_at else Findings()
    reason = _standing(item, policy) or _wording(found, policy.mode(item.provenance, item.mode))
    left = _authority(item, found, policy)
    return Admitted(
        decision=_decision(reason, lowered=left < item.provenance),
        reason=reason,
        rules=found.rule_ids,
        provenance=left,
        quoted=True,
        sanitized=bool(unprintable(item.text.translate(_PLAIN_WHITE))),
        instruction_like=found.flagged,
        role=Role.SYSTEM if left >= policy.system_from and not reason else Role.USER,
    )


def _standing(item: AdmissionInput, policy: AdmissionPolicy) -> str:
    """Return the code of what speaks against an item whatever it says; no confidence stated is no doubt."""
    if item.state != "active":
        return _BY_STATE.get(item.state, "invalidated")
    if item.provenance < policy.least:
        return "below_minimum_trust"
    if item.confidence is not None and not item.confidence >= policy.least_confidence:
        return "low_confidence"
    return "unverified" if policy.verified_only and item.epistemic_status != "verified" else ""


def _wording(found: Findings, mode: Mode) -> str:
    if mode is Mode.PERMISSIVE:
        return ""
    if found.flagged:
        return "instruction_like_content"
    if found.secret_material:
        return "secret_material"
    return "executable_command" if found.executable_command else ""


def _authority(item: AdmissionInput, found: Findings, policy: AdmissionPolicy) -> Provenance:
    """Return the provenance left: text that reads like an instruction never keeps enough to be `system`."""
    if found.flagged and item.provenance >= policy.system_from:
        return lower_of(item.provenance, Provenance.UNTRUSTED)
    return item.provenance


def _decision(reason: str, *, lowered: bool) -> Decision:
    if reason:
        return Decision.EXCLUDED
    return Decision.DOWNGRADED if lowered else Decision.INCLUDED


_BY_STATE: Final = {state: state for state in ("superseded", "expired", "quarantined", "archived")}
_PLAIN_WHITE: Final = str.maketrans("\n\t", "  ")
