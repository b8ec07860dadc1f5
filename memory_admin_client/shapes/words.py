"""The words that fields take, and how times are given."""

from datetime import datetime
from typing import Annotated, Literal

Moment = datetime | str
"""A time to send: a datetime with an offset, or RFC 3339 text."""
Time = Annotated[str, "date-time"]
"""A time in an answer: RFC 3339 text with an offset."""

Kind = Literal[
    "raw", "note", "episode", "belief", "value", "goal", "fact", "preference", "entity", "relationship",
    "conversation", "personal_event", "trace", "document", "message",
]  # fmt: skip
Visibility = Literal["context", "self"]
Provenance = Literal[
    "untrusted", "user_provided", "model_generated", "tool_derived", "verified_external",
    "application_trusted",
]  # fmt: skip
Epistemic = Literal["observed", "inferred", "verified"]
Scope = Literal["self_only", "private_entity", "contextual", "public"]
Mode = Literal["strict", "permissive"]
RedactedField = Literal["title", "content", "summary", "tags", "location"]
ConsentStatus = Literal["requested", "active", "denied", "revoked", "expired"]
JobState = Literal["cancelled", "done", "failed", "queued", "running"]
State = Literal["active", "paused", "archived", "quarantined", "superseded", "erased"]
Severity = Literal["low", "medium", "high", "critical"]
ViolationStatus = Literal["confirmed", "dismissed", "escalated", "in_review", "open"]
ViolationKind = Literal[
    "audit_tampering", "boundary_breakout", "consent_violation", "cross_principal_write", "disclosure_leak",
    "forbidden_write", "guard_tripped", "identity_ambiguous", "identity_unresolved", "provenance_escalation",
    "query_injection", "stored_injection", "trust_escalation", "unvalidated_response",
]  # fmt: skip
