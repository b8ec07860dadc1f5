"""What a fact of a session may be: a short name, and text, a number, yes or no, or a list of texts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

MOST_FACTS: Final = 50
LONGEST: Final = 1000
MOST_ENTRIES: Final = 50
_KEY: Final = re.compile(r"[a-z][a-z0-9_]{0,63}")


def check_facts(facts: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return what is wrong with facts, by path; empty where nothing is."""
    if len(facts) > MOST_FACTS:
        return {"facts": [f"Must have at most {MOST_FACTS} facts."]}
    found = {f"facts.{key[:100]}": _wrong(key, value) for key, value in facts.items()}
    return {path: [line] for path, line in found.items() if line}


def _wrong(key: str, value: object) -> str:
    if not _KEY.fullmatch(key):
        return "A fact's name is up to 64 small letters, digits and underscores, a letter first."
    if isinstance(value, bool | int | float):
        return ""
    texts = value if isinstance(value, list) else [value]
    if not all(isinstance(one, str) for one in texts) or len(texts) > MOST_ENTRIES:
        return f"A fact is text, a number, true or false, or a list of at most {MOST_ENTRIES} texts."
    return f"A fact has at most {LONGEST} characters." if sum(map(len, texts)) > LONGEST else ""
