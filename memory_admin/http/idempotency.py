"""The pure part of doing a write once and changing only what was read."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Final

from memory_admin.http.problem import bad_request

_KEY: Final = re.compile(r"[\x21-\x7e]{1,200}")
_VERSION: Final = re.compile(r'"?([0-9]{1,18})"?')


def key(header: str | None) -> str | None:
    """Return the Idempotency-Key as sent; raises Problem 400 `bad_idempotency_key`."""
    if header is None:
        return None
    if not _KEY.fullmatch(header):
        raise bad_request("bad_idempotency_key")
    return header


def body_fingerprint(method: str, route: str, parsed_body: object) -> str:
    """Return the SHA-256 of method, address and body as canonical JSON, so spelling does not matter."""
    canonical = json.dumps([method, route, parsed_body], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()


def etag(version: int) -> str:
    """Return the ETag of a version, the text If-Match takes back."""
    return f'"{version}"'


def expected_version(if_match: str | None, in_body: int | None) -> int | None:
    """Return the version an update expects; raises Problem 400 when malformed or of two minds.

    `*` (RFC 9110: any version) is no version; weak tags and lists are refused.
    """
    named = _from_header(if_match) if if_match is not None else None
    if named is not None and in_body is not None and named != in_body:
        raise bad_request("version_mismatch")
    return in_body if named is None else named


def _from_header(if_match: str) -> int | None:
    if if_match.strip() == "*":
        return None
    found = _VERSION.fullmatch(if_match.strip())
    if not found or if_match.count('"') == 1:
        raise bad_request("bad_if_match")
    return int(found[1])
