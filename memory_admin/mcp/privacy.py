"""The tools of sharing: grant, revoke, audit, explain."""

from __future__ import annotations

from consent.services import grants
from consent.services.questions import AskedSubject, answer_audit_memory, answer_audit_subject, answer_explain
from consent.shapes import audited, entity_number, granted, memory_id, told
from memory_admin.http.problem import bad_request
from memory_admin.mcp.call import Call, Fields
from profiles.rules.entity import parse_entity


def grant(call: Call) -> Fields:
    """Grant access; without the consents it needs the grant waits, or with `require` it is 409."""
    asked, memory = call.query, memory_id(call.query["memory"])
    wish = grants.Sharing(asked["grantee"], tuple(asked["consent"] or ()), asked["reason"], asked["require"])

    def effect() -> Fields:
        return granted(memory, grants.grant(memory, wish, by=call.by, now=call.now))

    return call.once(effect)


def revoke(call: Call) -> Fields:
    """Take a grant back: effective for every request that starts after this answer."""
    memory, grantee = memory_id(call.query["memory"]), call.query["grantee"]

    def effect() -> Fields:
        grants.revoke(memory, grantee, by=call.by, now=call.now, reason=call.query["reason"])
        return {}

    call.once(effect)
    return {"memory": memory, "grantee": grantee, "revoked": True}


def audit(call: Call) -> Fields:
    """Return who can see a memory, or every memory about a subject, and through what; never content."""
    asked = call.query
    if ("subject" in asked) == ("memory" in asked):
        raise bad_request("invalid", errors={"subject": ["Name a subject or a memory."]})
    if "memory" in asked:
        one, count = answer_audit_memory(memory_id(asked["memory"]), by=call.by, now=call.now)
        return {"items": [audited(one, count)], "next": None, "previous": None}
    return _about(asked["subject"], call)


def _about(subject: str, call: Call) -> Fields:
    page = call.page()
    after = int(page.position.values[0]) if page.position else 0
    number = entity_number(subject, "subject")
    wanted = AskedSubject(str(parse_entity(subject)), number, after, page.limit + 1)
    rows = answer_audit_subject(wanted, by=call.by, now=call.now)
    found = page.page(rows, key=lambda row: (row[0].memory.pk,), show=lambda row: audited(*row))
    return found | {"previous": None}  # read onwards only


def explain(call: Call) -> Fields:
    """Return a decision with the grant, the path and the consents, as far as the caller may know."""
    asked, memory = call.query, memory_id(call.query["memory"])
    return told(
        answer_explain(memory, asked["principal"], asked["context_session"], by=call.by, now=call.now)
    )
