"""What the documents point at exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEST = re.compile(r"`(?:tests/)?([\w/]+\.py)::(test_\w+)`")
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
APPS = "memory_admin|memory_admin_client|consent|profiles|audit|jobs|text"
FOLDERS = f"{APPS}|tests|docs|examples|bench|deploy"
PATH = re.compile(rf"`((?:{FOLDERS})/[\w./-]*)(\*?)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
# A document that is named in a sentence, without a link.
NAMED = re.compile(r"\bdocs/[\w/-]+\.md\b")


def named(document: Path) -> str:
    return document.name


def test_there_are_documents_that_name_tests() -> None:
    found = [one for document in DOCUMENTS for one in TEST.findall(document.read_text())]
    assert len(found) > 30


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_every_test_a_document_names_exists(document: Path) -> None:
    for file, name in TEST.findall(document.read_text()):
        assert f"def {name}(" in (ROOT / "tests" / file).read_text(), (file, name)


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_every_path_a_document_names_exists(document: Path) -> None:
    """Seen failing with a file of the README's map renamed."""
    for path, any_of in PATH.findall(document.read_text()):
        found = list(ROOT.glob(path + "*")) if any_of else [ROOT / path]
        assert found and all(one.exists() for one in found), path


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_every_link_in_a_document_leads_somewhere(document: Path) -> None:
    """Seen failing with docs/client.md linked as docs/clients.md in the README."""
    text = document.read_text()
    links = [link.partition("#")[0] for link in LINK.findall(text) if "://" not in link]
    there = [document.parent / link for link in links if link] + [ROOT / name for name in NAMED.findall(text)]
    assert [str(one) for one in there if not one.exists()] == []


def test_every_defence_of_the_threat_model_names_a_test() -> None:
    """Seen failing for four that named none."""
    text = (ROOT / "docs" / "threat-model.md").read_text()
    defences = text.partition("## What is tried")[2].partition("\n## ")[0].split("\n- ")[1:]
    assert len(defences) > 8
    lacking = [one.partition(".**")[0] for one in defences if not TEST.search(one) and "`tests/" not in one]
    assert lacking == []


def test_no_comment_names_a_document_that_is_not_here() -> None:
    """Seen failing for sixty that cited a design nobody has."""
    here = {"README.md", "CHANGELOG.md", *(one.name for one in (ROOT / "docs").rglob("*.md"))}
    files = [*DOCUMENTS, *(file for app in APPS.split("|") for file in (ROOT / app).rglob("*.py"))]
    cited = {one for file in files for one in re.findall(r"\b[\w-]+\.md\b", file.read_text(encoding="utf-8"))}
    assert cited - here == set()
