"""The kinds and states of what a person may ask about its own data, and what each means."""

from __future__ import annotations

from typing import Final

ACCESS: Final = "access"
ERASURE: Final = "erasure"
RECTIFICATION: Final = "rectification"
KINDS: Final = (ACCESS, ERASURE, RECTIFICATION)

OPEN: Final = "open"
RUNNING: Final = "running"
DONE: Final = "done"
INCOMPLETE: Final = "incomplete"
REFUSED: Final = "refused"
STATES: Final = (OPEN, RUNNING, DONE, INCOMPLETE, REFUSED)
# What still waits for somebody.
WAITING: Final = (OPEN, RUNNING, INCOMPLETE)

SUBJECT: Final = "subject"
CUSTODIAN: Final = "custodian"
ADMINISTRATOR: Final = "administrator"
