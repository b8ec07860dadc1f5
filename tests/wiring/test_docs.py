"""What the documents point at exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEST = re.compile(r"`(?:tests/)?([\w/]+\.py)::(test_\w+)`")
DOCUMENTS = sorted((ROOT / "docs").rglob("*.md"))
PATH = re.compile(
    r"`((?:tests|docs|consent|profiles|audit|jobs|text|memory_admin|bench|deploy)/[\w./-]*)(\*?)`"
)


def test_there_are_documents_that_name_tests() -> None:
    named = [one for document in DOCUMENTS for one in TEST.findall(document.read_text())]
    assert len(named) > 30


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_every_test_a_document_names_exists(document: Path) -> None:
    for file, name in TEST.findall(document.read_text()):
        assert f"def {name}(" in (ROOT / "tests" / file).read_text(), (file, name)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_every_path_a_document_names_exists(document: Path) -> None:
    for path, any_of in PATH.findall(document.read_text()):
        found = list(ROOT.glob(path + "*")) if any_of else [ROOT / path]
        assert found and all(one.exists() for one in found), path
