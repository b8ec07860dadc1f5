"""Every door that could give a memory away, and how it is asked; a new one is a line here."""

from __future__ import annotations

from typing import Final

from memory_admin.selftest.speaking import Speaker
from memory_admin.selftest.types import Answer, Door, Stored

MOST: Final = 200


def _update(who: Speaker, it: Stored) -> Answer:
    return who.rest("PATCH", f"memories/{it.id}", {"title": "mine now", "version": 1})


def _grant(who: Speaker, it: Stored) -> Answer:
    return who.rest("POST", f"memories/{it.id}/grants", {"grantee": who.entity, "reason": "self test"})


def _explain(who: Speaker, it: Stored) -> Answer:
    return who.rest("POST", "access/explain", {"memory": it.id, "principal": who.entity})


def _check(who: Speaker, it: Stored) -> Answer:
    return who.rest("POST", "access/check", {"checks": [{"memory": it.id, "principal": who.entity}]})


def _versions(who: Speaker, it: Stored) -> Answer:
    return who.rest("GET", f"memories/{it.id}/versions")


def _audit(who: Speaker, it: Stored) -> Answer:
    return who.rest("GET", "privacy/audit", memory=it.id)


def _update_tool(who: Speaker, it: Stored) -> Answer:
    return who.tool("memory_update", memory=it.id, version=1, title="mine now")


def _explain_tool(who: Speaker, it: Stored) -> Answer:
    return who.tool("privacy_explain", memory=it.id, principal=who.entity)


def _recall(who: Speaker, it: Stored) -> Answer:
    return who.rest("POST", "recall", {"query": it.word, "explain": True})


def _searched(who: Speaker, it: Stored) -> Answer:
    return who.command("memory", "list", "--search", it.word)


def _page_of(who: Speaker, it: Stored) -> Answer:
    return who.page(f"/memories/{it.id}/")


REST: Final = (
    Door("GET /memories", "finds", lambda who, it: who.rest("GET", "memories", limit=MOST)),
    Door("GET /memories?q=", "finds", lambda who, it: who.rest("GET", "memories", q=it.word, limit=MOST)),
    Door("GET /memories/{id}", "text", lambda who, it: who.rest("GET", f"memories/{it.id}"), by_id=True),
    Door("POST /recall", "finds", _recall),
    Door("POST /prompt", "text", lambda who, it: who.rest("POST", "prompt", {"query": it.word})),
    Door("POST /access/explain", "decides", _explain, by_id=True),
    Door("POST /access/check", "decides", _check, by_id=True),
)
# Those that show only its owner anything; what would delete comes last, so that the others find something.
CLOSED: Final = (
    Door("GET /memories/{id}/versions", "text", _versions, by_id=True),
    Door("GET /privacy/audit?memory=", "text", _audit, by_id=True),
    Door("privacy_audit", "text", lambda who, it: who.tool("privacy_audit", memory=it.id), by_id=True),
    Door("PATCH /memories/{id}", "acts", _update, by_id=True),
    Door("memory_update", "acts", _update_tool, by_id=True),
    Door("POST /memories/{id}/grants", "acts", _grant, by_id=True),
    Door("memory_forget", "acts", lambda who, it: who.tool("memory_forget", memory=it.id), by_id=True),
    Door(
        "DELETE /memories/{id}", "acts", lambda who, it: who.rest("DELETE", f"memories/{it.id}"), by_id=True
    ),
)
MCP: Final = (
    Door("memory_recall", "finds", lambda who, it: who.tool("memory_recall", query=it.word)),
    Door("memory_get", "text", lambda who, it: who.tool("memory_get", memory=it.id), by_id=True),
    Door("privacy_explain", "decides", _explain_tool, by_id=True),
)
PAGES: Final = (
    Door("page /memories/", "finds", lambda who, it: who.page("/memories/")),
    Door("page /memories/{id}/", "text", _page_of),
)
COMMANDS: Final = (
    Door("recall --as", "finds", lambda who, it: who.command("recall", it.word)),
    Door("memory list --as", "finds", lambda who, it: who.command("memory", "list", "--limit", str(MOST))),
    Door("memory list --search --as", "finds", _searched),
    Door("memory show --as", "text", lambda who, it: who.command("memory", "show", it.id), by_id=True),
)
# Doors through which the reader sees what was shared with it.
OPEN: Final = (*REST, *MCP, *PAGES, *COMMANDS)
