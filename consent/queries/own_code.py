"""The detector, admission and formatting an application put in the place of ours, by dotted path.

MEMORY_ADMIN_DETECTOR, MEMORY_ADMIN_ADMISSION and MEMORY_ADMIN_FORMATTING; empty means ours.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from django.conf import settings
from django.utils.module_loading import import_string

from consent.rules.admission import AdmissionInput, AdmissionPolicy, Admitted, admit
from consent.rules.detector import VERSION, Findings, detect
from consent.rules.detector.remembering import Remembered
from consent.rules.layout import Block, Style
from consent.rules.replacing import admitted_by, arranged_by, found_by

_LOOK_ONCE: Final = Remembered(detect)


def _own(name: str) -> Callable[..., Any] | None:
    path = getattr(settings, name, "")
    return import_string(path) if path else None


def look(text: str) -> Findings:
    """Return what the detector in use finds; one that fails flags the text."""
    own = _own("MEMORY_ADMIN_DETECTOR")
    return detect(text) if own is None else found_by(own, text)


def detector_version() -> str:
    """Return the version of the detector in use, as it is kept with each record."""
    own = _own("MEMORY_ADMIN_DETECTOR")
    return VERSION if own is None else f"own-{getattr(own, 'VERSION', '1')}"[:40]


def decide_admission(item: AdmissionInput, policy: AdmissionPolicy) -> Admitted:
    """Return the decision on one item by the admission in use."""
    own = _own("MEMORY_ADMIN_ADMISSION")
    looking = _LOOK_ONCE if _own("MEMORY_ADMIN_DETECTOR") is None else look
    return admit(item, policy, looking) if own is None else admitted_by(own, item, policy, looking)


def arrange(blocks: Sequence[Block], style: Style) -> list[Block]:
    """Return the blocks as the formatting in use arranges them."""
    own = _own("MEMORY_ADMIN_FORMATTING")
    return list(blocks) if own is None else arranged_by(own, blocks, style)
