"""The kinds of violation and the states of their review."""

from __future__ import annotations

from typing import Final

DISCLOSURE_LEAK: Final = "disclosure_leak"
UNVALIDATED_RESPONSE: Final = "unvalidated_response"
TRUST_ESCALATION: Final = "trust_escalation"
PROVENANCE_ESCALATION: Final = "provenance_escalation"
CROSS_PRINCIPAL_WRITE: Final = "cross_principal_write"
FORBIDDEN_WRITE: Final = "forbidden_write"
IDENTITY_AMBIGUOUS: Final = "identity_ambiguous"
IDENTITY_UNRESOLVED: Final = "identity_unresolved"
QUERY_INJECTION: Final = "query_injection"
STORED_INJECTION: Final = "stored_injection"
BOUNDARY_BREAKOUT: Final = "boundary_breakout"
CONSENT_VIOLATION: Final = "consent_violation"
GUARD_TRIPPED: Final = "guard_tripped"
AUDIT_TAMPERING: Final = "audit_tampering"

KINDS: Final = frozenset(
    {
        DISCLOSURE_LEAK,
        UNVALIDATED_RESPONSE,
        TRUST_ESCALATION,
        PROVENANCE_ESCALATION,
        CROSS_PRINCIPAL_WRITE,
        FORBIDDEN_WRITE,
        IDENTITY_AMBIGUOUS,
        IDENTITY_UNRESOLVED,
        QUERY_INJECTION,
        STORED_INJECTION,
        BOUNDARY_BREAKOUT,
        CONSENT_VIOLATION,
        GUARD_TRIPPED,
        AUDIT_TAMPERING,
    }
)
STATUSES: Final = frozenset({"open", "in_review", "confirmed", "dismissed", "escalated"})
