"""The pages that show memory text, asked by a browser in which the asker is signed in."""

from __future__ import annotations

import re
from html import unescape
from typing import Final
from urllib.parse import urlencode

from django.test import Client

from consent.models import Memory
from profiles.queries.principals import entity_ids
from profiles.services import signin
from tests.doors.doors import NO, Answer, Door, Sees
from tests.doors.stage import ADMIN, Stage

TIER: Final = re.compile(r"shown as (\w+)")


def browser(stage: Stage, asker: str, role: str = "") -> Client:
    """Return a browser in which someone signed in within this half hour."""
    key = (asker + role, int(stage.clock().timestamp()) // 1800)
    if key not in stage.browsers:
        client = Client(SERVER_NAME="127.0.0.1", raise_request_exception=False)
        token = signin.mint(stage.principal(asker), by=stage.admin(), now=stage.clock(), role=role)
        assert client.post(f"/sign-in/{token}/").status_code == 302
        stage.browsers[key] = client
    return stage.browsers[key]


def _askable(asked: Sees) -> bool:
    """Tell whether a page can be asked it: pages know no session and act for nobody."""
    return asked.is_plain and asked.session is None


def _tier(text: str) -> str | None:
    found = TIER.search(text)
    return found[1] if found else "full" if "yours" in text else None


def page_of_memories(stage: Stage, asked: Sees) -> Answer | None:
    """GET /memories/."""
    if not _askable(asked):
        return None
    html = browser(stage, asked.asker).get("/memories/").content.decode()
    cards = html.split('<li class="card">')[1:]
    found = [card for card in cards if f"/memories/{stage.memories[asked.memory]}/" in card]
    return Answer(True, _tier(found[0])) if found else NO


def page_of_a_memory(stage: Stage, asked: Sees) -> Answer | None:
    """GET /memories/{id}/, which may tell a subject that there is one without what it says."""
    if not _askable(asked):
        return None
    got = browser(stage, asked.asker).get(f"/memories/{stage.memories[asked.memory]}/")
    html = got.content.decode()
    if got.status_code != 200 or '<div class="card text"' not in html:
        assert stage.contents[asked.memory] not in html
        return NO
    return Answer(True, _tier(html))


def _pages_of(client: Client, address: str) -> str:
    """Return the rows of a list, page after page."""
    path, found = address.partition("?")[0], ""
    while address:
        text = client.get(address).content.decode()
        found += text
        later = re.search(r'rel="next" href="([^"]+)"', text)
        address = path + unescape(later[1]) if later else ""
    return found


def _sight(text: str, public_id: str) -> Answer:
    """Return what a page of what one sees says of a memory."""
    rows = [row for row in text.split("<tr>")[1:] if f'href="/memories/{public_id}/"' in row]
    assert len(rows) < 2, "twice in one list"
    tier = re.search(r'data-label="Shown as">(\w+)<', rows[0]) if rows else None
    return Answer(True, tier[1] if tier else None) if rows else NO


def page_of_what_one_sees(stage: Stage, asked: Sees) -> Answer | None:
    """GET /access/sees/, asked by an administrator about whoever asks."""
    if not asked.is_plain:
        return None
    wanted = {"principal": asked.asker} | ({"context_session": asked.session} if asked.session else {})
    text = _pages_of(browser(stage, ADMIN, "administrator"), f"/access/sees/?{urlencode(wanted)}")
    return _sight(text, stage.memories[asked.memory])


def page_of_who_sees_it(stage: Stage, asked: Sees) -> Answer | None:
    """GET /access/about/, asked by an administrator about a subject, and what the accessor's row leads to."""
    subjects = Memory.objects.get(public_id=stage.memories[asked.memory][4:]).label.subjects
    if not _askable(asked) or not subjects:
        return None
    client = browser(stage, ADMIN, "administrator")
    text = _pages_of(client, f"/access/about/?{urlencode({'subject': entity_ids(subjects)[subjects[0]]})}")
    rows = {row[1]: row for row in _ACCESSOR.finditer(text)}
    row = rows.get(asked.asker) or rows.get("everyone (*)")
    if row is None:
        return NO
    listed = _pages_of(client, unescape(row[3]))
    assert listed.count(">Why?<") + listed.count('data-label="Decision">–') == int(row[2])
    return _sight(listed, stage.memories[asked.memory])


_ACCESSOR: Final = re.compile(
    r'<th scope="row">([^<]+)</th>\s*<td data-label="Memories">(\d+)<.*?href="(/access/sees/[^"]+)"',
    re.DOTALL,
)
PAGES: Final[dict[str, Door]] = {
    "GET /memories/": page_of_memories,
    "GET /memories/{id}/": page_of_a_memory,
    "GET /access/sees/": page_of_what_one_sees,
    "GET /access/about/": page_of_who_sees_it,
}
