"""A small interface of memories kept in a list, to ask the shared parts of every endpoint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import DataError, OperationalError
from django.http import Http404
from rest_framework.authentication import BaseAuthentication
from rest_framework.response import Response

from memory_admin.http import cursor, declared, problem
from memory_admin.http.endpoint import Endpoint, answer
from memory_admin.http.fields import (
    ChoiceOf,
    EachOf,
    FlagField,
    ListOf,
    NumberField,
    ObjectField,
    PublicIdField,
    TextField,
    TimeField,
    WholeField,
)
from memory_admin.http.problem import Problem
from memory_admin.http.query import PageQuery, QueryFlag, Repeated, StrictQuery
from memory_admin.http.request import ApiRequest
from memory_admin.http.serializer import StrictSerializer

SECRET = "Bella has a heart murmur"


@dataclass(frozen=True)
class FakeCaller:
    credential_id: int
    scopes: frozenset[str]
    principal_id: int = 1
    acting_id: int = 1
    behalf_id: int | None = None


CALLERS = {
    "owner": FakeCaller(1, frozenset({"memory", "recall"})),
    "grantee": FakeCaller(2, frozenset({"memory"}), principal_id=2, acting_id=2),
    "outsider": FakeCaller(3, frozenset()),
}


class NameIsToken(BaseAuthentication):
    """Takes the cast's names as tokens."""

    def authenticate(self, request: Any) -> tuple[None, FakeCaller] | None:
        scheme, _, name = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if not scheme:
            return None
        if scheme != "Bearer" or name not in CALLERS:
            raise problem.unauthenticated(presented=True)
        return None, CALLERS[name]


class Place(StrictSerializer):
    city = TextField(max_length=100)
    state = TextField(max_length=100, allow_null=True, default=None)


class NewMemory(StrictSerializer):
    content = TextField(max_length=200)
    title = TextField(max_length=50, allow_null=True, default=None)
    kind = ChoiceOf(["raw", "document"], default="raw")
    subject_ids = ListOf(TextField(max_length=161), max_items=3, default=list)
    trust = NumberField(low=0, high=1, default=1.0)
    occurred_at = TimeField(allow_null=True, default=None)
    sealed = FlagField(default=False)
    version = WholeField(low=1, high=2**31, required=False)
    place = Place(required=False)
    metadata = ObjectField(max_bytes=100, max_depth=3, default=dict)


class Batch(StrictSerializer):
    items = EachOf(NewMemory(), max_items=5)


class BatchAnswer(StrictSerializer):
    codes = ListOf(TextField(max_length=50), max_items=5)


class Memory(StrictSerializer):
    id = WholeField(low=0, high=2**31)
    content = TextField(max_length=200)


class MemoryQuery(PageQuery):
    owner = TextField(max_length=161, required=False)
    sealed = QueryFlag(required=False)
    tag = Repeated(TextField(max_length=20), max_items=3, required=False)
    id = PublicIdField("mem", required=False)


class Base(Endpoint, abstract=True):
    authentication_classes = (NameIsToken,)


KEPT: list[dict[str, Any]] = [{"id": number, "content": f"memory {number}"} for number in range(1, 8)]


class Memories(Base):
    """List memories, keep one."""

    scope = "memory"
    takes = NewMemory
    takes_query = MemoryQuery
    returns = {"GET": declared.page_of(Memory), "POST": {201: Memory}}

    def get(self, request: ApiRequest) -> dict[str, object]:
        """Return a page of memories."""
        page = cursor.paging(request)
        found = KEPT
        if page.position and page.position.backward:
            found = [row for row in reversed(KEPT) if row["id"] < page.position.values[0]]
        elif page.position:
            found = [row for row in KEPT if row["id"] > page.position.values[0]]
        return page.page(found[: page.limit + 1], key=lambda row: (row["id"],), show=dict)

    def post(self, request: ApiRequest) -> Response:
        """Keep a memory."""
        return answer({"id": 8, "content": request.taken["content"]}, status=201, version=1)


class MemoryBatch(Base):
    scope = "memory"
    takes = Batch
    returns = BatchAnswer
    body_limit = 5000
    judged_apart = "items"

    def post(self, request: ApiRequest) -> dict[str, object]:
        items = request.taken["items"]
        return {"codes": [item.code if isinstance(item, Problem) else "ok" for item in items]}


class Recall(Base):
    scope = "recall"
    returns = None
    reads = True

    def post(self, request: ApiRequest) -> Response:
        return answer(None, status=204)


class OneMemory(Base):
    scope = {"GET": None, "PATCH": "memory"}
    takes = NewMemory
    returns = {"GET": Memory, "PATCH": None}

    def get(self, request: ApiRequest, key: str) -> dict[str, object]:
        if key != "1":
            raise problem.not_found()
        return dict(KEPT[0])

    def patch(self, request: ApiRequest, key: str) -> Response:
        if request.expected_version not in {None, 1}:
            raise problem.conflict("version_conflict")
        return answer(None, status=204)


class Health(Base):
    scope = declared.PUBLIC
    returns = None

    def get(self, request: ApiRequest) -> Response:
        return answer(None, status=204)


class WrongAnswer(Base):
    scope = None
    returns = Memory

    def get(self, request: ApiRequest) -> dict[str, object]:
        return {"id": 1, "content": SECRET, "owner_email": "sean@example.org"}


class Fails(Base):
    """Raises what it is asked to."""

    scope = None
    takes_query = type("FailQuery", (StrictQuery,), {"with": TextField(max_length=20)})
    returns = None
    errors = {
        "unexpected": RuntimeError(SECRET),
        "missing": Http404(SECRET),
        "denied": PermissionDenied(SECRET),
        "suspicious": SuspiciousOperation(SECRET),
        "data": DataError(SECRET),
        "down": OperationalError(SECRET),
        "conflict": problem.conflict(),
        "refused": problem.unprocessable("generalization_blocked").having(findings=[{"check": "names"}]),
        "unrecorded": problem.not_recorded(),
    }

    def get(self, request: ApiRequest) -> Response:
        raise self.errors[request.query["with"]]
