"""What one decision reads and gives: labels, who asks, what is true, the ruling and the trust."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Grant:
    """One entry of a label: who, whether the writer named it, whether the owner's own act made it."""

    grantee: int
    named: bool
    owner_agreed: bool


@dataclass(frozen=True, slots=True)
class Label:
    """What decides access to a memory; many memories share one."""

    id: int
    owner: int
    source: int | None
    source_attested: bool
    relayed: bool
    subjects: frozenset[int]
    grants: tuple[Grant, ...]
    context: int | None
    solo: int | None
    parents: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Consent:
    """One record of agreement or denial, as the decision needs it."""

    id: str
    grantor: int
    grantee: int
    scope: str
    scope_id: int | None
    denied: bool
    participants: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Relationship:
    """How far an owner trusts an accessor or a collective; `base` None means unreadable, so 0.0."""

    owner: int
    accessor: int
    context: int | None
    base: float | None
    strict: bool = False
    require_validation: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Session:
    """A live context session: the context, the role held in it and who may hear."""

    id: int
    context: int
    participant: int
    role: int | None


@dataclass(frozen=True, slots=True)
class Facts:
    """All that is true at one moment about some labels: live rows only, read in one snapshot."""

    persons: dict[int, frozenset[int]]
    custodians: dict[int, frozenset[int]]
    containers: dict[int, frozenset[int]]
    consents: tuple[Consent, ...]
    participants: dict[int, frozenset[int]]
    default_grants: dict[int, frozenset[int]]
    unusable: frozenset[int] = frozenset()
    relationships: tuple[Relationship, ...] = ()
    parents: dict[int, Label] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rules:
    """The policy settings that a decision reads."""

    subjects_and_source: bool = False
    strict_audience: bool = False
    arrived_audience: bool = False
    default_trust: float = 1.0

    def waits_for_others(self, asking: Asking) -> bool:
        """Tell whether somebody who is listed in the session's context has to come there first."""
        return self.arrived_audience and not asking.all_came


@dataclass(frozen=True, slots=True)
class Asker:
    """Whose eyes: E(A) without a session, and the session if any."""

    id: int
    entities: frozenset[int]
    session: Session | None = None

    @property
    def everything(self) -> frozenset[int]:
        """Return all it answers to, its session's context and role included, wherever that role counts."""
        if self.session is None:
            return self.entities
        role = () if self.session.role is None else (self.session.role,)
        return self.entities | {self.session.context, *role}


@dataclass(frozen=True, slots=True)
class Asking:
    """One question's askers: the acting entity, the person acted for, the audience of the session."""

    asker: Asker
    behalf: Asker | None = None
    audience: tuple[Asker, ...] = ()
    self_only: bool = False
    context_required: bool = False
    # Who made the session's context, and whether everyone listed there came to it.
    host: int | None = None
    all_came: bool = True
    # Tiers that some owner may trust an asker to, besides what is public: where a search need not look.
    trusted: frozenset[int] = frozenset({0, 1, 2, 3, 4})

    @property
    def sides(self) -> tuple[Asker, ...]:
        """Return those who must both see what is shown: the asker and whom it acts for."""
        return (self.asker,) if self.behalf is None else (self.asker, self.behalf)


@dataclass(frozen=True, slots=True)
class Scene:
    """All that one decision reads: the labels, who asks, what is true and the policy, at one moment.

    `names` are the entity ids of owners and sources, for printing what was decided."""

    labels: dict[int, Label]
    asking: Asking
    facts: Facts
    rules: Rules
    names: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Why:
    """The grant that opened a memory, the path to it and the consents it rests on."""

    grantee: int | None
    via: tuple[int, ...] = ()
    consents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GrantRuling:
    """What became of one grant for one asker."""

    grantee: int
    counts: bool
    consented: bool
    consents: tuple[str, ...]
    missing_from: frozenset[int]


@dataclass(frozen=True, slots=True)
class Ruling:
    """The decision on one label for one asking: allowed or not, with the reason."""

    allowed: bool
    reason: str
    why: Why
    grants: tuple[GrantRuling, ...] = ()
    public: bool = False
    owner: bool = False


@dataclass(frozen=True, slots=True)
class Trust:
    """How much of a memory one asking may be shown: 0.0 to 1.0, with where it came from."""

    value: float
    reason: str
    strict: bool = False
    require_validation: bool = False
