"""From what a writer states to what is stored: names to principals, context to grants, text to subjects."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from consent.models import Context, Participant
from consent.queries.open_sessions import named_session, unknown_session
from consent.rules.drafts import entity_errors, refused_metadata
from consent.rules.provenance import lower_of, provenance_named
from consent.rules.stamping import Stamp, may_state, stamp
from consent.rules.wording import wording
from consent.services.copying import copies_of
from consent.services.deriving import Source, below, held, hold, sources_of
from consent.services.labels import LabelSpec
from consent.services.naming import require_known
from consent.types import Draft, Grant
from memory_admin.http.problem import Problem, bad_request, unprocessable
from memory_admin.http.public_id import public_uuid
from profiles.queries.names import protected_names
from profiles.queries.prepared import ask
from profiles.queries.principals import ids_of
from profiles.rules.entity import parse_entity, parse_grantee
from profiles.services.registering import register
from profiles.types import Caller
from text.normalize import normalize

_SAID: Final = """
SELECT id, coalesce(identity = ANY (%s::bytea[]), false) FROM consent_memory
WHERE public_id = ANY (%s::uuid[]) OR identity = ANY (%s::bytea[])
"""


@dataclass(frozen=True, slots=True)
class Placed:
    """A draft with every name resolved: its label and who is said to have agreed."""

    draft: Draft
    label: LabelSpec
    consenters: tuple[int, ...]
    identity: bytes
    stamp: Stamp
    ceiling: float
    # What it nearly repeats of what others showed the writer: it counts only where the text is new to it.
    copied: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class Setting:
    """The context a memory is written in and the grants it hands down."""

    context: int
    grants: tuple[int, ...]


def check(draft: Draft) -> None:
    """Raise Problem 400 or 422 with the errors by field for what no write may say."""
    malformed = entity_errors(
        {
            "source_entity": (draft.source_entity,) if draft.source_entity is not None else (),
            "subject_ids": draft.subject_ids,
            "access_grants": draft.access_grants or (),
            "consent_grants": draft.consent_grants,
        }
    )
    if malformed:
        raise bad_request("invalid", "Some entity ids cannot be read.", malformed)
    if not normalize(draft.content):
        raise bad_request("invalid", "A memory needs content.", {"content": ["This may not be blank."]})
    _check_sources(draft)
    require_plain(draft.metadata)


def require_plain(metadata: Mapping[str, object]) -> None:
    """Raise Problem 422 for free metadata that would say who owns, trusts or vouches."""
    refused = refused_metadata(metadata)
    if refused:
        raise unprocessable(
            "refused_metadata", "Owner, provenance and trust do not travel in metadata.", refused
        )


def _check_sources(draft: Draft) -> None:
    unreadable = {
        f"derived_from.{place}": ["Must be an id that starts with mem_."]
        for place, one in enumerate(draft.derived_from)
        if public_uuid(one, "mem") is None
    }
    if unreadable:
        raise bad_request("invalid", "Some memory ids cannot be read.", unreadable)


def place(drafts: Sequence[Draft], *, by: Caller, now: datetime) -> list[Placed | Problem]:
    """Resolve checked drafts in the caller's transaction; one naming a closed session becomes a Problem."""
    ids = _resolve({name for draft in drafts for name in draft.names()}, by, now)
    named = protected_names(now)
    settings: dict[str, Setting | Problem] = {
        name: _setting(name, by, now) for name in {d.context_session for d in drafts if d.context_session}
    }
    copied = copies_of(drafts, by=by, now=now)
    repeated = _held(drafts, {one for near in copied.values() for one in near}, by)
    sources = sources_of(drafts, by=by, now=now)
    placed: list[Placed | Problem] = []
    for place, draft in enumerate(drafts):
        setting = settings[draft.context_session] if draft.context_session else None
        origin = _origin(draft, sources.get(place, []), by)
        if isinstance(setting, Problem):
            placed.append(setting)
        elif isinstance(origin, Problem):
            placed.append(origin)
        else:
            label = _label(draft, setting, named.ids(wording(draft)), ids, by)
            one = _placed(draft, label, origin, ids, by)
            near = copied.get(place, ())
            placed.append(replace(one, copied=tuple(one for one in repeated if one.memory in near)))
    return placed


def _held(drafts: Sequence[Draft], near: set[int], by: Caller) -> list[Source]:
    """Return what drafts repeat, held with what they name, what says the same already and comes of that."""
    named = {found for draft in drafts for one in draft.derived_from if (found := public_uuid(one, "mem"))}
    if named or near:
        same = [identity_of(by.acting_id, draft) for draft in drafts]
        known = ask(_SAID, [same, sorted(one.hex for one in named), same])
        changing = {one for memory, said in known if said for one in below(memory)}
        hold(changing, {*near, *(memory for memory, _ in known)})
    return held(near)


def _origin(draft: Draft, sources: list[Source] | Problem, by: Caller) -> list[Source] | Problem:
    """Return the sources a draft may name, or the Problem with them or with the source type it states."""
    if may_state(draft.source_type, by):
        return sources
    detail = f"This token may state these sources: {', '.join(by.source_types)}."
    return unprocessable("source_refused", detail, {"source.type": [detail]})


def _resolve(names: set[str], by: Caller, now: datetime) -> dict[str, int]:
    canonical = {name: str(parse_grantee(name)) for name in names}
    found = ids_of(set(canonical.values()))
    missing = set(canonical.values()) - found.keys()
    if missing:
        found |= {entity: row.pk for entity, row in register(missing, by=by, now=now).items()}
    if found:
        require_known(found.values(), by=by, now=now)
    return {name: found[entity] for name, entity in canonical.items()}


def _label(
    draft: Draft, setting: Setting | None, about: frozenset[int], ids: Mapping[str, int], by: Caller
) -> LabelSpec:
    owner = by.acting_id
    source = ids[draft.source_entity] if draft.source_entity is not None else None
    source = None if source == owner else source
    relayed = (
        source is not None and draft.source_entity is not None and parse_entity(draft.source_entity).is_agent
    )
    subjects = {ids[name] for name in draft.subject_ids} | about
    return LabelSpec(
        owner=owner,
        source=source,
        source_attested=source is not None and source == by.behalf_id and draft.at_most is None,
        relayed=relayed,
        subjects=tuple(sorted(subjects)),
        # A file says what was shared, never that its owner did it here.
        grants=_grants(draft, setting, ids, owners_own_act(by) and draft.at_most is None),
        context=setting.context if setting else None,
        solo=None,
    )


def _placed(
    draft: Draft, label: LabelSpec, sources: Sequence[Source], ids: Mapping[str, int], by: Caller
) -> Placed:
    """Put a draft below its sources: seen by nobody who does not see them, nor further, nor believed more."""
    parents = tuple(sorted({source.memory for source in sources}))
    levels = [source.provenance for source in sources]
    claimed = [] if draft.at_most is None else [provenance_named(draft.at_most)]
    return Placed(
        draft=draft,
        label=replace(label, parents=parents),
        consenters=tuple(ids[name] for name in draft.consent_grants),
        identity=identity_of(by.acting_id, draft),
        stamp=stamp(draft, by, [*levels, *claimed]),
        ceiling=min([draft.trust, *(source.ceiling for source in sources)]),
    )


def below_copied(one: Placed) -> Placed:
    """Return a new memory below what it repeats, as if its writer had named that."""
    if not one.copied:
        return one
    parents = tuple(sorted({*one.label.parents, *(source.memory for source in one.copied)}))
    level = lower_of(one.stamp.level, *(source.provenance for source in one.copied))
    ceiling = min([one.ceiling, *(source.ceiling for source in one.copied)])
    return replace(one, label=replace(one.label, parents=parents), stamp=Stamp(level, False), ceiling=ceiling)


def owners_own_act(by: Caller) -> bool:
    """Tell whether a grant is the owner's own act: by its credential, or the administrator at the machine."""
    return by.acting_id == by.principal_id or by.door == "cli"


def _grants(draft: Draft, setting: Setting | None, ids: Mapping[str, int], own: bool) -> tuple[Grant, ...]:
    """Return the stated grants; what the context offers anyway stays inherited and ends with a seat there."""
    offered = set(setting.grants) if setting else set()
    stated = offered if draft.access_grants is None else {ids[name] for name in draft.access_grants}
    return tuple(Grant(one, one not in offered, own) for one in sorted(stated))


def identity_of(owner: int, draft: Draft) -> bytes:
    """Return the SHA-256 by which the same owner's same kind and content is one memory."""
    return identity_digest(owner, draft.kind, draft.content)


def identity_digest(owner: int, kind: str, content: str) -> bytes:
    """Return the SHA-256 over owner, kind and normalized content."""
    return hashlib.sha256(f"{owner}\n{kind}\n{normalize(content)}".encode()).digest()


def _setting(name: str, by: Caller, now: datetime) -> Setting | Problem:
    """Return what a live session of the writer hands down, or the Problem that there is none."""
    session = named_session(name, by.acting_id, now)
    if session is None:
        return unknown_session()
    return Setting(session.context_id, default_grants(session.context_id))


def default_grants(context: int) -> tuple[int, ...]:
    """Return a context's default grants: as its owner set them, else its participants and itself."""
    row = Context.objects.only("default_grants").get(pk=context)
    if row.default_grants is not None:
        return tuple(row.default_grants)
    listed = Participant.objects.filter(context_id=context).values_list("principal_id", flat=True)
    return (*listed, context)
