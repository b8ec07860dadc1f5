"""Speaking to the running installation: HTTP with and without cookies, tools over MCP, commands beside it."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from io import StringIO
from typing import Any, Final
from urllib.parse import quote, urlencode

from django.core.management import CommandError, call_command

from memory_admin.selftest.types import Answer

TIMEOUT: Final = 20.0
PROTOCOL: Final = "2025-06-18"
_TOKEN: Final = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


class NoAnswer(Exception):
    """Nobody answered at an address."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """Whoever asks: the addresses, its token, its entity, and its browser."""

    site: str
    mcp: str
    entity: str
    token: str = field(repr=False)
    browser: urllib.request.OpenerDirector = field(
        default_factory=lambda: urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    )

    def rest(self, method: str, path: str, body: object = None, **query: str | int) -> Answer:
        """Ask the API."""
        asked = f"?{urlencode(query)}" if query else ""
        address = f"{self.site}/api/v1/{quote(path)}{asked}"
        return _send(_plain(), method, address, self._headers(), _json(body))

    def tool(self, name: str, **arguments: object) -> Answer:
        """Call a tool over MCP; a failing call is not fine."""
        params = {"name": name, "arguments": arguments}
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        headers = self._headers() | {"Accept": "application/json, text/event-stream"}
        found = _send(_plain(), "POST", self.mcp, headers | {"MCP-Protocol-Version": PROTOCOL}, _json(body))
        fine = found.fine and '"isError":true' not in found.text and '"error"' not in found.text
        return Answer(found.status, found.text, fine)

    def page(self, path: str, **query: str) -> Answer:
        """Open a page in the browser."""
        asked = f"?{urlencode(query)}" if query else ""
        return _send(self.browser, "GET", f"{self.site}{path}{asked}", {}, None)

    def press(self, path: str) -> Answer:
        """Open a page and press its button."""
        token = _TOKEN.search(self.page(path).text)
        form = urlencode({"csrfmiddlewaretoken": token[1] if token else ""}).encode()
        return _send(self.browser, "POST", f"{self.site}{path}", {"Origin": self.site}, form)

    def command(self, *words: str) -> Answer:
        """Run a command on this machine as this entity."""
        said, complained = StringIO(), StringIO()
        try:
            call_command(*words, "--as", self.entity, "--json", stdout=said, stderr=complained)
        except CommandError as error:
            return Answer(error.returncode, f"{said.getvalue()}{error}", fine=False)
        return Answer(0, said.getvalue(), fine=True)

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}


def _plain() -> urllib.request.OpenerDirector:
    return urllib.request.build_opener()


def _json(body: object) -> bytes | None:
    return None if body is None else json.dumps(body).encode()


def _send(
    opener: urllib.request.OpenerDirector, method: str, address: str, headers: Mapping[str, str], body: Any
) -> Answer:
    asked = urllib.request.Request(address, body, dict(headers), method=method)  # noqa: S310 - our own
    try:
        with opener.open(asked, timeout=TIMEOUT) as got:
            return Answer(got.status, got.read().decode(errors="replace"), fine=True)
    except urllib.error.HTTPError as error:
        return Answer(error.code, error.read().decode(errors="replace"), fine=False)
    except (OSError, ValueError) as error:
        raise NoAnswer(f"{address.split('?')[0]} does not answer ({type(error).__name__})") from None
