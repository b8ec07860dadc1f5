"""The extra that reads with a model says plainly what it lacks, and is asked for nothing else."""

import os
import subprocess
import sys

import pytest

from text.personal.extra import MODEL, find_with_model, lacking

MODEL_HERE = os.environ.get("MEMORY_ADMIN_PII_MODEL", MODEL)


def test_a_model_that_is_not_there_is_named() -> None:
    assert lacking("no_such_model") in ("presidio-analyzer", "the model no_such_model")
    with pytest.raises(ImportError, match="not installed"):
        find_with_model("Sean", "no_such_model")


def test_finding_by_rules_imports_nothing_of_the_extra() -> None:
    code = "import sys, text.personal.extra; print({'spacy', 'presidio_analyzer'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.skipif(
    bool(lacking(MODEL_HERE)), reason=f"the extra `pii` is not installed: {lacking(MODEL_HERE)}"
)
def test_a_model_sees_names_and_places_where_they_stand() -> None:
    text = "Yesterday Luna Peters moved from Lisbon to Berlin with her brother."
    seen = {(text[one.start : one.end], one.kind) for one in find_with_model(text, MODEL_HERE)}
    assert {("Luna Peters", "person"), ("Lisbon", "place"), ("Berlin", "place")} <= seen
