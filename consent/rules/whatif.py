"""Change, in what was gathered, what somebody thinks of changing: the decision answers as if it were done.

Pure. Nothing is written; `decide` is asked the same scene before and after.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from consent.types import Asker, Consent, Facts, Grant, Label, Relationship, Rules, Scene

Above = Mapping[int, frozenset[int]]


@dataclass(frozen=True, slots=True)
class GrantChange:
    """A grant on one memory given, by the owner's own act or not, or taken back."""

    memory: int
    grantee: int
    add: bool
    own_act: bool = True


@dataclass(frozen=True, slots=True)
class ConsentChange:
    """A record in the place of the one that stands for the same wish; None withdraws that one."""

    record: Consent | None
    wish: tuple[int, int, str, int | None]
    memory: int | None = None


@dataclass(frozen=True, slots=True)
class MembershipChange:
    """Who belongs where, transitively, as it is and as it would be."""

    before: Above
    after: Above


@dataclass(frozen=True, slots=True)
class TrustChange:
    """A relationship in the place of the one between the same two in the same context."""

    relation: Relationship


@dataclass(frozen=True, slots=True)
class PolicyChange:
    """Another policy, as far as decisions on access read it."""

    rules: Rules


Change = GrantChange | ConsentChange | MembershipChange | TrustChange | PolicyChange


@dataclass(frozen=True, slots=True)
class Extra:
    """Facts that a change brings in and the scene alone does not hold."""

    containers: Above = field(default_factory=dict)
    participants: Above = field(default_factory=dict)
    default_grants: Above = field(default_factory=dict)
    unusable: frozenset[int] = frozenset()
    consents: tuple[Consent, ...] = ()


def with_extra(scene: Scene, extra: Extra) -> Scene:
    """Return the scene with the facts a change brings in; they decide nothing until the change is made."""
    facts = scene.facts
    known = {consent.id for consent in facts.consents}
    return replace(
        scene,
        facts=replace(
            facts,
            containers={**extra.containers, **facts.containers},
            participants={**extra.participants, **facts.participants},
            default_grants={**extra.default_grants, **facts.default_grants},
            unusable=facts.unusable | extra.unusable,
            consents=(*facts.consents, *(one for one in extra.consents if one.id not in known)),
        ),
    )


def relabelled(memory: int, label: Label, change: Change) -> Label | None:
    """Return the label a memory would come to carry, None where it keeps its own."""
    match change:
        case GrantChange(memory=concerned, grantee=grantee) if concerned == memory:
            kept = tuple(grant for grant in label.grants if grant.grantee != grantee)
            added = (Grant(grantee, named=True, owner_agreed=change.own_act),) if change.add else ()
            return replace(label, id=-memory, grants=kept + added)
        case ConsentChange(memory=concerned, record=record) if concerned == memory and record is not None:
            return replace(label, id=-memory, solo=memory)
    return None


def changed(scene: Scene, change: Change, moved: Mapping[int, Label]) -> Scene:
    """Return the scene as the change would make it; `moved` are the labels memories come to carry."""
    facts = scene.facts
    parents = {memory: moved.get(memory, label) for memory, label in facts.parents.items()}
    labels = {**scene.labels, **{label.id: label for label in moved.values()}}
    rules = change.rules if isinstance(change, PolicyChange) else scene.rules
    return replace(scene, labels=labels, facts=_facts(replace(facts, parents=parents), change), rules=rules)


def _facts(facts: Facts, change: Change) -> Facts:
    match change:
        case ConsentChange():
            kept = tuple(one for one in facts.consents if _wish(one) != change.wish)
            return replace(facts, consents=kept + ((change.record,) if change.record else ()))
        case TrustChange(relation=relation):
            others = tuple(one for one in facts.relationships if _pair(one) != _pair(relation))
            return replace(facts, relationships=(*others, relation))
        case MembershipChange():
            known = set(facts.containers) | set(change.after)
            return replace(facts, containers={one: change.after.get(one, frozenset()) for one in known})
    return facts


def _wish(consent: Consent) -> tuple[int, int, str, int | None]:
    return consent.grantor, consent.grantee, consent.scope, consent.scope_id


def _pair(relation: Relationship) -> tuple[int, int, int | None]:
    return relation.owner, relation.accessor, relation.context


def seen_through(asker: Asker, change: Change) -> Asker:
    """Return the same eyes once the change is made: a membership changes what one answers to."""
    if not isinstance(change, MembershipChange):
        return asker
    before, after = change.before.get(asker.id, frozenset()), change.after.get(asker.id, frozenset())
    return replace(asker, entities=(asker.entities - before) | after)
