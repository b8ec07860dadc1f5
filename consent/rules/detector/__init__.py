"""Tell whether text reads like instructions to a model: deterministic, versioned, in linear time.

It marks, it does not promise: wording betrays many attacks and not all. What it says of a text depends on
the text and VERSION alone.
"""

from dataclasses import dataclass
from typing import Final

from consent.rules.detector.looking import rules_met
from consent.rules.detector.markers import EXECUTABLE_COMMAND, SECRET_MATERIAL

VERSION: Final = "rules-2"
_ASIDE: Final = frozenset((SECRET_MATERIAL, EXECUTABLE_COMMAND))


@dataclass(frozen=True, slots=True)
class Findings:
    """The rules a text meets, sorted; `flagged` when one of them reads like an instruction to a model."""

    rule_ids: tuple[str, ...] = ()
    flagged: bool = False
    version: str = VERSION

    @property
    def secret_material(self) -> bool:
        """Tell whether the text seems to hold a key, password or token."""
        return SECRET_MATERIAL in self.rule_ids

    @property
    def executable_command(self) -> bool:
        """Tell whether the text holds a command that would do harm by being run."""
        return EXECUTABLE_COMMAND in self.rule_ids


def detect(text: str) -> Findings:
    """Return what the rules find in a text; equal texts give equal findings."""
    found = rules_met(text)
    return Findings(tuple(sorted(found)), bool(found - _ASIDE))
