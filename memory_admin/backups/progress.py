"""How far long work is, on standard error: one moving line on a terminal, a line a stage elsewhere."""

from __future__ import annotations

import time
from typing import TextIO

EVERY_SECONDS = 0.2


class Progress:
    """Hears the stage, how much is done and of how much (0: unknown), and says it."""

    def __init__(self, stream: TextIO, *, quiet: bool) -> None:
        self._stream, self._quiet = stream, quiet
        self._moves = stream.isatty()
        self._stage, self._last = "", 0.0

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Say how far a stage is."""
        if self._quiet or (not self._moves and stage == self._stage):
            return
        now = time.monotonic()
        if stage == self._stage and now - self._last < EVERY_SECONDS:
            return
        if self._moves:
            start = "\r\033[K" if stage == self._stage or not self._stage else "\n"
            self._stream.write(f"{start}{stage}{_amount(done, total)}")
        else:
            self._stream.write(f"{stage}\n")
        self._stream.flush()
        self._stage, self._last = stage, now

    def end(self) -> None:
        """Leave the moving line."""
        if self._moves and self._stage and not self._quiet:
            self._stream.write("\n")


def _amount(done: int, total: int) -> str:
    if total > 10_000 or (total == 0 and done > 10_000):
        return f" {done / 1e6:.1f}{f' of {total / 1e6:.1f}' if total else ''} MB"
    return f" {done} of {total}" if total else ""
