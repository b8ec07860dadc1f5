"""Keep an application's own admission and formatting within what no policy may do. Pure.

Whatever is put in the place of ours: no text gains authority, what is out of service stays out, nothing is
added to what was decided on, and the fence stays ours.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from consent.rules.admission import AdmissionInput, AdmissionPolicy, Admitted, Decision, Detector, Role, admit
from consent.rules.layout import Block, Style
from consent.rules.policy.kinds import is_word
from consent.rules.provenance import lower_of

Admission = Callable[[AdmissionInput, AdmissionPolicy, Detector], Admitted]
Formatting = Callable[[Sequence[Block], Style], Sequence[Block]]
FAILED: Final = "admission_failed"


def admitted_by(
    own: Admission, item: AdmissionInput, policy: AdmissionPolicy, detector: Detector
) -> Admitted:
    """Return the decision of an application's own admission; one that fails leaves the item out."""
    ours = admit(item, policy, detector)
    if item.state != "active":
        return ours
    try:
        made = own(item, policy, detector)
    except Exception:
        made = None
    if not isinstance(made, Admitted) or not isinstance(made.decision, Decision):
        return replace(ours, decision=Decision.EXCLUDED, reason=FAILED, role=policy.default_role)
    return _kept_low(made, ours, item, policy)


def _kept_low(made: Admitted, ours: Admitted, item: AdmissionInput, policy: AdmissionPolicy) -> Admitted:
    flagged = made.instruction_like or ours.instruction_like
    left = lower_of(made.provenance, ours.provenance if flagged else item.provenance)
    out = made.decision is Decision.EXCLUDED
    earns = made.role is Role.SYSTEM and left >= policy.system_from and not out and not flagged
    below = Role.TOOL if made.role is Role.TOOL else policy.default_role
    return Admitted(
        decision=made.decision,
        reason=made.reason if is_word(made.reason) else "refused_by_application" if out else "",
        rules=tuple(one for one in made.rules if isinstance(one, str)),
        provenance=left,
        quoted=made.quoted or (flagged and policy.quote_instruction_like),
        sanitized=ours.sanitized,
        instruction_like=flagged,
        role=Role.SYSTEM if earns else below,
    )


def arranged_by(own: Formatting, blocks: Sequence[Block], style: Style) -> list[Block]:
    """Return blocks as an application arranges them: in its order, with its wording; none is added or raised.

    One that fails, or answers with anything else than blocks, changes nothing."""
    try:
        made = list(own(tuple(blocks), style))
    except Exception:
        return list(blocks)
    known = {block.item_id: block for block in blocks}
    if not all(isinstance(one, Block) and isinstance(one.text, str) for one in made):
        return list(blocks)
    once: dict[str, Block] = {}
    for one in made:
        once.setdefault(one.item_id, one)
    return [_as_decided(one, known[name]) for name, one in once.items() if name in known]


def _as_decided(made: Block, decided: Block) -> Block:
    """Return a block with its own text and no more authority than was decided."""
    role = made.role if made.role is not Role.SYSTEM else decided.role
    return replace(decided, text=made.text, role=role)
