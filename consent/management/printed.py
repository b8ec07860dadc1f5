"""What the commands about memories print for people; stored text can do nothing to the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from profiles.types import EVERYONE
from text.characters import inert

INDENT = "    "


def recalled(answer: dict[str, Any]) -> Iterator[str]:
    """Write each item with its tier and why it may be seen, then what was left out and the recall's id."""
    for place, item in enumerate(answer["items"], start=1):
        yield f"{place}. {_heading(item)}"
        yield from _body(item)
        yield f"{INDENT}{item['memory_id']}"
    yield from (f"left out: {one['memory_id']} ({one['reason']})" for one in answer["excluded"])
    yield from ([] if answer["items"] else ["Nothing found."])
    yield from filter(None, [answer["retrieval"]["notice"]])
    yield answer["recall_id"]


def _heading(item: dict[str, Any]) -> str:
    date = f", {item['date']}" if item["date"] else ""
    return f"[{item['tier']}] {item['kind']} of {item['owner']}{date}{_why(item)}"


def _why(item: dict[str, Any]) -> str:
    why = item.get("why")
    if why is None:
        return ""
    if why["grant"] is None:
        return "; its own"
    agreed = f", agreed in {', '.join(why['consents'])}" if why["consents"] else ""
    if why["grant"] == EVERYONE:
        return f"; public{agreed}"
    return f"; through {' > '.join(why['via'] or [why['grant']])}{agreed}"


def _body(item: dict[str, Any]) -> Iterator[str]:
    for text in filter(None, (item["title"], item["content"])):
        yield from (INDENT + line for line in inert(text).split("\n"))


def memory(one: dict[str, Any]) -> Iterator[str]:
    """Write one memory as someone may see it."""
    yield f"{one['id']}  {_heading(one)}"
    yield from _body(one)


def own(fields: dict[str, Any]) -> Iterator[str]:
    """Write one memory as its owner reads it: who may see it, and whose agreement is missing."""
    state = f"version {fields['version']}, {fields['state']}"
    yield f"{fields['id']}  {fields['kind']} of {fields['owner']}, {state}"
    yield from _body(fields)
    for name in ("source_entity", "context"):
        yield from ([f"{name.partition('_')[0]}: {fields[name]}"] if fields[name] else [])
    yield from ([f"about: {', '.join(fields['subject_ids'])}"] if fields["subject_ids"] else [])
    yield f"seen by: {', '.join(fields['access_grants']) or 'its owner alone'}"
    yield from (_pending(one) for one in fields["pending_grants"])


def _pending(one: dict[str, Any]) -> str:
    return f"waits: {one['grantee']} until {', '.join(one['missing_consent_from'])} agrees"


def granted(answer: dict[str, Any]) -> str:
    """Write what became of a grant."""
    if answer["effective"]:
        return f"{answer['grantee']} can see {answer['memory']} now."
    missing = ", ".join(answer["missing_consent_from"]) or "its context"
    return f"The grant to {answer['grantee']} waits for {missing}; until then it shows nothing."


def audited(one: dict[str, Any]) -> Iterator[str]:
    """Write who can see one memory and through what."""
    about = f" about {', '.join(one['subjects'])}" if one["subjects"] else ""
    yield f"{one['memory']}  {one['kind']} of {one['owner']}{about}, delivered {_times(one['deliveries'])}"
    for viewer in one["visible_to"]:
        agreed = f" ({', '.join(viewer['consents'])})" if viewer["consents"] else ""
        yield f"{INDENT}{viewer['entity']} through {viewer['through']}{agreed}"
    yield from (INDENT + _pending(pending) for pending in one["pending_grants"])


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def explained(answer: dict[str, Any], principal: str) -> Iterator[str]:
    """Write a decision with as much of its reason as was told."""
    yield f"{principal} can see it: {answer['reason']}." if answer["allowed"] else _no(answer, principal)
    yield from (INDENT + _grant(one) for one in answer["grants"])
    yield from _named("path", answer["memberships"], " > ")
    yield from _named("consents", answer["consents"]["found"], ", ")
    yield from _named("missing from", answer["consents"]["missing_from"], ", ")


def _no(answer: dict[str, Any], principal: str) -> str:
    return f"{principal} cannot see it: {answer['reason']}."


def _grant(one: dict[str, Any]) -> str:
    counts = "" if one.get("counts", True) else ", does not reach this principal"
    missing = ", ".join(one["missing_consent_from"])
    agreed = "consented" if one["consented"] else f"not consented{f' (missing {missing})' if missing else ''}"
    return f"grant to {one['grantee']}: {agreed}{counts}"


def _named(title: str, names: Iterable[str], between: str) -> Iterator[str]:
    text = between.join(names)
    yield from ([f"{INDENT}{title}: {text}"] if text else [])
