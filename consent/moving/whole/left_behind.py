"""What waits for somebody's answer here and does not come along: to be answered before moving."""

from __future__ import annotations

from typing import Final

from consent.models import RightsRequest, TrustSuggestion
from consent.rules.rights import WAITING
from profiles.models import ProfileProposal

_OPEN: Final = "open"
SAID: Final = {
    "rights_requests": "requests of persons about their own data",
    "profile_proposals": "proposals for profiles",
    "trust_suggestions": "suggestions for trust",
}


def waiting() -> dict[str, int]:
    """Return how many of each wait, without the noughts."""
    found = {
        "rights_requests": RightsRequest.objects.filter(state__in=WAITING).count(),
        "profile_proposals": ProfileProposal.objects.filter(status=_OPEN).count(),
        "trust_suggestions": TrustSuggestion.objects.filter(status=_OPEN).count(),
    }
    return {name: count for name, count in found.items() if count}
