"""Reading proposals: the principal's own, and to an agent that serves it those it made itself."""

from __future__ import annotations

from django.db.models import QuerySet

from profiles.models import ProfileProposal
from profiles.types import Caller


def public(row: ProfileProposal) -> str:
    """Return a proposal's public id."""
    return f"pro_{row.public_id.hex}"


def proposals_for(by: Caller) -> QuerySet[ProfileProposal]:
    """Return what the caller may know of the proposals for whom it speaks."""
    rows = ProfileProposal.objects.filter(principal_id=by.served_id)
    return rows if by.own_act else rows.filter(proposed_by=by.principal_id)
