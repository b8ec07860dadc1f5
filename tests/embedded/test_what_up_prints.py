"""What `up` prints: how to come in, and where a newcomer is led on."""

from __future__ import annotations

import json

import pytest

from memory_admin.embedded.announce import announce
from memory_admin.embedded.first_steps import FirstSteps

STEPS = FirstSteps("http://127.0.0.1:9/sign-in/x/", "ma_x", "curl -s x")


def test_whoever_signs_in_first_is_led_to_the_guide(capsys: pytest.CaptureFixture[str]) -> None:
    """Seen failing when an empty installation offered a recall that finds nothing, and no guide."""
    announce(9, STEPS, {"up": 1}, as_json=False)
    printed = capsys.readouterr().out
    assert "http://127.0.0.1:9/first-steps/" in printed and STEPS.admin_link in printed
    announce(9, STEPS, {"up": 1}, as_json=True)
    assert set(json.loads(capsys.readouterr().out)) == {"url", "mcp_url", "admin_link", "token", "pids"}
