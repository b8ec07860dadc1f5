"""Where the site is and how it is spoken to: the url, the headers with the token, and how patient to be."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass, field
from typing import Any, Final, TypedDict
from urllib.parse import quote, urlsplit

import httpx

from memory_admin_client.call import Call
from memory_admin_client.json import encoded, in_query

API: Final = "/api/v1"
_TOKEN: Final = re.compile(r"[\x21-\x7e]{1,500}")


class Options(TypedDict, total=False):
    """How to speak to the site.

    timeout: seconds for each step of one attempt (30). retries: attempts after the first (2). longest_wait:
    the most seconds to wait between two, whatever the site asks for (30). act_as, on_behalf_of: an entity id,
    the latter also `provider:NAME:EXTERNAL_ID`. allow_http: send the token in clear to another machine.
    """

    timeout: float
    retries: int
    longest_wait: float
    act_as: str | None
    on_behalf_of: str | None
    allow_http: bool


@dataclass(frozen=True, slots=True)
class Terms:
    """All that a request needs besides its call."""

    base: str
    token: str = field(repr=False)
    timeout: float = 30.0
    retries: int = 2
    longest_wait: float = 30.0
    act_as: str | None = None
    on_behalf_of: str | None = None
    allow_http: bool = False

    def request(self, call: Call[Any], key: str | None) -> httpx.Request:
        """Return the request of a call; raises ValueError for what cannot be sent as it is."""
        content = None if call.body is None else encoded(call.body)
        return httpx.Request(
            call.method,
            self.base + API + _filled(call) + in_query(call.query),
            headers=self._headers() | _about(content, key),
            content=content,
            extensions={"timeout": httpx.Timeout(self.timeout).as_dict()},
        )

    def _headers(self) -> dict[str, str]:
        said = {"X-Act-As": self.act_as, "X-On-Behalf-Of": self.on_behalf_of}
        return {
            "Authorization": f"Bearer {self.token}",
            "Accept": "application/json",
            "User-Agent": "memory-admin-client",
            **{name: quote(value, safe=":") for name, value in said.items() if value is not None},
        }


def checked_url(url: str, *, allow_http: bool) -> str:
    """Return the site's address without a slash at its end; raises ValueError where a token must not go."""
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError("The url starts with https:// and names a host, like https://memory.example.")
    if parts.username is not None or parts.query or parts.fragment:
        raise ValueError("The url is the site's address alone: no user, no query, no fragment.")
    if parts.scheme == "http" and not allow_http and not _is_here(parts.hostname):
        raise ValueError("http:// would send the token in clear: use https://, or say allow_http=True.")
    return url.rstrip("/").removesuffix(API)


def checked_token(token: str) -> str:
    """Return a token that can stand in a header; the error does not repeat it."""
    if not _TOKEN.fullmatch(token):
        raise ValueError("The token is empty or holds characters that no token has.")
    return token


def _is_here(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _about(content: bytes | None, key: str | None) -> dict[str, str]:
    kind = {} if content is None else {"Content-Type": "application/json"}
    return kind if key is None else {**kind, "Idempotency-Key": key}


def _filled(call: Call[Any]) -> str:
    """Return the path with its places filled; a place that would lead elsewhere is refused."""
    filled = {}
    for name, value in call.places.items():
        text = str(value)
        if text in {"", ".", ".."}:
            raise ValueError(f"{name} cannot be {text!r}.")
        filled[name] = quote(text, safe="")
    return call.path.format_map(filled)
