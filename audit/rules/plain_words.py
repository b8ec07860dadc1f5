"""Violations in the words of whoever reviews them."""

from __future__ import annotations

from typing import Final

KINDS: Final = {
    "disclosure_leak": "A response said something that was withheld from the one who gave it.",
    "unvalidated_response": "A response had to be validated and was not.",
    "trust_escalation": "Somebody tried to raise trust in itself, or without the right to.",
    "provenance_escalation": "Something written claimed more authority than its writer may give.",
    "cross_principal_write": "Somebody tried to change what belongs to somebody else.",
    "forbidden_write": "Somebody tried to write what only the product itself decides.",
    "identity_ambiguous": "What a gateway said about a live caller pointed at more than one principal.",
    "identity_unresolved": "What a gateway said about a live caller pointed at nobody.",
    "query_injection": "A question held words that give a model orders.",
    "stored_injection": "Something written held words that give a model orders.",
    "boundary_breakout": "Something written imitated the marks that set recalled memory apart.",
    "consent_violation": "Somebody tried to answer for a consent that was not its own to give.",
    "guard_tripped": "The database refused what the decision had allowed; nothing of it was shown.",
    "audit_tampering": "The records and their seals disagree.",
}
STATUSES: Final = {
    "open": "Open",
    "in_review": "In review",
    "escalated": "Escalated",
    "confirmed": "Confirmed",
    "dismissed": "Dismissed",
}
TAKEN: Final = {
    "blocked": "It was stopped.",
    "redacted": "What was withheld was taken out of the response.",
    "allowed_with_warning": "It went through with a warning.",
}


def percent(rate: float | None) -> str:
    """Return a figure from 0.0 to 1.0 as people read it, never rounded up to 100%."""
    if rate is None:
        return "none yet"
    return "100%" if rate >= 1.0 else f"{min(rate * 100, 99.9):.1f}%"
