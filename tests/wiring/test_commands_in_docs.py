"""Every command that a document shows can be given as it stands there."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from memory_admin import verbs
from tests.wiring.test_docs import DOCUMENTS, ROOT, named

OURS = re.compile(r"\bmemory-admin ((?:[a-z-]+)(?: [^`|#\n]*)?)")
MAKE = re.compile(r"`make ([a-z]+)|^\s*make ([a-z]+)", re.M)
PYTHON = re.compile(r"\bpython (?:-m ([\w.]+)|(examples/\w+\.py))")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
BY_THEMSELVES = {"up": "embedded/up.py", "serve": "embedded/serve.py", "embeddings": "embeddings/server.py"}
HERE = ROOT / "memory_admin"


def shown(document: Path) -> Iterator[tuple[str, list[str]]]:
    """Return each command of ours in a document with its words; in prose only what stands in a code span."""
    text = document.read_text()
    code = re.findall(r"(?ms)^```\w*\n(.*?)^```", text) + re.findall(r"(?m)^ {4}(\S.*)$", text)
    for part in [*code, *re.findall(r"`([^`\n]+)`", text)]:
        for words in OURS.findall(part):
            verb, *rest = words.split()
            yield verb, rest


def options(verb: str, words: list[str]) -> set[str]:
    """Return the options that a command, or the subcommand the words name, takes."""
    if verb in BY_THEMSELVES:
        return set(re.findall(r'"(--[a-z-]+)"', (HERE / BY_THEMSELVES[verb]).read_text()))
    command = load_command_class(get_commands()[verb], verb)
    return _taken(command.create_parser("memory-admin", verb), words)


def _taken(parser: argparse.ArgumentParser, words: list[str]) -> set[str]:
    found = set(parser._option_string_actions)
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            named_here = [word for word in words if word in action.choices]
            assert named_here, f"{parser.prog} has no {words[:1]}"
            found |= _taken(action.choices[named_here[0]], words)
    return found


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_every_command_shown_exists_with_its_options(document: Path) -> None:
    """Seen failing with `restore FILE --verify` and with `token make`."""
    known = set(verbs.verbs()) | verbs.CALLED_BY_UP
    for verb, words in shown(document):
        assert verb in known, verb
        unknown = set(OPTION.findall(" ".join(words))) - options(verb, words)
        assert unknown == set(), (verb, words)


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_every_target_and_module_shown_exists(document: Path) -> None:
    """Seen failing with `make tests`."""
    text, makefile = document.read_text(), (ROOT / "Makefile").read_text()
    targets = {first or second for first, second in MAKE.findall(text)}
    assert [one for one in sorted(targets) if not re.search(rf"(?m)^{one}:", makefile)] == []
    for module, file in PYTHON.findall(text):
        ours = (ROOT / module.partition(".")[0]).is_dir()
        assert (ROOT / file).is_file() if file else find_spec(module) or not ours, module or file
