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
    """A consent as its answerer reads it: who may read what, for what, until when, counting for whom."""

    grantee: str
    what: str
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
            return f"what is remembered in {scope}"
    return f"every memory that needs the word of {grantor} (about them, told by them or their own)"


def memory_words(kind: str, owner: str, written: datetime, concerns: str = "") -> str:
    """Return which memory and why it concerns the reader, without anything it says."""
    concerned = f" {concerns}" if concerns else ""
    return f"one memory{concerned} ({kind.replace('_', ' ')} of {owner}, written {written:%Y-%m-%d})"


def concern_words(about: Sequence[str], told_by: Sequence[str]) -> str:
    """Return why a memory is somebody's to agree to: whom it is about, else who told it."""
    if about:
        return f"about {', '.join(about)}"
    return f"told by {', '.join(told_by)}" if told_by else ""


def who_words(grantee: str) -> str:
    """Return whom a grantee lets in."""
    return "everyone" if grantee == "*" else grantee


def yes_means(request: Request) -> list[str]:
    """Return what a yes to a request opens, for whom, for what and until when, one sentence a line."""
    until = (
        f"until {request.expires_at:%Y-%m-%d %H:%M} UTC" if request.expires_at else "until you withdraw it"
    )
    purpose = "No purpose was given" if request.purpose == "unspecified" else f"It is for {request.purpose}"
    lines = [
        f"{_audience(request.grantee)} may read {request.what}, where the owner shares it with them.",
        f"It holds from your yes {until}; withdrawing takes one click.",
        f"{purpose}.",
    ]
    if request.participants is not None:
        seated = ", ".join(request.participants) or "nobody yet"
        lines.append(
            f"It counts for those listed in the context now ({seated}); who joins later needs a new yes."
        )
    return lines


def _audience(grantee: str) -> str:
    if grantee == "*":
        return "Everyone, also people and agents you do not know,"
    collective = grantee.partition(":")[0] in {"group", "org", "role"}
    return f"{grantee}, and whoever belongs to it at the time," if collective else grantee
