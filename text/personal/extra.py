"""Names and places that a model sees: the extra `pii`, Presidio with a spaCy model, for the worker only.

Presidio's patterns are left out: our own rules find what has a form, without going back in the text. Nothing
is imported until somebody asks, and nothing here is asked during a request.
"""

import re
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from text.personal.types import Found

MODEL: Final = "en_core_web_sm"
_KINDS: Final = {"PERSON": "person", "LOCATION": "place"}
_SURE_ENOUGH: Final = 0.5
# A model reads a text whole: its memory grows with the text, so long ones are read in parts.
_PART: Final = 20_000
_HALF: Final = re.compile("[\ud800-\udfff]")


def lacking(model: str = MODEL) -> str:
    """Return what is not installed of the extra, or nothing; `model` is a package's name or a folder."""
    if find_spec("presidio_analyzer") is None:
        return "presidio-analyzer"
    is_folder = Path(model).is_dir()
    return (
        "" if is_folder or (model.isidentifier() and find_spec(model) is not None) else f"the model {model}"
    )


def find_with_model(text: str, model: str = MODEL) -> tuple[Found, ...]:
    """Return the names and places a model sees in an English text; raises ImportError without the extra."""
    lack = lacking(model)
    if lack:
        raise ImportError(f"{lack} is not installed")
    found = set()
    for begun in range(0, len(text), _PART):
        part = _HALF.sub("\ufffd", text[begun : begun + _PART])
        for one in _engine(model).analyze(text=part, language="en", entities=list(_KINDS)):
            if one.score >= _SURE_ENOUGH:
                found.add(Found(begun + one.start, begun + one.end, _KINDS[one.entity_type]))
    return tuple(sorted(found))


@lru_cache(maxsize=1)
def _engine(model: str) -> Any:
    from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
    from presidio_analyzer.nlp_engine import NlpEngineProvider
    from presidio_analyzer.predefined_recognizers import SpacyRecognizer

    settings = {"nlp_engine_name": "spacy", "models": [{"lang_code": "en", "model_name": model}]}
    nlp = NlpEngineProvider(nlp_configuration=settings).create_engine()
    registry = RecognizerRegistry(recognizers=[SpacyRecognizer()])
    return AnalyzerEngine(registry=registry, nlp_engine=nlp, supported_languages=["en"])
