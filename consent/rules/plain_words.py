"""Say in plain words what a decision rests on, what a yes means and what would change an answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

_REASONS = {
    "owner": "It is the owner of this memory.",
    "granted": "A grant reaches it, and everyone who must agree has agreed.",
    "no_grant": "No grant names it, or anything it belongs to.",
    "no_consent": "A grant reaches it, but it shows nothing until everyone who must agree has agreed.",
    "source_hidden": "This memory was made from another one that it may not see.",
    "source_gone": "This memory was made from another one that is gone.",
    "context_silent": "It may know this, but not hear it in that context, where not everyone may see it.",
    "session_required": "Its token reads nothing outside a context session.",
    "not_own": "Only its own memories were asked for.",
}


@dataclass(frozen=True, slots=True)
class Request:
    """A consent as its answerer reads it: entity ids and the scope as written."""

    grantor: str
    grantee: str
    scope: str
    purpose: str
    expires_at: datetime | None = None
    participants: Sequence[str] | None = None


def why(reason: str) -> str:
    """Return the sentence of a decision's reason."""
    return _REASONS.get(reason, reason.replace("_", " ") + ".")


def would_change(reason: str, principal: str, missing: Sequence[str]) -> list[str]:
    """Return what would turn the answer round, one step a line."""
    match reason:
        case "owner":
            return ["Nothing: an owner keeps knowing its own memory."]
        case "granted":
            return [
                "Taking back the grant, withdrawing a consent it rests on, or leaving the collective it goes "
                "through: each ends it from the next request on."
            ]
        case "no_consent":
            return [f"A yes from {one}, or from whoever answers for it." for one in missing] or [
                "A yes from everyone who must agree."
            ]
        case "no_grant":
            return [
                f"The owner granting it to {principal}, or to a collective {principal} belongs to.",
                "Then also a yes from those the memory is about, or who told it.",
            ]
        case "context_silent":
            return ["Asking outside that context, or everyone listed there being able to see it."]
    return []


def scope_words(scope: str, grantor: str) -> str:
    """Return what a scope covers, as the object of "may read"."""
    kind, _, rest = scope.partition(":")
    match kind:
        case "memory":
            return "one memory"
        case "subject":
            return f"memories about {rest}"
        case "ctx":
            return f"what is remembered in the context {scope}"
    return f"every memory that needs the word of {grantor}: about it, told by it or owned by it"


def who_words(grantee: str) -> str:
    """Return whom a grantee lets in."""
    if grantee == "*":
        return "everyone, also people and agents you do not know,"
    if grantee.partition(":")[0] in {"group", "org", "role"}:
        return f"{grantee}, and whoever belongs to it at the time,"
    return grantee


def yes_means(request: Request) -> list[str]:
    """Return what a yes to a request opens, for whom, for what and until when, one sentence a line."""
    what, who = scope_words(request.scope, request.grantor), who_words(request.grantee)
    until = (
        f"until {request.expires_at:%Y-%m-%d %H:%M} UTC" if request.expires_at else "until you withdraw it"
    )
    lines = [
        f"{_capital(who)} may read {what}, where its owner shares it with them.",
        f"Purpose: {request.purpose}. It holds from your yes {until}; withdrawing takes one click.",
    ]
    if request.participants is not None:
        seated = ", ".join(request.participants) or "nobody yet"
        lines.append(
            f"It counts for those listed in the context now: {seated}. Who joins later needs a new yes."
        )
    return lines


def _capital(words: str) -> str:
    """Begin a sentence, but leave an id as it is written."""
    return words if ":" in words.partition(",")[0] else words[:1].upper() + words[1:]
