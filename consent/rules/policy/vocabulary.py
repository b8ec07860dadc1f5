"""The closed lists that settings speak of: kinds of memory, levels of provenance, modes, recognizers."""

from __future__ import annotations

from typing import Final

from consent.rules.admission import SHIPPED_MODES as _SHIPPED_MODES
from consent.rules.admission import Mode
from consent.rules.provenance import Provenance
from consent.rules.recognizers import GROUPS

KINDS: Final = (
    "raw",
    "note",
    "episode",
    "belief",
    "value",
    "goal",
    "fact",
    "preference",
    "entity",
    "relationship",
    "conversation",
    "personal_event",
    "trace",
    "document",
    "message",
)
LEVELS: Final = tuple(level.word for level in Provenance)
MODES: Final = tuple(mode.value for mode in Mode)
SHIPPED_MODES: Final = dict(_SHIPPED_MODES)
RECOGNIZERS: Final = tuple(GROUPS)
