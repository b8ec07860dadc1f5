"""What backup and restore answer, for machines and in lines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from memory_admin.backups.manifest import Manifest
from memory_admin.backups.restoring import Present, Restored

KINDS: Final = {
    "consents": "consents withdrawn, denied or expired",
    "expiries": "consents given a nearer end, or denials a later one",
    "denials": "consents denied that nobody had asked for",
    "remembered": "denials and quarantines kept for texts that are gone",
    "tokens": "tokens revoked, paused or given a nearer end",
    "grants": "grants taken back",
    "memberships": "memberships ended",
    "custodians": "custodians dismissed",
    "principals": "principals deactivated, held or no longer verified",
    "addresses": "email addresses taken away or no longer verified",
    "identities": "accounts elsewhere unbound",
    "passkeys": "passkeys removed",
    "roles": "accounts closed or with less of a role",
    "seats": "participants taken out of contexts, or with another role there",
    "sessions": "sessions in contexts that ended",
    "defaults": "contexts that hand down to fewer",
    "trust": "trust lowered",
    "answers": "requests, suggestions and proposals declined",
    "reviews": "beliefs put up for review",
    "notes": "notes declined, or taken out of prompts",
    "reveals": "looks at memories refused",
    "fields": "profile fields made sensitive, fixed or retired",
    "refusals": "requests of persons refused",
    "requests": "requests of persons that wait for an answer still",
    "jobs": "jobs that had ended, and do not begin again",
    "files": "files of jobs deleted",
    "policy": "settings of the policy that had been tightened",
    "narrowed": "memories with a lower ceiling, lower provenance or more to hide",
    "states": "memories set aside",
    "persons": "persons shut out who had been erased; the worker erases them again once `up` runs",
}
UNKNOWN: Final = (
    "What was taken back after the backup is not known here: consents withdrawn, tokens revoked and",
    "memories deleted since then are as they were at its time. Go through `token list`, `consent list` and",
    "your requests for erasure before you let agents in.",
)


def made_shape(path: Path, manifest: Manifest) -> dict[str, Any]:
    """Return what was made, as `--json` says it."""
    return {"file": str(path), "bytes": path.stat().st_size} | _shape(manifest)


def _shape(manifest: Manifest) -> dict[str, Any]:
    return {
        "made_at": manifest.made_at,
        "product": manifest.product,
        "tables": len(manifest.tables),
        "rows": manifest.rows,
        "digest": manifest.digest,
        "seal": manifest.record.seal,
    }


def made(path: Path, manifest: Manifest) -> list[str]:
    """Say what was made."""
    size = path.stat().st_size
    return [
        f"{path}: {len(manifest.tables)} tables, {manifest.rows} rows, {size / 1e6:.1f} MB.",
        f"Digest {manifest.digest}.",
        "It holds everything in clear, as the database does, but no password and no key: keep it as private,",
        "and keep the home's .env and seal.pem in another place.",
    ]


def inspected_shape(manifest: Manifest, present: Present) -> dict[str, Any]:
    """Return what a check found, as `--json` says it."""
    return _shape(manifest) | {
        "whole": True,
        "empty_here": not present.filled,
        "continues": present.continues,
    }


def inspected(manifest: Manifest, present: Present) -> Iterator[str]:
    """Say what a check found."""
    yield f"A whole backup, made {_when(manifest)}: {len(manifest.tables)} tables, {manifest.rows} rows."
    if present.filled:
        yield "This installation is not empty: restoring it here needs --yes."


def restored_shape(done: Restored) -> dict[str, Any]:
    """Return what was put back, as `--json` says it."""
    return _shape(done.manifest) | {
        "migrations": done.migrated,
        "gap": done.record.gap,
        "audit_ok": done.record.verified.ok,
        "lost_seals": len(done.record.verified.lost),
        "set_aside": None if done.record.set_aside is None else str(done.record.set_aside),
        "taken_back_known": done.carried,
        "taken_back": {**done.taken.counts, "memories": len(done.taken.gone)} if done.carried else {},
    }


def restored(done: Restored) -> Iterator[str]:
    """Say what was put back, what was taken back again and what is to be looked at."""
    manifest = done.manifest
    yield f"Restored the backup made {_when(manifest)}: {len(manifest.tables)} tables, {manifest.rows} rows,"
    yield f"digest equal ({manifest.digest})."
    if done.migrated:
        yield f"Its tables were brought up to this version by {done.migrated} migrations."
    yield from _record(done)
    yield from _taken(done) if done.carried else iter(UNKNOWN)
    yield "Everybody signs in again; tokens work as before. What was written after the backup is gone."


def _record(done: Restored) -> Iterator[str]:
    record = done.record
    if record.gap is None:
        yield "Seals are off, so no gap is declared."
        return
    verdict = "the audit verifies" if record.verified.ok else "the audit does NOT verify"
    yield f"Seal {record.gap} declares the gap; {verdict}."
    if record.verified.lost:
        yield f"{len(record.verified.lost)} seals made after the backup stay in the exported file as lost."
    if record.set_aside:
        yield f"The exported file was of another history: it is kept as {record.set_aside}."


def _taken(done: Restored) -> Iterator[str]:
    counts = {name: number for name, number in done.taken.counts.items() if number}
    if not counts and not done.taken.gone:
        yield "Nothing had been taken back since the backup."
        return
    yield "Taken back since the backup, and again now:"
    yield from (f"  {number} {KINDS.get(name, name)}" for name, number in counts.items())
    if done.taken.gone:
        yield f"  {len(done.taken.gone)} memories deleted"


def _when(manifest: Manifest) -> str:
    return f"{manifest.made_at:%Y-%m-%d %H:%M:%S} UTC by version {manifest.product}"
