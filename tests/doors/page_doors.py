"""The pages that show memory text, asked by a browser in which the asker is signed in."""

from __future__ import annotations

import re
from typing import Final

from django.test import Client

from profiles.services import signin
from tests.doors.doors import NO, Answer, Door, Sees
from tests.doors.stage import Stage

TIER: Final = re.compile(r"shown as (\w+)")


def browser(stage: Stage, asker: str) -> Client:
    """Return a browser in which someone signed in within this half hour."""
    key = (asker, int(stage.clock().timestamp()) // 1800)
    if key not in stage.browsers:
        client = Client(SERVER_NAME="127.0.0.1", raise_request_exception=False)
        token = signin.mint(stage.principal(asker), by=stage.admin(), now=stage.clock())
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


PAGES: Final[dict[str, Door]] = {"GET /memories/": page_of_memories, "GET /memories/{id}/": page_of_a_memory}
