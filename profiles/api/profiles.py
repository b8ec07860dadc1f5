"""One's own profile, and the system profile to read: no address here writes anybody else's."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from rest_framework.response import Response

from memory_admin.http import cursor, declared
from memory_admin.http.endpoint import Endpoint, answer
from memory_admin.http.keyset import rows_of
from memory_admin.http.query import PageQuery
from memory_admin.http.request import ApiRequest
from profiles.api.writing import kept, once
from profiles.models import ProfileProposal
from profiles.queries.principals import entity_ids
from profiles.queries.profile_fields import fields
from profiles.queries.system_profile import current
from profiles.serializers import layers, layers_shown
from profiles.services import profiles, proposals, reading, system_profile
from profiles.types import Caller


class Profile(Endpoint):
    """The profile of whoever a request is about: the live caller, or the acting entity."""

    scope = "profile"
    takes = layers.ProfileChanges
    returns = {
        "GET": layers.ProfileShape,
        "PATCH": {200: layers.ProfileShape, 202: layers.ProposalShape},
    }

    def get(self, request: ApiRequest) -> Response:
        """Return one's own profile, and what may be in it."""
        return _profile(request.caller)

    def patch(self, request: ApiRequest) -> Response:
        """Change one's own profile; whoever acts as or for a person proposes it to them instead (202)."""
        by, now, given = request.caller, timezone.now(), request.taken
        profiles.require_self(by, given.get("principal"))
        changes, why = profiles.checked(given["fields"], by), given["reason"]
        if by.own_act:
            reason = profiles.Reason(why=why, version=request.expected_version)
            once(request, lambda: profiles.write(changes, by=by, now=now, reason=reason).pk)
            return _profile(by)
        made = once(request, lambda: proposals.propose(changes, by=by, now=now, reason=why).pk)
        row = kept(ProfileProposal.objects.all(), made)
        return answer(layers_shown.proposal(row, entity_ids([row.proposed_by])), status=202)


def _profile(by: Caller) -> Response:
    fields = own_profile(by)
    return answer(fields, version=fields["version"])


def own_profile(by: Caller) -> dict[str, Any]:
    """Return the profile a caller's request is about, in the interface's shape, on record."""
    return layers_shown.profile(reading.read(by=by, now=timezone.now()), by.behalf or by.acting, fields())


class ProfileHistory(Endpoint):
    """The versions of one's own profile."""

    scope = "profile"
    takes_query = PageQuery
    returns = declared.page_of(layers.ProfileVersionShape)

    def get(self, request: ApiRequest) -> dict[str, object]:
        """Return a page of versions, oldest first; to the person itself, not to whoever acts for it."""
        by, page = request.caller, cursor.paging(request)
        profiles.require_own_act(by)
        rows = rows_of(reading.read_history(by=by, now=timezone.now()), page)
        return page.page(rows, key=lambda row: (row.pk,), show=layers_shown.profile_version)


class SystemProfile(Endpoint):
    """The system profile, to read; no method writes it, and trying is a violation."""

    scope = "profile"
    returns = layers.SystemProfileShape

    def initial(self, request: Any, *args: Any, **kwargs: Any) -> None:
        """Refuse what would write, and put it among the violations."""
        if request.method in declared.WITH_BODY:
            raise system_profile.refused_elsewhere(request.caller, now=timezone.now())
        super().initial(request, *args, **kwargs)

    def get(self, request: ApiRequest) -> dict[str, object]:
        """Return the version in force."""
        return layers_shown.system_profile(current())
