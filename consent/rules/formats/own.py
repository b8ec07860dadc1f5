"""Our own files: a line each for the export itself, every memory, and the consents they rest on."""

from __future__ import annotations

from typing import Any, Final

from consent.rules.formats.reading import Coming, Record, Unreadable

FORMAT, VERSION = "memory-admin", 1
# What only the copy of a whole installation holds; an importer's own file decides nothing of it.
INSTALLATION: Final = frozenset(
    (
        "principal", "alias", "identity", "merge", "membership", "custodian", "policy", "context",
        "context_session", "trust", "trust_request", "profile_field", "profile", "system_profile",
        "knowledge", "contradiction", "generalization", "end",
    )
)  # fmt: skip
ONLY_EVERYTHING: Final = (
    "Only the copy of a whole installation holds this. Its administrator puts it back, on the machine: "
    "import jsonl FILE --everything REASON."
)
# What a line shares with the body of any write.
_SAME: Final = (
    "kind", "content", "title", "summary", "context_summary", "tags", "source_entity", "subject_ids",
    "trust", "location", "occurred_at", "valid_until", "confidence", "importance", "derived_from", "source",
    "redactions", "forbidden_terms", "forbidden_patterns", "prompt_instructions", "metadata",
)  # fmt: skip
_ONLY_HERE: Final = frozenset(
    (
        "type", "id", "version", "owner", "state", "grants", "context", "superseded_by", "provenance",
        "epistemic_status", "verified", "application", "created_at", "updated_at", "versions", "consents",
        "source_attested", "relayed", "author", "editor", "findings", "sources_gone",
    )
)  # fmt: skip
# An ordinary import brings nothing back that was put away: neither what was replaced nor what was set aside.
_STATES: Final = {"superseded": "archived", "paused": "paused", "archived": "archived"}


def header(owner: str | None, *, whole: bool) -> dict[str, Any]:
    """Return the first line of a file; without an owner it holds a whole installation."""
    plain = {"type": "export", "format": FORMAT, "version": VERSION, "owner": owner, "whole": whole}
    return plain if owner is not None else {**plain, "everything": True}


def is_everything(record: Record) -> bool:
    """Tell whether a line is the first one of the copy of a whole installation."""
    return is_header(record) and record.get("everything") is True


def refuse_everything(record: Record) -> None:
    """Raise Unreadable for a line that only the copy of a whole installation holds."""
    if record.get("type") in INSTALLATION or is_everything(record):
        raise Unreadable("type", ONLY_EVERYTHING)


def is_header(record: Record) -> bool:
    """Tell whether a line is about the file itself; raises Unreadable for a version that is not known."""
    if record.get("type") != "export":
        return False
    if (record.get("format"), record.get("version")) != (FORMAT, VERSION):
        raise Unreadable("version", f"This reads version {VERSION} of the format {FORMAT}.")
    return True


def coming(record: Record) -> Coming:
    """Return the memory of a line as its importer may state it: new, with grants that nobody agreed to yet.

    What no file may bring stays behind: who agreed, who verified it, its id, its number of versions."""
    unknown = sorted(record.keys() - _ONLY_HERE - set(_SAME))
    if unknown:
        raise Unreadable("unknown_field", "The line holds fields that are not known here.")
    if record.get("sources_gone"):
        raise Unreadable("sources_gone", "What it was made of is gone, and with it who may know it.")
    grants = record.get("grants") or []
    if not isinstance(grants, list) or not all(isinstance(one, dict) for one in grants):
        raise Unreadable("grants", "Must be a list of objects.")
    body = {name: record[name] for name in _SAME if name in record}
    body["access_grants"] = [one.get("grantee") for one in grants]
    body["occurred_at"] = record.get("occurred_at") or record.get("created_at")
    body["epistemic_status"] = "inferred" if record.get("epistemic_status") == "inferred" else "observed"
    name, level, state = record.get("id"), record.get("provenance"), record.get("state")
    return Coming(
        body,
        name=name if isinstance(name, str) else None,
        at_most=level if isinstance(level, str) else "untrusted",
        state="quarantined" if state == "quarantined" else _STATES.get(str(state), "active"),
    )
