"""The directory: who is there, made and changed by administrators."""

from __future__ import annotations

from django.utils import timezone
from rest_framework.response import Response

from memory_admin.http import cursor, declared
from memory_admin.http.endpoint import Endpoint, answer
from memory_admin.http.keyset import rows_of
from memory_admin.http.request import ApiRequest
from profiles.api.writing import kept, once
from profiles.models import Principal
from profiles.queries import directory
from profiles.serializers import shown
from profiles.serializers.principals import (
    NewPrincipal,
    PrincipalChanges,
    PrincipalQuery,
    PrincipalShape,
)
from profiles.services import principals
from profiles.services.recording import require_admin


class Principals(Endpoint):
    """List the principals the caller may know, make one."""

    scope = "principals"
    takes = NewPrincipal
    takes_query = PrincipalQuery
    returns = {"GET": declared.page_of(PrincipalShape), "POST": {201: PrincipalShape}}

    def get(self, request: ApiRequest) -> dict[str, object]:
        """Return a page of principals."""
        by, page = request.caller, cursor.paging(request)
        rows = directory.matching(directory.principals(by, timezone.now()), request.query)
        return page.page(
            rows_of(rows, page), key=lambda row: (row.pk,), show=lambda row: shown.principal(row, by)
        )

    def post(self, request: ApiRequest) -> Response:
        """Make a verified principal; an administrator's act."""
        by, now, given = request.caller, timezone.now(), dict(request.taken)
        require_admin(by)
        text = given.pop("id")
        made = once(request, lambda: principals.create(text, by=by, now=now, **given).pk)
        return answer(shown.principal(kept(Principal.objects.all(), made), by), status=201)


class OnePrincipal(Endpoint):
    """Read a principal, change it."""

    scope = "principals"
    takes = PrincipalChanges
    returns = PrincipalShape

    def get(self, request: ApiRequest, entity: str) -> dict[str, object]:
        """Return a principal the caller may know."""
        return shown.principal(directory.find(entity, request.caller, timezone.now()), request.caller)

    def patch(self, request: ApiRequest, entity: str) -> dict[str, object]:
        """Change names, address, verification or whether it is active; an administrator's act."""
        by, now = request.caller, timezone.now()
        found = directory.find(entity, by, now)
        require_admin(by)
        changes = dict(request.taken)
        reason = changes.pop("reason")
        done = once(request, lambda: principals.update(found.pk, changes, by=by, now=now, reason=reason).pk)
        return shown.principal(kept(Principal.objects.all(), done), by)
