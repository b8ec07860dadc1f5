"""One call of a tool, as its function receives it: what is asked, by whom, when."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memory_admin.http import idempotency
from memory_admin.http.cursor import Paging, paging
from profiles.services.idempotency import once
from profiles.types import Caller

Fields = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Call:
    """A call that was admitted and read; to pages and idempotency it is what a request is over REST."""

    tool: str
    given: Fields
    """The arguments as sent."""
    query: Fields
    """The arguments as their shape gives them."""
    caller: Caller
    now: datetime

    @property
    def path(self) -> str:
        """Return what stands for an address."""
        return f"mcp/{self.tool}"

    @property
    def idempotency_key(self) -> str | None:
        """Return the checked key, if one was sent; raises Problem 400."""
        return idempotency.key(self.query.get("idempotency_key"))

    @property
    def fingerprint(self) -> str:
        """Return the digest by which a repeated call is recognised as the same one."""
        asked = {name: value for name, value in self.given.items() if name != "idempotency_key"}
        return idempotency.body_fingerprint("CALL", self.path, asked)

    @property
    def by(self) -> Caller:
        """Return who asks, by the name services use."""
        return self.caller

    def once(self, effect: Callable[[], Fields]) -> Fields:
        """Carry out an effect unless this caller's key has done so; returns its ids, never content."""
        return once(self, self.path, effect, now=self.now)

    def page(self) -> Paging:
        """Return the page asked for; raises Problem 400 `bad_cursor`."""
        return paging(self)
