"""What `subject requests --json` and `subject erase --json` say is what `subject verify` checks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cast import principal
from tests.commands.conftest import shell
from tests.commands.shell import Shell

__all__ = ["shell"]
ONE, OTHER = "human:orrin_vale", "human:luna"


@pytest.fixture
def erased(shell: Shell) -> dict[str, Any]:
    """Erase two people; returns what each erasure said."""
    for who in (ONE, OTHER):
        principal(who, display_name=f"The {who} of old")
    return {who: shell.answer("subject", "erase", who, "--reason", "asked", "--yes") for who in (ONE, OTHER)}


def file(tmp_path: Path, said: Any) -> str:
    path = tmp_path / "said.json"
    path.write_text(json.dumps(said))
    return str(path)


def test_the_list_of_requests_is_checked_certificate_by_certificate(
    shell: Shell, tmp_path: Path, erased: dict[str, Any]
) -> None:
    """Seen failing while a list was taken for one certificate: "This is no certificate of an erasure"."""
    said = shell.answer("subject", "requests")
    found = shell.answer("subject", "verify", file(tmp_path, said))
    assert found == {"ok": True, "wrong": [], "checked": 2}
    assert shell("subject", "verify", file(tmp_path, said), "--about", OTHER).code == 0
    nobody = shell("subject", "verify", file(tmp_path, said), "--about", "human:sean")
    assert nobody.code == 1 and "somebody else" in nobody.err


def test_one_that_was_changed_is_named_among_the_others(
    shell: Shell, tmp_path: Path, erased: dict[str, Any]
) -> None:
    said = shell.answer("subject", "requests")
    said["items"][1]["certificate"]["ended_at"] = "2026-01-01T00:00:00+00:00"
    ran = shell("subject", "verify", file(tmp_path, said))
    (bad,) = [line for line in ran.out.splitlines() if "was changed" in line]
    assert ran.code == 1 and bad.startswith(said["items"][1]["id"])


def test_an_answer_and_a_bare_certificate_are_checked_too(
    shell: Shell, tmp_path: Path, erased: dict[str, Any]
) -> None:
    one = erased[ONE]
    for said in (one, one["certificate"]):
        assert shell.answer("subject", "verify", file(tmp_path, said))["checked"] == 1


@pytest.mark.parametrize("said", [{"items": []}, {"items": "x"}, {"items": [{"certificate": None}]}, {}])
def test_an_answer_without_a_certificate_does_not_pass(shell: Shell, tmp_path: Path, said: Any) -> None:
    ran = shell("subject", "verify", file(tmp_path, said))
    assert ran.code == 1 and "no certificate" in ran.err


def signed(body: dict[str, Any]) -> dict[str, Any]:
    """Return a certificate signed with this installation's own key, as whoever took that key could."""
    from audit.services.sealkey import load_key
    from consent.rules.certificates import signed_bytes

    return {**body, "signature": load_key(create=False).sign(signed_bytes(body)).hex()}


def test_one_of_an_erasure_that_did_not_end_is_no_proof_of_one(
    shell: Shell, tmp_path: Path, erased: dict[str, Any]
) -> None:
    """Seen failing before: it was "ours and unchanged", with `ok` true and exit code 0."""
    given = signed({**erased[ONE]["certificate"], "clean": False, "found": {"consent_memory": 1}})
    ran = shell("subject", "verify", file(tmp_path, given))
    assert ran.code == 1 and "something was left" in ran.err


@pytest.mark.parametrize("change", ["request", "subject", "state"])
def test_one_of_an_erasure_that_is_not_done_here_does_not_hold(
    shell: Shell, tmp_path: Path, erased: dict[str, Any], change: str
) -> None:
    """Seen failing before for each: the key's signature was all that was looked at."""
    from consent.models import RightsRequest

    given = erased[ONE]["certificate"]
    if change == "state":
        RightsRequest.objects.update(state="running")
    else:
        given = signed({**given, change: {"request": "rr_" + "0" * 32, "subject": 10**6}[change]})
    ran = shell("subject", "verify", file(tmp_path, given))
    assert ran.code == 1 and "no finished erasure" in ran.err
