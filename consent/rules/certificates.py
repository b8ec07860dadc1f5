"""The bytes of a certificate that are signed: its fields in one order, without the signature."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

FORMAT: Final = "memory-admin-erasure-1"


def signed_bytes(certificate: Mapping[str, Any]) -> bytes:
    """Return what the signature of a certificate covers."""
    plain = {name: value for name, value in certificate.items() if name != "signature"}
    return json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()
