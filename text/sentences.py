"""Tell where a sentence begins: there any word has a capital, so a capital says nothing of a name."""

from __future__ import annotations

from typing import Final

_LOOKED_BACK: Final = 4
_OPENING: Final = " \t\"'“”„«‘(*-"
_ENDS: Final = ".!?。！？…:;\n"


def begins_sentence(text: str, at: int) -> bool:
    """Tell whether a sentence, a line or what is quoted begins at a place of the text."""
    before = text[max(0, at - _LOOKED_BACK) : at].rstrip(_OPENING)
    return not before or before[-1] in _ENDS
