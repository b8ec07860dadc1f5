"""A signed word that an erasure was done and what the search found afterwards; it names nobody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.conf import settings

from audit.models import Seal
from audit.services.sealkey import load_key, public_key
from consent.models import RightsRequest
from consent.queries.canary import Searched
from consent.queries.persons import digest_of
from consent.rules.certificates import FORMAT, signed_bytes
from consent.rules.rights import DONE, ERASURE
from memory_admin.http.public_id import public_uuid


@dataclass(frozen=True, slots=True)
class Done:
    """An erasure as it ended: which request, whose, from when to when, and what was searched for."""

    request: RightsRequest
    entity: str
    names: int
    runs: int
    begun: datetime
    ended: datetime


def certificate(done: Done, counts: Mapping[str, int], found: Searched) -> dict[str, Any]:
    """Return the signed certificate: numbers, digests and times; unsigned where no key is configured."""
    body: dict[str, Any] = {
        "format": FORMAT,
        "request": f"rr_{done.request.public_id.hex}",
        "subject": done.request.subject_id,
        "subject_digest": digest_of(done.entity),
        "begun_at": done.begun.isoformat(),
        "ended_at": done.ended.isoformat(),
        "counts": dict(counts),
        "searched": {"names": done.names, "runs_of_words": done.runs, "rows": found.rows},
        "found": found.found,
        "kept_in_records": found.kept,
        "clean": found.clean,
    }
    if not settings.SEAL_KEY:
        return {**body, "public_key": "", "signature": ""}
    key = load_key(create=not Seal.objects.exists())
    body["public_key"] = key.public_key().public_bytes_raw().hex()
    return {**body, "signature": key.sign(signed_bytes(body)).hex()}


def verify(given: Mapping[str, Any], *, entity: str = "") -> list[str]:
    """Return what is wrong with a certificate, a sentence each; none where it is ours, unchanged and holds.

    It holds while the erasure it speaks of ended clean, and this installation still has it as done. With an
    entity id, also whether it is about that one: only this installation can tell."""
    wrong = []
    if given.get("format") != FORMAT:
        wrong.append("This is no certificate of an erasure.")
    elif not _is_ours(str(given.get("public_key", ""))):
        wrong.append("It was signed with a key that this installation does not have.")
    elif not _is_signed(given):
        wrong.append("The signature does not fit: the certificate was changed.")
    elif given.get("clean") is not True:
        wrong.append("It says that something was left: that erasure did not end. A later one counts.")
    elif not _is_done(given):
        wrong.append("This installation has no finished erasure of this id for that person.")
    if entity and not is_about(given, entity):
        wrong.append("It is about somebody else.")
    return wrong


def is_about(given: Mapping[str, Any], entity: str) -> bool:
    """Tell whether a certificate says that it is about an entity."""
    return given.get("subject_digest") == digest_of(entity)


def in_answer(said: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the certificates in what was answered: itself, a request's, those of a list of requests.

    An answer without any counts as one that is none, so that verifying it fails."""
    rows = said.get("items", [said])
    requests = [one for one in rows if isinstance(one, dict)] if isinstance(rows, list) else []
    found = [one.get("certificate", one) for one in requests]
    return [one for one in found if isinstance(one, dict)] or [{}]


def _is_ours(key: str) -> bool:
    current = public_key()
    known = {bytes(one) for one in Seal.objects.values_list("public_key", flat=True).distinct()}
    return bool(key) and key in {one.hex() for one in known | ({current} if current else set())}


def _is_done(given: Mapping[str, Any]) -> bool:
    """Tell whether the request is finished here: a key alone does not erase, and a restore may undo."""
    known, subject = public_uuid(str(given.get("request")), "rr"), given.get("subject")
    rows = RightsRequest.objects.filter(public_id=known, kind=ERASURE, state=DONE) if known else None
    return rows is not None and rows.values_list("subject_id", flat=True).first() == subject


def _is_signed(given: Mapping[str, Any]) -> bool:
    try:
        signature = bytes.fromhex(str(given.get("signature", "")))
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(str(given["public_key"]))).verify(
            signature, signed_bytes(given)
        )
    except (InvalidSignature, ValueError):
        return False
    return True
