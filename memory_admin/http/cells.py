"""The one rule for a cell of a CSV file: what a spreadsheet would run gets an apostrophe before it."""

from __future__ import annotations

from typing import Final

# What a spreadsheet reads as the beginning of a formula, looking past spaces (OWASP, CSV injection).
_FORMULA: Final = tuple("=+-@\t\r\n＝＋－＠|%")


def guarded(text: str) -> str:
    """Return text as a cell that no spreadsheet runs; `unguarded` gives the text back exactly."""
    return f"'{text}" if _looks(text) else text


def unguarded(cell: str) -> str:
    """Return a cell as it was before `guarded`."""
    return cell[1:] if cell.startswith("'") and _looks(cell) else cell


def _looks(text: str) -> bool:
    """Tell whether a formula begins here, or would once the apostrophes before it were taken away."""
    bare = text.lstrip("'")
    return bare.startswith(_FORMULA) or bare.lstrip().startswith(_FORMULA)
