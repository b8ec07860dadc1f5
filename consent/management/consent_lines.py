"""Consents, contexts and trust in lines for people; stored text can do nothing to the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from consent.management.printed import INDENT
from text.characters import inert

Fields = dict[str, Any]


def consent(one: Fields) -> str:
    """Return one line about a consent or request."""
    until = f", until {one['expires_at']:%Y-%m-%d}" if one["expires_at"] else ""
    evidence = f", {one['evidence']}" if one["evidence"] else ""
    sides = f"{one['grantor']} -> {one['grantee']}  {one['scope']}"
    why = f"  {inert(one['reason'])}" if one["reason"] else ""
    opens = f"  would open {', '.join(one['memories'])}" if one.get("memories") else ""
    return f"{one['id']}  {one['status']}  {sides}  ({one['purpose']}{evidence}{until}){why}{opens}"


def receipt(one: Fields) -> Iterator[str]:
    """Write a receipt: who may read what, for what, until when and how to take it back."""
    purpose = one["purposes"][0]
    yield f"Consent receipt {one['receipt_id']} for {one['record_id']} ({one['status']})"
    yield f"{INDENT}{one['pii_principal']} agreed that {purpose['pii_information']['description']}"
    readers = [f"{who['entity']} ({who['through']})" for who in purpose["recipients"]]
    yield f"{INDENT}may be read by {', '.join(readers)}"
    until = purpose["retention_until"]
    yield f"{INDENT}for: {purpose['purpose']}; until: {until.isoformat() if until else 'withdrawn'}"
    yield f"{INDENT}to take it back: {one['withdrawal_method']['command']}"
    yield from (
        f"{INDENT}{event['event_time'].isoformat()}  {event['event_type']}" for event in one["events"]
    )


def context(one: Fields) -> Iterator[str]:
    """Write a context with who sits in it."""
    yield f"{one['id']}  of {one['owner']}, version {one['version']}"
    for seat in one["participants"]:
        yield f"{INDENT}{seat['entity']}{'  ' + seat['role'] if seat['role'] else ''}"
    grants = one["default_access_grants"]
    handed = "its participants and itself" if grants is None else ", ".join(grants) or "nobody"
    yield f"{INDENT}what is written here is shared with: {handed}"
    yield from (f"{INDENT}consent for {c['subject']}: {c['status']}" for c in one.get("consents", ()))
    if one.get("renew_from"):
        yield f"{INDENT}does not cover everyone any more: the consent of {', '.join(one['renew_from'])}"


def session(one: Fields) -> str:
    """Return one line about a stay."""
    role = f" as {one['role']}" if one["role"] else ""
    end = f"left {one['left_at'].isoformat()}" if one["left_at"] else f"until {one['expires_at'].isoformat()}"
    return f"{one['context_session']}  {one['participant']} in {one['context']}{role}, {end}"


def trust(one: Fields) -> str:
    """Return one line about a relationship."""
    where = f" in {one['context']}" if one["context"] else ""
    guards = [name for name in ("strict_mode", "require_validation") if one[name]]
    marks = f"  ({', '.join(guards)})" if guards else ""
    words = inert(one["summary"] or one["reason"] or "")
    return f"{one['owner']} -> {one['accessor']}{where}: {one['base_trust']:g}{marks}  {words}".rstrip()


def change(one: Fields) -> str:
    """Return one line about a step of a history."""
    by = f" by {one['changed_by']}" if one["changed_by"] else ""
    return f"{one['at'].isoformat()}  {one['base_trust']:g}{by}  {inert(one['reason'])}".rstrip()


def request(one: Fields) -> str:
    """Return one line about a request for trust."""
    asked = f"{one['accessor']} asks {one['owner']} for {one['wanted']:g}"
    return f"{one['id']}  {asked}  {inert(one['reason'])}".rstrip()


def suggestion(one: Fields) -> str:
    """Return one line about a suggestion, with how much it rests on."""
    evidence = one["evidence"]
    count = len(evidence.get("violations", ()))
    clean = f"{evidence.get('clean_days')} clean days, {evidence.get('requests')} requests"
    rests = f"{count} confirmed violation{'s' if count != 1 else ''}" if count else clean
    change = f"{one['owner']} -> {one['accessor']}: {one['base_trust']:g} to {one['suggested']:g}"
    return f"{one['id']}  {change}  ({rests})"
