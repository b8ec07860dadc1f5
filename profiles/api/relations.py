"""What belongs to one principal: other names, accounts elsewhere, collectives, custodians."""

from __future__ import annotations

from django.utils import timezone
from rest_framework.response import Response

from memory_admin.http import cursor, declared
from memory_admin.http.endpoint import Endpoint, answer
from memory_admin.http.keyset import rows_of
from memory_admin.http.query import PageQuery, ReasonQuery
from memory_admin.http.request import ApiRequest
from profiles.api.writing import kept, once
from profiles.models import Alias, Custodian, ExternalIdentity, Membership
from profiles.queries import directory
from profiles.rules.terms import Term
from profiles.serializers import principals as shapes
from profiles.serializers import shown
from profiles.services import aliases, custody, identities, memberships
from profiles.services.recording import require_admin


class Aliases(Endpoint):
    """The names a principal is found by in text."""

    scope = "principals"
    takes = shapes.NewAlias
    takes_query = PageQuery
    returns = {"GET": declared.page_of(shapes.AliasShape), "POST": {201: shapes.AliasShape}}

    def get(self, request: ApiRequest, entity: str) -> dict[str, object]:
        """Return a page of aliases, approved and proposed."""
        page = cursor.paging(request)
        rows = directory.aliases(directory.find(entity, request.caller, timezone.now()))
        return page.page(rows_of(rows, page), key=lambda row: (row.pk,), show=shown.alias)

    def post(self, request: ApiRequest, entity: str) -> Response:
        """Add an alias; it counts once an administrator approved it, at once when one adds it."""
        by, now = request.caller, timezone.now()
        found = directory.find(entity, by, now)
        aliases.require_voice(found.pk, by)
        made = once(request, lambda: aliases.add(found.pk, **request.taken, by=by, now=now).pk)
        return answer(shown.alias(kept(Alias.objects.all(), made)), status=201)


class AliasApproval(Endpoint):
    """Approve a proposed alias."""

    scope = "principals"
    takes = shapes.AliasApproved
    returns = shapes.AliasShape

    def post(self, request: ApiRequest, entity: str, alias: int) -> dict[str, object]:
        """Let a proposed alias count; an administrator's act."""
        by, now = request.caller, timezone.now()
        found = directory.find(entity, by, now)
        require_admin(by)
        done = once(request, lambda: aliases.approve(found.pk, alias, **request.taken, by=by, now=now).pk)
        return shown.alias(kept(Alias.objects.all(), done))


class OneAlias(Endpoint):
    """Take an alias away."""

    scope = "principals"
    takes_query = {"DELETE": ReasonQuery}
    returns = None

    def delete(self, request: ApiRequest, entity: str, alias: int) -> Response:
        """Take an alias away; an administrator's act."""
        by, now = request.caller, timezone.now()
        found = directory.find(entity, by, now)
        require_admin(by)
        once(request, lambda: aliases.remove(found.pk, alias, **request.query, by=by, now=now))
        return answer(None, status=204)


class Identities(Endpoint):
    """The accounts elsewhere that are one principal's."""

    scope = "principals"
    takes = shapes.NewIdentity
    takes_query = PageQuery
    returns = {"GET": declared.page_of(shapes.IdentityShape), "POST": {201: shapes.IdentityShape}}

    def get(self, request: ApiRequest, entity: str) -> dict[str, object]:
        """Return a page of accounts, to staff and to the principal itself."""
        by, page = request.caller, cursor.paging(request)
        rows = directory.identities(directory.find(entity, by, timezone.now()), by)
        return page.page(rows_of(rows, page), key=lambda row: (row.pk,), show=shown.identity)

    def post(self, request: ApiRequest, entity: str) -> Response:
        """Bind an account, which verifies the principal; an administrator's act."""
        by, now = request.caller, timezone.now()
        found = directory.find(entity, by, now)
        require_admin(by)
        made = once(request, lambda: identities.bind(found.pk, **request.taken, by=by, now=now).pk)
        return answer(shown.identity(kept(ExternalIdentity.objects.all(), made)), status=201)


class OneIdentity(Endpoint):
    """Take an account elsewhere away."""

    scope = "principals"
    takes_query = {"DELETE": ReasonQuery}
    returns = None

    def delete(self, request: ApiRequest, entity: str, identity: int) -> Response:
        """Unbind an account; an administrator's act."""
        by, now = request.caller, timezone.now()
        found = directory.find(entity, by, now)
        require_admin(by)
        once(request, lambda: identities.unbind(found.pk, identity, **request.query, by=by, now=now))
        return answer(None, status=204)


class Memberships(Endpoint):
    """The collectives a principal belongs to, and a collective's members."""

    scope = "principals"
    takes = shapes.NewMembership
    takes_query = PageQuery
    returns = {"GET": declared.page_of(shapes.MembershipShape), "POST": {201: shapes.MembershipShape}}

    def get(self, request: ApiRequest, entity: str) -> dict[str, object]:
        """Return a page of live memberships whose both ends the caller may know."""
        by, now, page = request.caller, timezone.now(), cursor.paging(request)
        rows = directory.memberships(directory.find(entity, by, now), by, now)
        return page.page(rows_of(rows, page), key=lambda row: (row.pk,), show=shown.membership)

    def post(self, request: ApiRequest, entity: str) -> Response:
        """Let the principal join a collective, or a member join it; an administrator's act."""
        by, now, given = request.caller, timezone.now(), request.taken
        here = directory.find(entity, by, now)
        require_admin(by)
        other = directory.find(given.get("collective") or given["member"], by, now)
        collective, member = (other, here) if "collective" in given else (here, other)
        term = Term(given["until"], given["reason"])
        made = once(request, lambda: memberships.join(collective.pk, member.pk, by=by, now=now, term=term).pk)
        rows = Membership.objects.select_related("member", "collective")
        return answer(shown.membership(kept(rows, made)), status=201)


class OneMembership(Endpoint):
    """End a membership."""

    scope = "principals"
    takes_query = {"DELETE": ReasonQuery}
    returns = None

    def delete(self, request: ApiRequest, entity: str, other: str) -> Response:
        """End the membership between two principals, whichever is the collective."""
        by, now = request.caller, timezone.now()
        here, there = (directory.find(one, by, now) for one in (entity, other))
        ends = memberships.ends(here, there, now)
        memberships.require_voice(ends[1], by)
        once(request, lambda: memberships.leave(*ends, **request.query, by=by, now=now))
        return answer(None, status=204)


class Custodians(Endpoint):
    """Who agrees for an entity that cannot."""

    scope = "principals"
    takes = shapes.NewCustodian
    takes_query = PageQuery
    returns = {"GET": declared.page_of(shapes.CustodianShape), "POST": {201: shapes.CustodianShape}}

    def get(self, request: ApiRequest, entity: str) -> dict[str, object]:
        """Return a page of live custodies over the principal, and those it holds."""
        by, now, page = request.caller, timezone.now(), cursor.paging(request)
        rows = directory.custody(directory.find(entity, by, now), by, now)
        return page.page(rows_of(rows, page), key=lambda row: (row.pk,), show=shown.custodian)

    def post(self, request: ApiRequest, entity: str) -> Response:
        """Appoint a custodian; an administrator's act."""
        by, now, given = request.caller, timezone.now(), request.taken
        subject = directory.find(entity, by, now)
        require_admin(by)
        custodian = directory.find(given["custodian"], by, now)
        term = Term(given["until"], given["reason"])
        made = once(request, lambda: custody.appoint(subject.pk, custodian.pk, by=by, now=now, term=term).pk)
        rows = Custodian.objects.select_related("subject", "custodian")
        return answer(shown.custodian(kept(rows, made)), status=201)


class OneCustodian(Endpoint):
    """Dismiss a custodian."""

    scope = "principals"
    takes_query = {"DELETE": ReasonQuery}
    returns = None

    def delete(self, request: ApiRequest, entity: str, custodian: str) -> Response:
        """End a custody; an administrator's act."""
        by, now = request.caller, timezone.now()
        subject, other = directory.find(entity, by, now), directory.find(custodian, by, now)
        require_admin(by)
        once(request, lambda: custody.dismiss(subject.pk, other.pk, **request.query, by=by, now=now))
        return answer(None, status=204)
