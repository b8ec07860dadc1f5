"""What rings for regular work does not fall silent unseen: where it fails, its process ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

RINGS = """
import sys, threading
from memory_admin.celery import Ringing, app

ringing = Ringing(app, sys.argv[1])
ringing.start()
ringing.join(20)
threading.Event().wait(20)
"""
STOPS = """
import sys, time
from memory_admin.celery import Ringing, app

ringing = Ringing(app, sys.argv[1])
ringing.start()
time.sleep(1.5)
begun = time.monotonic()
ringing.stop()
ringing.join(5)
assert not ringing.is_alive() and time.monotonic() - begun < 4
"""


def ran(code: str, schedule: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, str(schedule)],
        env=dict(os.environ), capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def test_a_clock_that_cannot_keep_its_schedule_ends_its_process(tmp_path: Path) -> None:
    """Seen failing with the thread alone ending: the process stayed, answered pings and rang no more."""
    ended = ran(RINGS, tmp_path / "not there" / "schedule")
    assert ended.returncode == -signal.SIGTERM
    assert "clock_failed" in ended.stderr


def test_a_clock_stops_within_seconds_and_keeps_when_it_rang(tmp_path: Path) -> None:
    ended = ran(STOPS, tmp_path / "schedule")
    assert ended.returncode == 0, ended.stderr
    assert list(tmp_path.iterdir())
