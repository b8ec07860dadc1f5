"""May this asker see what carries this label, and why: the one decision behind every door.

Pure: it reads a Scene gathered in one snapshot and says yes or no with a reason.
The database repeats it as `consent_judge()` for filtering; a property test holds the two together.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from consent.types import (
    Asker,
    Consent,
    Facts,
    Grant,
    GrantRuling,
    Label,
    Ruling,
    Scene,
    Why,
)
from profiles.types import EVERYONE_ID


@dataclass(frozen=True, slots=True)
class Case:
    """One grant of one label before one asker."""

    label: Label
    grant: Grant
    asker: Asker
    scene: Scene

    @property
    def facts(self) -> Facts:
        """Return what is true at the scene's moment."""
        return self.scene.facts


def decide(label: Label, scene: Scene) -> Ruling:
    """Return whether the asking may see `label`; both sides of an acting-for must, and every source."""
    asking = scene.asking
    if asking.context_required and asking.asker.session is None:
        return _no("session_required")
    if asking.self_only and label.owner != asking.asker.id:
        return _no("not_own")
    return _strictest([_seated(label, asker, scene) for asker in asking.sides])


def alone(label: Label, scene: Scene) -> Ruling:
    """Return whether the asking may see `label` by its own rule, whatever it was derived from."""
    return _strictest([_own_rule(label, asker, scene) for asker in scene.asking.sides])


def _strictest(rulings: list[Ruling]) -> Ruling:
    """Return a refusal, else of two permissions the one that is not ownership, so that rights intersect."""
    refused = [ruling for ruling in rulings if not ruling.allowed]
    return (refused or [ruling for ruling in rulings if not ruling.owner] or rulings)[0]


def _seated(label: Label, asker: Asker, scene: Scene) -> Ruling:
    """Judge the label with its sources for one side, then whether its session's context may hear it."""
    lineage = lineage_of(label, scene.facts)
    first, *sources = [_own_rule(one, asker, scene) if one else _no("source_gone") for one in lineage]
    if first.allowed and not all(source.allowed for source in sources):
        return _no("source_hidden", first.grants)
    silent = first.allowed and not scene.asking.self_only and asker.session is not None
    if silent and not all(one and _sayable(one, asker, scene) for one in lineage):
        return _no("context_silent", first.grants)
    return replace(first, public=first.public and all(source.public for source in sources))


def lineage_of(label: Label, facts: Facts) -> list[Label | None]:
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


def _own_rule(label: Label, asker: Asker, scene: Scene) -> Ruling:
    grants = tuple(judge_grant(Case(label, grant, asker, scene)) for grant in label.grants)
    opening = [ruling for ruling in grants if ruling.counts and ruling.consented]
    public = not label.subjects and any(ruling.grantee == EVERYONE_ID for ruling in opening)
    if label.owner == asker.id:
        return Ruling(True, "owner", Why(None), grants, public=public, owner=True)
    if opening:
        best = min(opening, key=lambda ruling: (ruling.grantee != asker.id, ruling.grantee == EVERYONE_ID))
        why = Why(best.grantee, _path(asker, best.grantee, scene.facts), best.consents)
        return Ruling(True, "granted", why, grants, public=public)
    return _no("no_consent" if any(ruling.counts for ruling in grants) else "no_grant", grants)


def judge_grant(case: Case) -> GrantRuling:
    """Return whether one grant counts for the asker and whether all who must agree have agreed."""
    found: list[str] = []
    missing: set[int] = set()
    for party in must_agree(case):
        consents = _agreement(case, party)
        if consents is None:
            missing.add(party)
        else:
            found.extend(consents)
    return GrantRuling(case.grant.grantee, _counts(case), not missing, tuple(found), frozenset(missing))


def _counts(case: Case) -> bool:
    """Return whether the grant names the asker: by itself, a collective, the session's context or role."""
    return case.grant.grantee in answers_to(case.label, case.asker) and stands(case)


def stands(case: Case) -> bool:
    """Return whether the grant is good for anybody: its grantee usable and, if inherited, still listed."""
    if case.grant.grantee in case.facts.unusable:
        return False
    return case.grant.named or case.grant.grantee in _inheritable(case.label, case.facts)


def answers_to(label: Label, asker: Asker) -> frozenset[int]:
    """Return E(A) for this label: with the session's context, its role for that context's memories only."""
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


def must_agree(case: Case) -> frozenset[int]:
    """Return whose agreement the grant needs: the subjects; the source unless others are; else the owner."""
    label, grantee = case.label, case.grant.grantee
    beyond = label.relayed and grantee not in (label.source, label.owner)
    relayer = {label.source} if beyond else set()
    if exempt(case):
        return frozenset(party for party in relayer if party is not None)
    # An owner that names itself as the only subject does not take the source's say away.
    asked = case.scene.rules.subjects_and_source or label.subjects <= {label.owner}
    told = {label.source} if asked and label.source is not None else set()
    parties = label.subjects | told or {label.owner}
    return frozenset(party for party in parties | relayer if party is not None)


def exempt(case: Case) -> bool:
    """Return whether nobody need agree: back to its owner, who told it, the only subject or its custodian."""
    label, grantee = case.label, case.grant.grantee
    if grantee == label.owner or (grantee == label.source and label.source_attested):
        return True
    if len(label.subjects) != 1:
        return False
    (subject,) = label.subjects
    return grantee == subject or grantee in case.facts.custodians.get(subject, frozenset())


def _agreement(case: Case, party: int) -> list[str] | None:
    """Return the consents by which `party` agreed, or None; one denial outweighs."""
    persons = case.facts.persons.get(party, frozenset())
    own_word = case.grant.owner_agreed and case.label.owner in persons
    covering = [c for c in case.facts.consents if c.grantor in persons and _covers(c, case, party)]
    if any(consent.denied for consent in covering):
        return None
    agreed = [consent.id for consent in covering]
    return agreed if agreed or own_word else None


def _covers(consent: Consent, case: Case, party: int) -> bool:
    """Return whether a record's scope holds the memory for this party and its grantee holds the grant's."""
    return _scope_fits(consent, case.label, party) and _grantee_fits(consent, case)


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


def _grantee_fits(consent: Consent, case: Case) -> bool:
    grantee = case.grant.grantee
    if consent.grantee in case.facts.participants:
        # A consent to a context holds for those who sat in it when it was given, while they still do.
        hearer = case.asker.id if consent.grantee == grantee else grantee
        return hearer in consent.participants & case.facts.participants[consent.grantee]
    if consent.grantee in (grantee, EVERYONE_ID):
        return True
    return consent.grantee in case.facts.containers.get(grantee, frozenset())


def _sayable(label: Label, asker: Asker, scene: Scene) -> bool:
    """Return whether a session's context may hear it: public, of the context, or known to everyone there."""
    context = asker.session.context if asker.session else None
    cases = [Case(label, g, asker, scene) for g in label.grants if g.grantee in (EVERYONE_ID, context)]
    if any(_counts(one) and judge_grant(one).consented for one in cases):
        return True
    if scene.rules.strict_audience or not _may_learn(label, asker, scene):
        return False
    others = [one for one in scene.asking.audience if one.id != asker.id]
    return all(_own_rule(label, one, scene).allowed for one in others)


def _may_learn(label: Label, asker: Asker, scene: Scene) -> bool:
    """Return whether the asker may find out by this that all others there see it too: that is theirs to tell.

    Anybody can list anybody in a context of its own. Where policy waits for who is listed, it takes that they
    came, or that who owns it asks or brought them together."""
    theirs = label.owner in (asker.id, scene.asking.host)
    return theirs or not scene.rules.waits_for_others(scene.asking)


def _path(asker: Asker, grantee: int, facts: Facts) -> tuple[int, ...]:
    """Return the collectives between the asker and the grantee, nearest first."""
    if grantee in (asker.id, EVERYONE_ID):
        return ()
    if asker.session is not None and grantee in (asker.session.context, asker.session.role):
        return (grantee,)
    own = facts.containers.get(asker.id, frozenset())
    between = [one for one in own if grantee in facts.containers.get(one, frozenset()) and one != grantee]
    return (*sorted(between, key=lambda one: -len(facts.containers.get(one, frozenset()))), grantee)
