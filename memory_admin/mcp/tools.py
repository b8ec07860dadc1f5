"""Every tool: its name, the scope it needs, what it takes, what it does to the store, what it calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from memory_admin.mcp import consents, contexts, generalizing, memories, privacy, profiles, shapes
from memory_admin.mcp.call import Call, Fields


@dataclass(frozen=True, slots=True)
class Effects:
    """What a client may expect of a tool before it lets it run."""

    reads: bool = False
    destroys: bool = False
    repeatable: bool = False


READS: Final = Effects(reads=True, repeatable=True)
ADDS: Final = Effects()
CHANGES: Final = Effects(destroys=True)
ENDS: Final = Effects(destroys=True, repeatable=True)


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool; a new one is a line below, a shape and a function with one call inward."""

    scope: str
    takes: shapes.Shape
    effects: Effects
    run: Callable[[Call], Fields]
    title: str
    says: str


TOOLS: Final[dict[str, Tool]] = {
    "memory_add": Tool(
        *("memory", shapes.ADD, ADDS, memories.add, "Remember"),
        says="Write a memory of one's own. It is private until it is shared, and shared only with consent; "
        "an identical one is returned instead of being written twice.",
    ),
    "memory_recall": Tool(
        *("recall", shapes.RECALL, READS, memories.recall_memories, "Recall"),
        says="Ask the shared memory. Returns what may be seen here, fenced as reference data, with the items "
        "behind it and what was left out.",
    ),
    "memory_get": Tool(
        *("memory", shapes.GET, READS, memories.get, "Read a memory"),
        says="Read one memory by its id, as far as it may be seen; whole to its owner.",
    ),
    "memory_update": Tool(
        *("memory", shapes.UPDATE, CHANGES, memories.update, "Change a memory"),
        says="Change a memory of one's own: what is not named stays, and the version before is kept.",
    ),
    "memory_forget": Tool(
        *("memory", shapes.FORGET, CHANGES, memories.forget, "Forget a memory"),
        says="Delete a memory of one's own with all its versions; it cannot be brought back.",
    ),
    "memory_generalize": Tool(
        *("memory", shapes.GENERALIZE, ADDS, generalizing.generalize, "Generalize"),
        says="Draw a general statement from a private memory, to be shared without it: no name, date, place "
        "or other detail of it. What is about somebody waits until another approves; the answer says so.",
    ),
    "context_enter": Tool(
        *("context", shapes.ENTER, ADDS, contexts.enter, "Enter a context"),
        says="Open a session in a context and return its context_session; a context nobody has is made.",
    ),
    "context_leave": Tool(
        *("context", shapes.LEAVE, ENDS, contexts.leave, "Leave a context"),
        says="Close a session; what could be seen through it alone is no longer seen.",
    ),
    "context_show": Tool(
        *("context", shapes.SHOW, READS, contexts.show, "Show contexts"),
        says="List one's open sessions; with `context` also who sits in that context.",
    ),
    "privacy_grant": Tool(
        *("grant", shapes.GRANT, ADDS, privacy.grant, "Share a memory"),
        says="Let someone see a memory of one's own. It takes effect once all who must agree have agreed; "
        "the answer says who has not.",
    ),
    "privacy_revoke": Tool(
        *("grant", shapes.REVOKE, CHANGES, privacy.revoke, "Unshare a memory"),
        says="Take a grant back, at once and for good.",
    ),
    "privacy_audit": Tool(
        *("privacy", shapes.AUDIT, READS, privacy.audit, "Who can see it"),
        says="List who can see a memory, or every memory about a subject, and through what; never content. "
        "Name either `memory` or `subject`.",
    ),
    "privacy_explain": Tool(
        *("privacy", shapes.EXPLAIN, READS, privacy.explain, "Why"),
        says="Say why someone can or cannot see a memory, as far as one may know.",
    ),
    "consent_grant": Tool(
        *("consent", shapes.AGREE, ADDS, consents.grant, "Agree, or ask"),
        says="Record a consent where one's word makes it; else ask whoever must. `status` says which.",
    ),
    "consent_revoke": Tool(
        *("consent", shapes.WITHDRAW, CHANGES, consents.revoke, "Withdraw a consent"),
        says="Withdraw a consent: what it opened is closed at once.",
    ),
    "consent_list": Tool(
        *("consent", shapes.CONSENTS, READS, consents.list_consents, "List consents"),
        says="List the consents and requests one is a party to, newest first.",
    ),
    "response_validate": Tool(
        *("validate", shapes.VALIDATE, ADDS, memories.validate_response, "Check a response"),
        says="Check a response, before it is sent, against what a recall did not show. Returns where it "
        "tells too much and a redacted response; use that one unless it is allowed.",
    ),
    "profile_get": Tool(
        *("profile", shapes.PROFILE, READS, profiles.get, "Read one's profile"),
        says="Read the profile of whom the token is for: how they want to be spoken to, and what may be set.",
    ),
    "profile_propose": Tool(
        *("profile", shapes.PROPOSE, ADDS, profiles.propose, "Suggest a change of profile"),
        says="Suggest changes to that profile. Nothing changes until the person accepts it.",
    ),
    "prompt_build": Tool(
        *("recall", shapes.PROMPT, READS, profiles.prompt, "Build a prompt"),
        says="Build what a model is given first: system profile, constraints, the person's profile, facts "
        "of the session, shared knowledge and, with a query, what may be recalled.",
    ),
}
