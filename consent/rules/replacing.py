"""Keep an application's own detector, admission and formatting within what no policy may do. Pure.

Whatever is put in the place of ours: no text gains authority, what is out of service stays out, nothing is
added to what was decided on, the fence stays ours, and what is kept of it on record is codes and no text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from consent.rules.admission import AdmissionInput, AdmissionPolicy, Admitted, Decision, Detector, Role, admit
from consent.rules.detector import Findings
from consent.rules.layout import Block, Style
from consent.rules.policy.kinds import is_word
from consent.rules.provenance import lower_of

Admission = Callable[[AdmissionInput, AdmissionPolicy, Detector], Admitted]
Formatting = Callable[[Sequence[Block], Style], Sequence[Block]]
FAILED: Final = "admission_failed"
# A detector that fails, or says what is no finding, has found that the text is to be kept apart.
UNREADABLE: Final = Findings(("detector.failed",), flagged=True)
# What a rule is called: the record keeps it for good, so no words of a memory may pass for one.
_RULE: Final = re.compile(r"[a-z][a-z0-9_-]{0,39}(\.[a-z0-9_-]{1,39}){0,3}")
_MOST_RULES: Final = 100


def found_by(own: Callable[[str], object], text: str) -> Findings:
    """Return what an own detector finds; one that fails or answers with rubbish flags the text."""
    with suppress(Exception):
        found = own(text)
        if isinstance(found, Findings) and isinstance(found.flagged, bool) and _are_rules(found.rule_ids):
            return Findings(tuple(found.rule_ids), found.flagged)
    return UNREADABLE


def _are_rules(found: object) -> bool:
    return isinstance(found, tuple) and len(found) <= _MOST_RULES and all(map(_is_rule, found))


def _is_rule(one: object) -> bool:
    return isinstance(one, str) and _RULE.fullmatch(one) is not None


def admitted_by(
    own: Admission, item: AdmissionInput, policy: AdmissionPolicy, detector: Detector
) -> Admitted:
    """Return the decision of an application's own admission; one that fails leaves the item out."""
    ours = admit(item, policy, detector)
    if item.state != "active":
        return ours
    with suppress(Exception):
        made = own(item, policy, detector)
        if isinstance(made, Admitted) and isinstance(made.decision, Decision):
            return _kept_low(made, ours, item, policy)
    return replace(ours, decision=Decision.EXCLUDED, reason=FAILED, role=policy.default_role)


def _kept_low(made: Admitted, ours: Admitted, item: AdmissionInput, policy: AdmissionPolicy) -> Admitted:
    flagged = bool(made.instruction_like) or ours.instruction_like
    left = lower_of(made.provenance, ours.provenance if flagged else item.provenance)
    out = made.decision is Decision.EXCLUDED
    earns = made.role is Role.SYSTEM and left >= policy.system_from and not out and not flagged
    below = Role.TOOL if made.role is Role.TOOL else policy.default_role
    return Admitted(
        decision=made.decision,
        reason=made.reason if is_word(made.reason) else "refused_by_application" if out else "",
        rules=tuple(one for one in made.rules if _is_rule(one))[:_MOST_RULES],
        provenance=left,
        quoted=bool(made.quoted) or (flagged and policy.quote_instruction_like),
        sanitized=ours.sanitized,
        instruction_like=flagged,
        role=Role.SYSTEM if earns else below,
    )


def arranged_by(own: Formatting, blocks: Sequence[Block], style: Style) -> list[Block]:
    """Return blocks as an application arranges them: in its order, with its wording; none is added or raised.

    One that fails, or answers with anything else than blocks, changes nothing."""
    with suppress(Exception):
        made = list(own(tuple(blocks), style))
        if all(isinstance(one, Block) and isinstance(one.text, str) for one in made):
            return _as_decided(made, blocks)
    return list(blocks)


def _as_decided(made: Sequence[Block], decided: Sequence[Block]) -> list[Block]:
    """Return blocks with their own text and no more authority than was decided, each once."""
    known = {block.item_id: block for block in decided}
    once: dict[str, Block] = {}
    for one in made:
        once.setdefault(one.item_id, one)
    return [
        replace(known[name], text=one.text, role=_no_higher(one.role, known[name].role))
        for name, one in once.items()
        if name in known
    ]


def _no_higher(made: object, decided: Role) -> Role:
    """Return the role asked for; a role that is none, or that of the system, is the one decided."""
    return made if isinstance(made, Role) and made is not Role.SYSTEM else decided
