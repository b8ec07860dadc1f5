"""What an event says of the record beside it: digests of who was shown what, so that a change of it shows.

Two of them: one over all that stays as it was, one over which memories they were, which an erasure takes out.
The words of a query are in neither: they are forgotten, by an erasure or in time.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from audit.rules.canonical import instant

RECALL: Final = (
    "actor_id", "acting_id", "behalf_id", "credential_id", "application", "context_session_id",
    "policy_version", "detector_version", "door", "request_id",
)  # fmt: skip
ITEM: Final = (
    "memory_version", "tier", "provenance", "decision", "reason", "role", "quoted", "sanitized",
    "instruction_like", "kind", "source_type", "epistemic", "owner_id", "through_id", "rules",
)  # fmt: skip
_TAG: Final = "memory-admin audit shown 1"
_LENGTH: Final = 32


def shown_digest(recall: Mapping[str, Any], items: Sequence[Mapping[str, Any]]) -> str:
    """Return the digest of a recall and its items in order, whichever memories they were."""
    told = [_TAG, recall["public"].hex, instant(recall["at"]), *(recall[name] for name in RECALL)]
    return _digest([*told, *([_confidence(one), *(one[name] for name in ITEM)] for one in items)])


def memories_digest(memories: Iterable[int]) -> str:
    """Return the digest of which memories were shown, in order."""
    return _digest([_TAG, *memories])


def _confidence(item: Mapping[str, Any]) -> float | None:
    return None if item["confidence"] is None else float(item["confidence"])


def _digest(parts: list[Any]) -> str:
    return hashlib.sha256(json.dumps(parts, separators=(",", ":")).encode("ascii")).hexdigest()[:_LENGTH]
