"""Decide per item whether its text may enter a prompt, and with what authority.

Each item is judged alone: what becomes of one never touches its neighbours. Text is looked at as it will be
printed, so nothing that the reader does not see decides.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from consent.rules.detector import Findings, detect
from consent.rules.policy.app_rules import Met, met
from consent.rules.provenance import Provenance, provenance_named
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
    exclude_instruction_like: bool = True
    quote_instruction_like: bool = True
    default_role: Role = Role.USER
    added_rules: tuple[Mapping[str, str], ...] = ()

    def mode(self, provenance: Provenance, asked: Mode | None) -> Mode:
        """Return the stricter of the policy's mode for a provenance and the one asked for, if any."""
        set_here = self.modes.get(provenance.word)
        lax = set_here == Mode.PERMISSIVE and asked is not Mode.STRICT
        return Mode.PERMISSIVE if lax else Mode.STRICT


SHIPPED: Final = AdmissionPolicy()
Detector = Callable[[str], Findings]


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
        exclude_instruction_like=settings["exclude_instruction_like_memory"] is not False,
        quote_instruction_like=settings["quote_instruction_like_memory"] is not False,
        default_role=Role.TOOL if settings["default_memory_role"] == Role.TOOL else Role.USER,
        added_rules=tuple(settings["admission_rules"]),
    )


def _threshold(word: str) -> Provenance:
    level = provenance_named(word)
    return level if level.word == word else Provenance.APPLICATION_TRUSTED


def admit(item: AdmissionInput, policy: AdmissionPolicy = SHIPPED, detector: Detector = detect) -> Admitted:
    """Return the decision on one item; `sanitized` says that characters of it will be shown as escapes."""
    looked_at = item.provenance < policy.bypass_from
    added = met(item.text, policy.added_rules) if looked_at else Met()
    found = _with(detector(item.text), added) if looked_at else Findings()
    ruled_out = "excluded_by_rule" if added.excluded else ""
    reason = _standing(item, policy) or ruled_out or _wording(item, found, policy)
    left = _authority(item, found, policy)
    return Admitted(
        decision=_decision(reason, lowered=left < item.provenance),
        reason=reason,
        rules=found.rule_ids,
        provenance=left,
        quoted=found.flagged and policy.quote_instruction_like,
        sanitized=bool(unprintable(item.text.translate(_PLAIN_WHITE))),
        instruction_like=found.flagged,
        role=Role.SYSTEM if left >= policy.system_from and not reason else policy.default_role,
    )


def _with(found: Findings, added: Met) -> Findings:
    """Return the findings with the rules that an application added: each reads like an instruction."""
    if not added.rule_ids:
        return found
    return replace(found, rule_ids=(*found.rule_ids, *added.rule_ids), flagged=True)


def _standing(item: AdmissionInput, policy: AdmissionPolicy) -> str:
    """Return the code of what speaks against an item whatever it says; no confidence stated is no doubt."""
    if item.state != "active":
        return _BY_STATE.get(item.state, "invalidated")
    if item.provenance < policy.least:
        return "below_minimum_trust"
    if item.confidence is not None and not item.confidence >= policy.least_confidence:
        return "low_confidence"
    return "unverified" if policy.verified_only and item.epistemic_status != "verified" else ""


def _wording(item: AdmissionInput, found: Findings, policy: AdmissionPolicy) -> str:
    if policy.mode(item.provenance, item.mode) is Mode.PERMISSIVE:
        return ""
    # A policy may let strict admit instruction-like text; a request that asks for strict is stricter.
    if found.flagged and (policy.exclude_instruction_like or item.mode is Mode.STRICT):
        return "instruction_like_content"
    if found.secret_material:
        return "secret_material"
    return "executable_command" if found.executable_command else ""


def _authority(item: AdmissionInput, found: Findings, policy: AdmissionPolicy) -> Provenance:
    """Return the provenance left: an instruction-like text that could be `system` keeps none."""
    if found.flagged and item.provenance >= policy.system_from:
        return Provenance.UNTRUSTED
    return item.provenance


def _decision(reason: str, *, lowered: bool) -> Decision:
    if reason:
        return Decision.EXCLUDED
    return Decision.DOWNGRADED if lowered else Decision.INCLUDED


_BY_STATE: Final = {state: state for state in ("superseded", "expired", "quarantined", "archived")}
_PLAIN_WHITE: Final = str.maketrans("\n\t", "  ")
