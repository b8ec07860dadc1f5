"""What waits for one's answer, of every kind, and the answers: each is judged where its kind is."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from consent.models import TrustRequest
from consent.queries import generalizations
from consent.queries import proposals as queries
from consent.serializers.generalizing import AcceptBody, AnyProposal
from consent.services import generalizing_answers, trust_requests
from memory_admin.http.cursor import paging
from memory_admin.http.declared import page_of
from memory_admin.http.endpoint import Endpoint
from memory_admin.http.problem import bad_request, not_found
from memory_admin.http.public_id import public_uuid
from memory_admin.http.request import ApiRequest
from profiles.models import ProfileProposal
from profiles.serializers.layers import AnswerBody, ProposalQuery
from profiles.services import proposals
from profiles.services.idempotency import once
from profiles.types import Caller

Fields = dict[str, Any]
_SERVICES = {"pro_": proposals, "gen_": generalizing_answers}


class Proposals(Endpoint):
    """What agents proposed for one's profile, the trust asked of one, and beliefs that await approval."""

    scope = "profile"
    takes_query = ProposalQuery
    returns = page_of(AnyProposal)

    def get(self, request: ApiRequest) -> Fields:
        """Return a page of what waits, newest first; with `status` of what was answered."""
        page = paging(request)
        rows = queries.page_of(request.caller, request.query.get("status"), page, timezone.now())
        fields = queries.shown(rows, request.caller)
        return page.page(rows, key=queries.place_of, show=lambda row: fields[row.public_id.hex])


class _Answer(Endpoint, abstract=True):
    """One answer; who may give it is judged before the key of a repeated request is looked at."""

    scope = "profile"
    takes = AnswerBody
    returns = AnyProposal
    accepts: bool

    def post(self, request: ApiRequest, proposal: str) -> Fields:
        """Answer a proposal, for oneself."""
        by, now, words = request.caller, timezone.now(), _words(proposal, request.taken)
        if proposal.startswith("pro_"):
            proposals.require_answer(proposal, by)

        def effect() -> Fields:
            service: Any = _SERVICES.get(proposal[:4], trust_requests)
            act = service.accept if self.accepts else service.decline
            act(proposal, by=by, now=now, **words)
            return {}

        once(request, f"proposals/{proposal}"[:60] + self.__class__.__name__, effect, now=now)
        return _shown(proposal, by)


class AcceptProposal(_Answer):
    """Say yes to a proposal; of a statement the warnings that were looked at are named in `acknowledge`."""

    takes = AcceptBody
    accepts = True


class DeclineProposal(_Answer):
    """Say no to a proposal."""

    accepts = False


def _words(proposal: str, taken: Fields) -> Fields:
    """Return what an answer says beside yes or no; raises 400 for warnings looked at where none can be."""
    looked_at = taken.get("acknowledge", [])
    if proposal.startswith("gen_"):
        return taken
    if looked_at:
        raise bad_request("invalid", errors={"acknowledge": ["Only a statement has warnings to look at."]})
    return {"reason": taken["reason"]}


def _shown(proposal: str, by: Caller) -> Fields:
    row: queries.Waiting | None
    if uuid := public_uuid(proposal, "pro"):
        row = ProfileProposal.objects.filter(public_id=uuid).first()
    elif uuid := public_uuid(proposal, "gen"):
        # To whoever is no longer entitled it is not there, a repeated request included.
        row = generalizations.generalizations_for(by, timezone.now()).filter(public_id=uuid).first()
    else:
        row = TrustRequest.objects.filter(public_id=proposal[4:]).first()
    if row is None:
        raise not_found()
    (fields,) = queries.shown([row], by).values()
    return fields
