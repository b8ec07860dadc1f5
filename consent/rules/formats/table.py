"""Plain CSV: a column a field, the others kept in the metadata."""

from __future__ import annotations

import json
from typing import Any, Final

from consent.rules.formats.reading import Coming, Record, Unreadable, moment_of, tags_of, text_of

COLUMNS: Final = (
    "id", "owner", "kind", "tier", "state", "title", "content", "tags", "city", "region", "country", "date",
    "provenance", "epistemic_status", "source", "trust",
)  # fmt: skip
_LISTS: Final = ("subject_ids", "access_grants", "consent_grants")
_TEXTS: Final = ("title", "summary", "context_summary", "source_entity")
_READ: Final = frozenset(
    (*COLUMNS, *_LISTS, *_TEXTS, "memory", "text", "address", "occurred_at", "created_at", "source_type")
)


def coming(record: Record) -> Coming:
    """Return the memory of a row; lists are separated by semicolons, or JSON."""
    body: dict[str, Any] = {"content": text_of(record, "content", "memory", "text")}
    body |= {name: record[name] for name in _TEXTS if record.get(name)}
    body |= {name: _list(record, name) for name in _LISTS if record.get(name)}
    body |= {"kind": record["kind"]} if record.get("kind") else {}
    body |= {"trust": _number(record, "trust")} if record.get("trust") else {}
    place = {"address": "address", "city": "city", "region": "state", "country": "country"}
    location = {field: record[column] for column, field in place.items() if record.get(column)}
    more = {name: value for name, value in record.items() if name not in _READ and value}
    body |= {
        "tags": tags_of(_list(record, "tags")),
        "location": location or None,
        "occurred_at": moment_of(record.get("occurred_at") or record.get("created_at")),
        "epistemic_status": "inferred" if record.get("epistemic_status") == "inferred" else "observed",
        "source": {"type": str(record.get("source_type") or "unknown")[:24]},
        "metadata": {"csv": more} if more else {},
    }
    state = str(record.get("state") or "")
    return Coming(
        body,
        str(record["id"]) if record.get("id") else None,
        at_most=str(record.get("provenance") or "tool_derived"),
        state=state if state in {"paused", "archived", "quarantined"} else "active",
    )


def _list(record: Record, name: str) -> list[str]:
    value = str(record.get(name) or "")
    if value.startswith("["):
        try:
            found = json.loads(value)
        except (ValueError, RecursionError):
            raise Unreadable(name, "Must be a list: JSON, or separated by semicolons.") from None
        return [str(one) for one in found] if isinstance(found, list) else []
    return [one.strip() for one in value.split(";") if one.strip()]


def _number(record: Record, name: str) -> float:
    try:
        return float(record[name])
    except ValueError:
        raise Unreadable(name, "Must be a number.") from None
