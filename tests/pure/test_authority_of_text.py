"""Authority is stamped by the server, capped by the credential, and never rises on the way."""

from __future__ import annotations

import itertools

import pytest

from consent.rules.admission import AdmissionInput, admit
from consent.rules.provenance import Provenance, lower_of, provenance_named, provenance_of
from profiles.rules.credentials import CredentialSpec


def test_the_six_levels_are_ordered() -> None:
    assert [level.word for level in sorted(Provenance)] == [
        *("untrusted", "user_provided", "model_generated"),
        *("tool_derived", "verified_external", "application_trusted"),
    ]


@pytest.mark.parametrize(
    ("source_type", "level"),
    [
        ("user_message", Provenance.USER_PROVIDED),
        ("model_output", Provenance.MODEL_GENERATED),
        ("tool_result", Provenance.TOOL_DERIVED),
        ("verified", Provenance.VERIFIED_EXTERNAL),
        ("application", Provenance.APPLICATION_TRUSTED),
        ("document", Provenance.UNTRUSTED),
        ("unknown", Provenance.UNTRUSTED),
        ("", Provenance.UNTRUSTED),
        (None, Provenance.UNTRUSTED),
        ("APPLICATION", Provenance.UNTRUSTED),
    ],
)
def test_a_source_type_earns_its_level(source_type: str | None, level: Provenance) -> None:
    assert provenance_of(source_type, "application_trusted") is level


@pytest.mark.parametrize("source_type", ["application", "verified", "tool_result"])
def test_the_default_cap_holds_the_two_highest_back(source_type: str) -> None:
    assert provenance_of(source_type, CredentialSpec("its own", ()).max_provenance) is Provenance.TOOL_DERIVED


@pytest.mark.parametrize("cap", [None, "", "root", "Application_Trusted"])
def test_a_cap_that_is_not_understood_allows_nothing(cap: str | None) -> None:
    assert provenance_of("application", cap) is Provenance.UNTRUSTED


def test_no_source_and_cap_ever_give_more_than_the_cap() -> None:
    for source, cap in itertools.product(("user_message", "tool_result", "application", "x"), Provenance):
        assert provenance_of(source, cap.word) <= cap


def test_what_is_combined_is_as_trusted_as_its_least() -> None:
    assert lower_of(Provenance.TOOL_DERIVED) is Provenance.TOOL_DERIVED
    assert lower_of(Provenance.VERIFIED_EXTERNAL, Provenance.USER_PROVIDED, Provenance.TOOL_DERIVED) is (
        Provenance.USER_PROVIDED
    )
    assert provenance_named("nonsense") is Provenance.UNTRUSTED


@pytest.mark.parametrize(
    ("text", "sanitized"), [("plain\n\ttext", False), ("a\u200bb", True), ("a\x1b[2J", True)]
)
def test_text_with_unseen_characters_is_marked_sanitized(text: str, sanitized: bool) -> None:
    assert admit(AdmissionInput("raw", text, Provenance.UNTRUSTED)).sanitized is sanitized
