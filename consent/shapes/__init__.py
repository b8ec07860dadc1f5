"""Between a door and what it calls: what bodies ask, and what services return, as the interface has it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from consent.models import KINDS
from consent.queries.access import Audited, Told
from consent.queries.own_code import detector_version
from consent.queries.search import Filters
from consent.recall import Ask, Outcome, Recalled
from consent.rules.admission import Mode
from consent.rules.budget import Budget, Strategy
from consent.rules.grants import GrantState
from consent.rules.layout import Form
from consent.rules.tiers import Tier
from consent.services.tickets import Requirement
from consent.types import Draft, Item, Where
from memory_admin.http.problem import Problem, bad_request, unprocessable
from memory_admin.http.public_id import public_uuid
from profiles.queries.principals import by_ids, ids_of
from profiles.rules.entity import EntityError, parse_entity
from profiles.types import EVERYONE, EVERYONE_ID

_TUPLES = (
    "tags", "subject_ids", "consent_grants", "derived_from", "redactions", "forbidden_terms",
    "forbidden_patterns",
)  # fmt: skip


def draft_of(body: Mapping[str, Any]) -> Draft:
    """Return the draft a body states; raises 422 for what only verifying sets."""
    if body["epistemic_status"] == "verified":
        raise unprocessable("verification_needed", "Verified is set by verifying, not by writing.")
    source = body["source"] or {"type": "unknown", "uri": None, "message_id": None}
    plain = {name: value for name, value in body.items() if name not in {"source", "location"}}
    plain |= {name: tuple(plain[name]) for name in _TUPLES}
    grants = plain["access_grants"]
    return Draft(
        **{
            **plain,
            "access_grants": None if grants is None else tuple(grants),
            "location": {k: v for k, v in (body["location"] or {}).items() if v},
            "source_type": source["type"],
            "source_uri": source["uri"],
            "source_message_id": source["message_id"],
        }
    )


def drafted(body: Mapping[str, Any] | Problem) -> Draft | Problem:
    """Return an item of a batch as a draft, or the Problem it is."""
    if isinstance(body, Problem):
        return body
    try:
        return draft_of(body)
    except Problem as problem:
        return problem


def entity_number(name: str, field: str) -> int | None:
    """Return the internal id of a stated entity, None where nobody has it; raises 400 for what is none."""
    try:
        known = str(parse_entity(name))
    except EntityError as error:
        raise bad_request("invalid", "An entity id cannot be read.", {field: [error.reason]}) from error
    return ids_of([known]).get(known)


def filters_of(asked: Mapping[str, Any]) -> Filters:
    """Return the filters of a list or recall; a name nobody has matches nothing."""
    field = "owners" if "owners" in asked else "owner"
    owners = asked.get(field)
    numbers = None if owners is None else [entity_number(name, field) for name in owners]
    ones = {
        name: entity_number(asked[name], name) for name in ("subject", "source", "context") if asked.get(name)
    }
    names = ("after", "before", "as_of", "provenance", "application")
    same: dict[str, Any] = {name: asked.get(name) for name in names}
    return Filters(
        owners=None if numbers is None else [one for one in numbers if one is not None],
        kinds=asked.get("kinds") or asked.get("kind"),
        tags=asked.get("tags") or asked.get("tag"),
        states=(asked["state"],) if asked.get("state") else ("active",),
        **same | {name: -1 if number is None else number for name, number in ones.items()},
    )


def ask_of(body: dict[str, Any]) -> Ask:
    """Return the question a body asks."""
    return Ask(
        query=body["query"],
        filters=filters_of(body),
        where=Where(body["context_session"], body["visibility"]),
        limit=body["limit"],
        mode=Mode(body["mode"]) if body["mode"] else None,
        form=Form(body["format"]),
        budget=_budget(body["budget"]),
        tool_call_id=body["tool_call_id"],
    )


def _budget(body: dict[str, Any] | None) -> Budget:
    if body is None:
        return Budget()
    limits = body["per_kind"]
    wrong = [kind for kind, most in limits.items() if kind not in KINDS or type(most) is not int or most < 0]
    if wrong:
        raise bad_request(
            "invalid", errors={"budget.per_kind": ["Each is a kind with a whole number of items."]}
        )
    return Budget(body["max_tokens"], body["max_characters"], limits, Strategy(body["strategy"]))


def shown(item: Item) -> dict[str, Any]:
    """Return a memory as others may see it; below full neither its version nor its confidence."""
    full = item.tier == Tier.FULL
    return {
        "id": item.public_id,
        "owner": item.owner,
        "kind": item.kind,
        "tier": Tier(item.tier).word,
        "trust": item.trust.value,
        "trust_reason": item.trust.reason,
        "version": item.version if full else None,
        "state": item.state,
        "title": item.title,
        "content": item.body,
        "tags": list(item.tags),
        "location": item.location,
        "date": item.date,
        "provenance": item.provenance,
        "epistemic_status": item.epistemic,
        "confidence": item.confidence if full else None,
        "source": {"entity": item.source, "type": item.source_type if full else "withheld"},
    }


def recalled(answer: Recalled, *, explain: bool) -> dict[str, Any]:
    """Return the answer of a recall."""
    included = [one for one in answer.outcomes if one.included]
    names = _names_of(included) if explain else {}
    return {
        "recall_id": answer.recall_id,
        "visibility": answer.visibility,
        "messages": [message_shown(message) for message in answer.formatted.messages],
        "items": [_item(one, names, explain) for one in included],
        "excluded": [
            {"memory_id": one.item.public_id, "reason": one.reason, "rules": list(one.admitted.rules)}
            for one in answer.outcomes
            if not one.included
        ],
        "validation": _validation(answer.validation),
        "retrieval": {"mode": answer.retrieval.mode, "notice": answer.retrieval.notice},
        "budget": {"tokens": answer.formatted.cost.tokens, "characters": answer.formatted.cost.characters},
        "policy_version": answer.policy_version,
        "detector_version": detector_version(),
    }


def message_shown(message: Any) -> dict[str, Any]:
    """Return a chat message."""
    plain = {"role": message.role.value, "content": message.content}
    return plain | ({"tool_call_id": message.tool_call_id} if message.tool_call_id else {})


def _validation(needed: Requirement) -> dict[str, Any]:
    """Say whether the response must be validated, why, and by when."""
    return {"required": needed.required, "reason": needed.reason, "due_at": needed.due_at}


def _item(one: Outcome, names: dict[int, str], explain: bool) -> dict[str, Any]:
    plain = shown(one.item)
    item = {
        "memory_id": plain["id"],
        **{
            k: plain[k]
            for k in ("owner", "kind", "tier", "trust", "trust_reason", "provenance", "epistemic_status")
        },
        "decision": one.admitted.decision.value,
        "quoted": one.admitted.quoted,
        "role": one.role,
        "cut": one.cut,
        "conflicts_with": list(one.item.conflicts),
        "score": round(one.item.score, 6),
        **{k: plain[k] for k in ("source", "title", "content", "date")},
    }
    return item | ({"why": _why(one, names)} if explain else {})


def _why(one: Outcome, names: dict[int, str]) -> dict[str, Any]:
    why = one.item.why
    grant = None if why.grantee is None else names[why.grantee]
    return {"grant": grant, "via": [names[step] for step in why.via], "consents": list(why.consents)}


def _names_of(included: list[Outcome]) -> dict[int, str]:
    ids = {step for one in included for step in (*one.item.why.via, one.item.why.grantee) if step is not None}
    found = {key: row.entity_id for key, row in by_ids(ids - {EVERYONE_ID}).items()}
    return found | {EVERYONE_ID: EVERYONE}


def told(answer: Told) -> dict[str, Any]:
    """Return a decision with what the caller may know of its reason."""
    return {
        "allowed": answer.allowed,
        "reason": answer.reason,
        "grants": list(answer.grants),
        "memberships": list(answer.memberships),
        "consents": {"found": list(answer.found), "missing_from": list(answer.missing_from)},
    }


def audited(one: Audited, deliveries: int) -> dict[str, Any]:
    """Return what a privacy audit says of one memory."""
    return {
        "memory": f"mem_{one.memory.public_id.hex}",
        "owner": one.owner,
        "kind": one.memory.kind,
        "created_at": one.memory.created_at,
        "subjects": list(one.subjects),
        "visible_to": [
            {"entity": viewer.entity, "through": viewer.through, "consents": list(viewer.consents)}
            for viewer in one.viewers
        ],
        "pending_grants": [
            {"grantee": grantee, "missing_consent_from": list(missing)} for grantee, missing in one.pending
        ],
        "deliveries": deliveries,
    }


def granted(memory: str, state: GrantState) -> dict[str, Any]:
    """Return what became of a grant."""
    names = {key: row.entity_id for key, row in by_ids({state.grantee, *state.missing}).items()}
    return {
        "memory": memory,
        "grantee": names[state.grantee],
        "effective": state.effective,
        "missing_consent_from": sorted(names[one] for one in state.missing),
    }


def memory_id(text: str) -> str:
    """Return a memory's public id as written; anything else is 404 like an unknown one."""
    if public_uuid(text, "mem") is None:
        raise Problem(404, "not_found")
    return text
