"""Consents, decisions and trust."""

from __future__ import annotations

from typing import Unpack

from memory_admin_client.call import Call, Once, Pages, ask, pages, read, write
from memory_admin_client.shapes.agreeing import (
    ApprovalOptions,
    AuditedMemory,
    Check,
    Checked,
    Consent,
    ConsentFilters,
    ConsentOptions,
    Explained,
    Reason,
    Receipt,
    Trust,
    TrustAsked,
    TrustOptions,
)


def list_consents(**filters: Unpack[ConsentFilters]) -> Pages[Consent]:
    """Go through the consents the caller has a part in."""
    return pages("/consents", filters)


def give_consent(grantor: str, grantee: str, scope: str, **options: Unpack[ConsentOptions]) -> Call[Consent]:
    """Give a consent, or ask for it where somebody else decides: `status` says which."""
    fields = {"grantor": grantor, "grantee": grantee, "scope": scope, **options}
    return write("POST", "/consents", fields)


def get_consent(consent: str) -> Call[Consent]:
    """Return a consent the caller has a part in."""
    return read("/consents/{consent}", {"consent": consent})


def consent_receipt(consent: str) -> Call[Receipt]:
    """Return a consent's receipt."""
    return read("/consents/{consent}/receipt", {"consent": consent})


def approve_consent(consent: str, **options: Unpack[ApprovalOptions]) -> Call[Consent]:
    """Agree to what was asked."""
    return write("POST", "/consents/{consent}/approve", {"consent": consent, **options})


def deny_consent(consent: str, **options: Unpack[Reason]) -> Call[Consent]:
    """Refuse what was asked."""
    return write("POST", "/consents/{consent}/deny", {"consent": consent, **options})


def revoke_consent(consent: str, **options: Unpack[Reason]) -> Call[Consent]:
    """Take a consent back; the next answer of the site feels it."""
    return write("POST", "/consents/{consent}/revoke", {"consent": consent, **options})


def check_access(memory: str, principal: str, context_session: str | None = None) -> Call[Checked]:
    """Tell whether a principal may see a memory."""
    asked = {"memory": memory, "principal": principal, "context_session": context_session}
    return ask("/access/check", asked)


def check_many(checks: list[Check]) -> Call[Checked]:
    """Answer many such questions in `results`."""
    return ask("/access/check", {"checks": checks})


def explain_access(memory: str, principal: str, context_session: str | None = None) -> Call[Explained]:
    """Tell whether a principal may see a memory, through what, and who has not agreed."""
    asked = {"memory": memory, "principal": principal, "context_session": context_session}
    return ask("/access/explain", asked)


def privacy_audit(
    *, subject: str | None = None, memory: str | None = None, limit: int = 50
) -> Pages[AuditedMemory]:
    """Go through who can see what: of one subject, or of one memory."""
    return pages("/privacy/audit", {"subject": subject, "memory": memory, "limit": limit})


def get_trust(owner: str, accessor: str, context: str | None = None) -> Call[Trust]:
    """Return how far an owner trusts an accessor."""
    return read("/trust/{owner}/{accessor}", {"owner": owner, "accessor": accessor, "context": context})


def set_trust(owner: str, accessor: str, base_trust: float, **options: Unpack[TrustOptions]) -> Call[Trust]:
    """Set how far an owner trusts an accessor, from 0 to 1; from the `version` that was read."""
    fields = {"owner": owner, "accessor": accessor, "base_trust": base_trust, **options}
    return write("PUT", "/trust/{owner}/{accessor}", fields)


def request_trust(
    owner: str, accessor: str, wanted: float, reason: str = "", **options: Unpack[Once]
) -> Call[TrustAsked]:
    """Ask an owner for more trust."""
    fields = {"owner": owner, "accessor": accessor, "wanted": wanted, "reason": reason, **options}
    return write("POST", "/trust/{owner}/{accessor}/request", fields)
