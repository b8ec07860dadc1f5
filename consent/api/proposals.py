"""What waits for one's answer, of every kind, and the answers: each is judged where its kind is."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from consent.models import TrustRequest
from consent.queries import proposals as queries
from consent.services import trust_requests
from memory_admin.http.cursor import paging
from memory_admin.http.declared import page_of
from memory_admin.http.endpoint import Endpoint
from memory_admin.http.problem import not_found
from memory_admin.http.request import ApiRequest
from profiles.models import ProfileProposal
from profiles.queries.proposals import proposal_uuid
from profiles.serializers.layers import AnswerBody, ProposalQuery, ProposalShape
from profiles.services import proposals
from profiles.services.idempotency import once

Fields = dict[str, Any]


class Proposals(Endpoint):
    """What agents proposed for one's profile, and the trust asked of one."""

    scope = "profile"
    takes_query = ProposalQuery
    returns = page_of(ProposalShape)

    def get(self, request: ApiRequest) -> Fields:
        """Return a page of what waits, newest first; with `status` of what was answered."""
        page = paging(request)
        rows = queries.page_of(request.caller, request.query.get("status"), page)
        fields = queries.shown(rows)
        return page.page(rows, key=queries.place_of, show=lambda row: fields[row.public_id.hex])


class _Answer(Endpoint, abstract=True):
    """One answer; who may give it is judged before the key of a repeated request is looked at."""

    scope = "profile"
    takes = AnswerBody
    returns = ProposalShape
    accepts: bool

    def post(self, request: ApiRequest, proposal: str) -> Fields:
        """Answer a proposal, for oneself."""
        by, now, reason = request.caller, timezone.now(), request.taken["reason"]
        mine = proposal.startswith("pro_")
        if mine:
            proposals.require_answer(proposal, by)

        def effect() -> Fields:
            service = proposals if mine else trust_requests
            act = service.accept if self.accepts else service.decline
            act(proposal, by=by, now=now, reason=reason)
            return {}

        once(request, f"proposals/{proposal}"[:60] + self.__class__.__name__, effect, now=now)
        return _shown(proposal)


class AcceptProposal(_Answer):
    """Say yes to a proposal."""

    accepts = True


class DeclineProposal(_Answer):
    """Say no to a proposal."""

    accepts = False


def _shown(proposal: str) -> Fields:
    row: queries.Waiting | None
    if uuid := proposal_uuid(proposal):
        row = ProfileProposal.objects.filter(public_id=uuid).first()
    else:
        row = TrustRequest.objects.filter(public_id=proposal[4:]).first()
    if row is None:
        raise not_found()
    (fields,) = queries.shown([row]).values()
    return fields
