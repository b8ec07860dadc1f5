"""The manifest of a backup: what it holds, of which version, and the digests that prove it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final

from memory_admin.backups.digests import Content, overall

FORMAT: Final = 1
Migration = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Dump:
    """The dump inside the file: its length and SHA-256."""

    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Point:
    """Where the record stood: the last event and the last seal, None before the first."""

    event: int | None
    event_public: str | None
    seal: int | None
    seal_hash: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a backup says of itself."""

    made_at: datetime
    product: str
    server: str
    migrations: tuple[Migration, ...]
    tables: Mapping[str, Content]
    record: Point
    dump: Dump

    @property
    def digest(self) -> str:
        """Return the digest over all tables."""
        return overall(self.tables)

    @property
    def rows(self) -> int:
        """Return how many rows there are in all."""
        return sum(one.rows for one in self.tables.values())

    @property
    def server_major(self) -> int:
        """Return the major version of the server it was made on."""
        return int(self.server.split(".")[0])


def encode(manifest: Manifest) -> bytes:
    """Return the manifest as JSON."""
    fields = asdict(manifest) | {"format": FORMAT, "made_at": manifest.made_at.isoformat()}
    return json.dumps(fields | {"digest": manifest.digest}, indent=1, sort_keys=True).encode()


def decode(data: bytes) -> Manifest:
    """Read a manifest; raises ValueError, KeyError or TypeError where it is none of ours."""
    found = json.loads(data)
    tables = {str(name): _content(one) for name, one in found["tables"].items()}
    if found["format"] != FORMAT or found["digest"] != overall(tables):
        raise ValueError("format or digest")
    return Manifest(
        made_at=datetime.fromisoformat(found["made_at"]),
        product=str(found["product"]),
        server=_version(found["server"]),
        migrations=tuple((str(app), str(name)) for app, name in found["migrations"]),
        tables=tables,
        record=Point(**found["record"]),
        dump=Dump(int(found["dump"]["bytes"]), str(found["dump"]["sha256"])),
    )


def _content(one: Mapping[str, Any]) -> Content:
    bytes.fromhex(one["digest"])
    return Content(int(one["rows"]), str(one["digest"]), tuple(str(column) for column in one["columns"]))


def _version(text: Any) -> str:
    if not str(text).split(".")[0].isdigit():
        raise ValueError("server")
    return str(text)
