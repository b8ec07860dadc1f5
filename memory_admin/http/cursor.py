"""Opaque cursors: encrypted and bound to the list, the filters and the caller they were given to.

Encrypted, not only signed, because a position holds internal numbers that would tell how many rows
there are in all. AES-SIV (RFC 5297): the same position gives the same cursor.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from django.conf import settings
from django.utils.crypto import salted_hmac

from memory_admin.http.json import rfc3339
from memory_admin.http.problem import bad_request

if TYPE_CHECKING:
    from profiles.types import Caller

Key = tuple[Any, ...]
Row = TypeVar("Row")
_SALT: Final = "memory_admin.http.cursor"
_BLOCK: Final = 48


@dataclass(frozen=True, slots=True)
class Position:
    """Where a page starts: after `values` in the list's order, or before them when `backward`."""

    values: Key
    backward: bool = False


@dataclass(frozen=True, slots=True)
class Paging:
    """One page to be read: fetch `limit + 1` rows from `position`, nearest first, then call `page`.

    `turned` is a list read from its other end, `sort` what it goes by where that is not the usual."""

    limit: int
    position: Position | None
    binding: bytes
    turned: bool = False
    sort: str = ""

    @property
    def backward(self) -> bool:
        """Tell whether the rows wanted lie before the position in the list's own order."""
        return (self.position is not None and self.position.backward) != self.turned

    def page(
        self, rows: Sequence[Row], *, key: Callable[[Row], Key], show: Callable[[Row], object]
    ) -> dict[str, object]:
        """Return `items`, `next`, `previous`; `key` gives a row's place, `show` its shape."""
        backward = self.position is not None and self.position.backward
        more = len(rows) > self.limit
        shown = list(rows[: self.limit])
        if backward:
            shown.reverse()
        ahead, behind = (True, more) if backward else (more, self.position is not None)
        return {
            "items": [show(row) for row in shown],
            "next": seal(Position(key(shown[-1])), self.binding) if ahead and shown else None,
            "previous": seal(Position(key(shown[0]), True), self.binding) if behind and shown else None,
        }


class Listing(Protocol):
    """A request for a list, at any door: the list's address, the checked parameters, who asks."""

    @property
    def path(self) -> str: ...
    @property
    def query(self) -> dict[str, Any]: ...
    @property
    def caller(self) -> Caller: ...


def paging(request: Listing) -> Paging:
    """Return the page this request asks for; raises Problem 400 `bad_cursor`."""
    bound = binding(request)
    cursor = request.query.get("cursor")
    return Paging(request.query["limit"], unseal(cursor, bound) if cursor else None, bound)


def binding(request: Listing) -> bytes:
    """Return what ties a cursor to its list: the address, the filters and who asks as whom."""
    caller = request.caller
    who = [caller.credential_id, caller.principal_id, caller.acting_id, caller.behalf_id]
    filters = {name: value for name, value in request.query.items() if name not in {"cursor", "limit"}}
    bound = json.dumps([request.path, who, filters], sort_keys=True, default=str)
    return hashlib.sha256(bound.encode("utf-8", "surrogatepass")).digest()


def seal(position: Position, bound: bytes) -> str:
    """Return the cursor of a position; its length tells little, its text nothing."""
    text = json.dumps([int(position.backward), [_packed(v) for v in position.values]], separators=(",", ":"))
    padded = text.encode().ljust(-(-len(text) // _BLOCK) * _BLOCK)
    sealed = _cipher(settings.SECRET_KEY).encrypt(padded, [bound])
    return base64.urlsafe_b64encode(sealed).rstrip(b"=").decode()


def unseal(cursor: str, bound: bytes) -> Position:
    """Return the position in a cursor; raises Problem 400 `bad_cursor` for any other text."""
    sealed = _bytes(cursor)
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        try:
            backward, values = json.loads(_cipher(secret).decrypt(sealed, [bound]))
            return Position(tuple(_unpacked(value) for value in values), bool(backward))
        except (InvalidTag, ValueError):
            continue
    raise bad_request("bad_cursor")


def _bytes(cursor: str) -> bytes:
    try:
        sealed = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
    except ValueError:
        raise bad_request("bad_cursor") from None
    if base64.urlsafe_b64encode(sealed).rstrip(b"=").decode() != cursor or len(sealed) <= 16:
        raise bad_request("bad_cursor")
    return sealed


@cache
def _cipher(secret: str) -> AESSIV:
    return AESSIV(salted_hmac(_SALT, "key", secret=secret, algorithm="sha512").digest())


def _packed(value: Any) -> Any:
    return {"t": rfc3339(value)} if isinstance(value, datetime) else value


def _unpacked(value: Any) -> Any:
    return datetime.fromisoformat(value["t"]) if isinstance(value, dict) else value
