"""May this asker see what carries this label, and why: the one decision behind every door.

Pure: it reads Facts gathered in one snapshot and says yes or no with a reason (domain.md 4 to 7).
The database repeats it as `consent_reach()` for filtering; a property test holds the two together.
"""

from __future__ import annotations

from collections.abc import Iterable

from consent.types import (
    Asker,
    Asking,
    Consent,
    Facts,
    Grant,
    GrantRuling,
    Label,
    Rules,
    Ruling,
    Why,
)
from profiles.types import EVERYONE_ID


def decide(label: Label, asking: Asking, facts: Facts, rules: Rules) -> Ruling:
    """Return whether the asking may see `label`; both sides of an acting-for must, and so must every source."""
    if asking.context_required and asking.asker.session is None:
        return _no("session_required")
    if asking.self_only and label.owner != asking.asker.id:
        return _no("not_own")
    rulings = [_seated(label, asker, asking, facts, rules) for asker in (asking.asker, asking.behalf) if asker]
    refused = [ruling for ruling in rulings if not ruling.allowed]
    # Of two permissions the one that is not ownership speaks, so that rights intersect.
    return (refused or [ruling for ruling in rulings if not ruling.owner] or rulings)[0]


def _seated(label: Label, asker: Asker, asking: Asking, facts: Facts, rules: Rules) -> Ruling:
    """Judge the label with its sources for one side, then whether its session's context may hear it."""
    lineage = _lineage(label, facts)
    first, *sources = [_own_rule(one, asker, facts, rules) if one else _no("source_gone") for one in lineage]
    if first.allowed and not all(source.allowed for source in sources):
        return _no("source_hidden", first.grants)
    silent = first.allowed and not asking.self_only and asker.session is not None
    if silent and not all(one and _sayable(one, asker, asking, facts, rules) for one in lineage):
        return _no("context_silent", first.grants)
    return first


def _lineage(label: Label, facts: Facts) -> list[Label | None]:
    """Return the label, then those of all its sources; a source that is gone is None and admits nobody."""
    found: list[Label | None] = [label]
    seen: set[int] = set()
    for one in found:
        fresh = [parent for parent in (one.parents if one else ()) if parent not in seen]
        seen.update(fresh)
        found.extend(facts.parents.get(parent) for parent in fresh)
    return found


def _no(reason: str, grants: tuple[GrantRuling, ...] = ()) -> Ruling:
    return Ruling(allowed=False, reason=reason, why=Why(None), grants=grants)


def _own_rule(label: Label, asker: Asker, facts: Facts, rules: Rules) -> Ruling:
    grants = tuple(judge_grant(label, grant, asker, facts, rules) for grant in label.grants)
    opening = [ruling for ruling in grants if ruling.counts and ruling.consented]
    public = not label.subjects and any(ruling.grantee == EVERYONE_ID for ruling in opening)
    if label.owner == asker.id:
        return Ruling(True, "owner", Why(None), grants, public=public, owner=True)
    if opening:
        best = min(opening, key=lambda ruling: (ruling.grantee != asker.id, ruling.grantee == EVERYONE_ID))
        why = Why(best.grantee, _path(asker, best.grantee, facts), best.consents)
        return Ruling(True, "granted", why, grants, public=public)
    return _no("no_consent" if any(ruling.counts for ruling in grants) else "no_grant", grants)


def judge_grant(label: Label, grant: Grant, asker: Asker, facts: Facts, rules: Rules) -> GrantRuling:
    """Return whether one grant counts for the asker and whether all who must agree have agreed."""
    found: list[str] = []
    missing: set[int] = set()
    for party in must_agree(label, grant, facts, rules):
        consents = _agreement(label, grant, party, asker, facts)
        if consents is None:
            missing.add(party)
        else:
            found.extend(consents)
    return GrantRuling(
        grant.grantee, counts(label, grant, asker, facts), not missing, tuple(found), frozenset(missing)
    )


def counts(label: Label, grant: Grant, asker: Asker, facts: Facts) -> bool:
    """Return whether the grant names the asker: by itself, a collective, the session's context or role."""
    return grant.grantee in answers_to(label, asker) and stands(label, grant, facts)


def stands(label: Label, grant: Grant, facts: Facts) -> bool:
    """Return whether the grant is good for anybody: its grantee usable, and still listed where it was inherited."""
    if grant.grantee in facts.unusable:
        return False
    return grant.named or grant.grantee in _inheritable(label, facts)


def answers_to(label: Label, asker: Asker) -> frozenset[int]:
    """Return E(A) for this label: with the session's context, and its role for that context's memories only."""
    session = asker.session
    if session is None:
        return asker.entities
    role = {session.role} if session.role is not None and label.context == session.context else set()
    return asker.entities | {session.context} | role


def _inheritable(label: Label, facts: Facts) -> frozenset[int]:
    context = label.context
    if context is None:
        return frozenset()
    listed = facts.participants.get(context, frozenset())
    return listed | facts.default_grants.get(context, frozenset()) | {context}


def must_agree(label: Label, grant: Grant, facts: Facts, rules: Rules) -> frozenset[int]:
    """Return everyone whose agreement the grant needs: subjects, else the source, else the owner."""
    beyond = label.relayed and grant.grantee not in (label.source, label.owner)
    relayer = {label.source} if beyond else set()
    if exempt(label, grant, facts):
        return frozenset(party for party in relayer if party is not None)
    parties = set(label.subjects) or {label.source if label.source is not None else label.owner}
    if rules.subjects_and_source and label.source is not None:
        parties.add(label.source)
    return frozenset(party for party in parties | relayer if party is not None)


def exempt(label: Label, grant: Grant, facts: Facts) -> bool:
    """Return whether nobody need agree: back to its owner, who told it, the only subject or its custodian."""
    if grant.grantee == label.owner or (grant.grantee == label.source and label.source_attested):
        return True
    if len(label.subjects) != 1:
        return False
    (subject,) = label.subjects
    return grant.grantee == subject or grant.grantee in facts.custodians.get(subject, frozenset())


def _agreement(label: Label, grant: Grant, party: int, asker: Asker, facts: Facts) -> list[str] | None:
    """Return the consents by which `party` agreed, or None; one denial outweighs."""
    persons = facts.persons.get(party, frozenset())
    own_word = grant.owner_agreed and label.owner in persons
    covering = [c for c in facts.consents if c.grantor in persons and covers(c, label, grant, party, asker, facts)]
    if any(consent.denied for consent in covering):
        return None
    agreed = [consent.id for consent in covering]
    return agreed if agreed or own_word else None


def covers(consent: Consent, label: Label, grant: Grant, party: int, asker: Asker, facts: Facts) -> bool:
    """Return whether a record's scope holds the memory for this party and its grantee holds the grant's."""
    return _scope_fits(consent, label, party) and _grantee_fits(consent, grant, asker, facts)


def _scope_fits(consent: Consent, label: Label, party: int) -> bool:
    match consent.scope:
        case "memory":
            return consent.scope_id is not None and consent.scope_id == label.solo
        case "subject":
            return consent.scope_id == party and party in label.subjects
        case "ctx":
            return consent.scope_id is not None and consent.scope_id == label.context
        case "all":
            return consent.grantor == party
    return False


def _grantee_fits(consent: Consent, grant: Grant, asker: Asker, facts: Facts) -> bool:
    if consent.grantee in facts.participants:
        # A consent to a context holds for those who sat in it when it was given, while they still do.
        hearer = asker.id if consent.grantee == grant.grantee else grant.grantee
        return hearer in consent.participants & facts.participants[consent.grantee]
    if consent.grantee in (grant.grantee, EVERYONE_ID):
        return True
    return consent.grantee in facts.containers.get(grant.grantee, frozenset())


def _sayable(label: Label, asker: Asker, asking: Asking, facts: Facts, rules: Rules) -> bool:
    """Return whether a session's context may hear it: public, of the context, or known to everyone there."""
    context = asker.session.context if asker.session else None
    for grant in label.grants:
        if grant.grantee in (EVERYONE_ID, context) and counts(label, grant, asker, facts):
            if judge_grant(label, grant, asker, facts, rules).consented:
                return True
    others = [one for one in asking.audience if one.id != asker.id]
    return not rules.strict_audience and all(_own_rule(label, one, facts, rules).allowed for one in others)


def _path(asker: Asker, grantee: int, facts: Facts) -> tuple[int, ...]:
    """Return the collectives between the asker and the grantee, nearest first, found breadth first."""
    if grantee in (asker.id, EVERYONE_ID):
        return ()
    if asker.session is not None and grantee in (asker.session.context, asker.session.role):
        return (grantee,)
    return _climb(asker.id, grantee, facts)


def _climb(start: int, goal: int, facts: Facts) -> tuple[int, ...]:
    between = [c for c in facts.containers.get(start, frozenset()) if goal in facts.containers.get(c, frozenset())]
    ordered: Iterable[int] = sorted(between, key=lambda c: -len(facts.containers.get(c, frozenset())))
    return (*[c for c in ordered if c != goal], goal)
