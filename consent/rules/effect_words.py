"""What a change does to somebody, in the words of pages and command line."""

from __future__ import annotations

from typing import Final

SAID: Final = {
    "gains": "gains",
    "loses": "loses",
    "more": "is shown more of",
    "less": "is shown less of",
    "withheld": "would have left out of its prompts",
    "admitted": "would get into its prompts",
    "differently": "would get differently",
}
