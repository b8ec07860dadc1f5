"""The pages at 100,000 memories: how long the site takes for each, and what it weighs.

`python -m bench.pages [TOTAL]`, about two minutes; an administrator and a person, each page twenty times.
"""

from __future__ import annotations

import http.client
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from bench.scale import grow
from bench.stage import CannotMeasure, Stage, load_meetings, stage
from bench.tables import machine, p50_p95, table

TOTAL = 100_000
TIMES = 20
OWNER = "si:archivist"
PERSON = "human:project_manager"
SHARED = (
    *(
        "/",
        "/memories/",
        "/memories/?order=reversed",
        "/memories/{memory}/",
        "/access/",
        "/consents/",
        "/contexts/",
        "/principals/",
    ),
    *("/trust/", "/trust/matrix/", "/violations/", "/jobs/", "/rights/", "/reveals/", "/generalizations/"),
    *("/moving/", "/bench/", "/my-sessions/", "/profile/", "/access/about/?subject=" + PERSON),
)
STAFF = (
    *("/memories/?owner=" + OWNER, "/memories/?kind=fact&state=active", "/principals/" + OWNER + "/"),
    *(
        "/access/?memory={memory}&principal=" + PERSON,
        "/consents/?view=all",
        "/policies/",
        "/policies/versions/",
    ),
    *("/access/sees/?principal=" + PERSON, "/access/sees/?principal=" + OWNER, "/access/sees/?principal=*"),
    *("/knowledge/", "/audit/", "/audit/?action=memory.create", "/health/"),
)


@dataclass(slots=True)
class Browser:
    """One connection with the cookies of whoever is signed in."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict, repr=False)
    _line: http.client.HTTPConnection = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def get(self, path: str) -> tuple[int, bytes]:
        """Return the status and the body, packed as it came."""
        return self.send("GET", path)

    def send(self, method: str, path: str, body: str = "") -> tuple[int, bytes]:
        """Send a request, keep the cookies, return the status and the body as it came."""
        told = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"Cookie": told, "Accept-Encoding": "gzip"}
        headers |= {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        self._line.request(method, path, body or None, headers)
        answer = self._line.getresponse()
        for line in answer.headers.get_all("Set-Cookie", []):
            name, _, rest = line.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        return answer.status, answer.read()


def sign_in(port: int, entity: str, role: str = "") -> Browser:
    """Return a browser in which an entity is signed in, by a link as people get one."""
    from django.utils import timezone

    from profiles.commands import local_caller
    from profiles.queries.principals import by_entity
    from profiles.services import principals, signin

    now, by = timezone.now(), local_caller()
    holder = by_entity(entity) or principals.create(entity, by=by, now=now, reason="for measuring")
    link = f"/sign-in/{signin.mint(holder, by=by, now=now, role=role)}/"
    browser = Browser(port)
    _, page = browser.get(link)
    secret = re.search(rb'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    if secret is None:
        raise CannotMeasure("The page of a sign-in link has no form.")
    status, _ = browser.send("POST", link, f"csrfmiddlewaretoken={secret[1].decode()}")
    if status != 302:
        raise CannotMeasure(f"Signing in by a link answered {status}.")
    return browser


def timed(browser: Browser, path: str) -> tuple[list[float], int]:
    """Return how long a page took each time, in seconds, and its size in bytes."""
    took = []
    for _ in range(TIMES):
        begun = time.perf_counter()
        status, body = browser.get(path)
        took.append(time.perf_counter() - begun)
        if status != 200:
            raise CannotMeasure(f"{path} answered {status}.")
    return took, len(body)


def measure(staged: Stage) -> str:
    """Read every page as an administrator, and those of everyone as a person; return the table."""
    memory, rows = _memory(), []
    # Each signs in when its turn comes: the server closes a line that was idle for long.
    for name, entity, role, paths in (
        ("administrator", "human:ops", "administrator", SHARED + STAFF),
        ("person", PERSON, "", SHARED),
    ):
        browser = sign_in(staged.port, entity, role)
        rows += [_row(name, browser, path.format(memory=memory)) for path in paths]
    return table("Pages at 100,000 memories", ("who", "page", "p50 / p95 ms", "kB"), rows)


def _row(name: str, browser: Browser, path: str) -> Sequence[str]:
    took, size = timed(browser, path)
    shown = re.sub(r"mem_[0-9a-f]+", "mem_…", path)
    return name, f"`{shown}`", p50_p95(took), f"{size / 1000:.1f}"


def _memory() -> str:
    """Return a memory that the person may see."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT m.public_id FROM consent_memory m JOIN consent_labelgrant g ON g.label_id = m.label_id "
            "JOIN profiles_membership s ON s.collective_id = g.grantee_id "
            "JOIN profiles_principal p ON p.id = s.member_id WHERE p.entity_id = %s LIMIT 1",
            [PERSON],
        )
        return f"mem_{cursor.fetchone()[0].hex}"


def main() -> None:
    """Start an installation, load the meetings, grow, read, print."""
    total = int((sys.argv[1:] or [str(TOTAL)])[0])
    with stage() as staged:
        load_meetings()
        grow(total)
        print(measure(staged))
        print(machine())


if __name__ == "__main__":
    main()
