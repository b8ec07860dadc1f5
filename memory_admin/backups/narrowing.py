"""What fewer were to know since a backup, or less of: memories and the policy, made so again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from audit import actions
from consent.models import Label, Memory
from consent.queries.policies import PolicyVersion, current_policy
from consent.rules.policy.changing import checked
from consent.rules.policy.stricter import stricter
from consent.rules.provenance import lower_of, provenance_named
from consent.rules.trust import readable
from consent.services import labels, policies, renderings
from consent.services.deriving import lower_below
from consent.services.under_review import review_of_sources
from profiles.models import Principal
from profiles.services.recording import note
from profiles.types import Caller

WHY: Final = "had been taken back before the restore"
TIGHTER: Final = "had been tightened before a backup was restored"
_HIDING: Final = ("redactions", "forbidden_terms", "forbidden_patterns")


def tighten_policy(before: PolicyVersion, *, by: Caller, now: datetime) -> int:
    """Save as a new version what was stricter before the restore; returns how many settings changed."""
    restored = current_policy()
    tighter = stricter(before.settings, restored.settings)
    if tighter:
        stored = checked(tighter, restored.stored)
        policies.change(stored, TIGHTER, version=restored.version, by=by, now=now)
    return len(tighter)


@transaction.atomic
def narrow(narrowed: Sequence[Mapping[str, Any]], *, by: Caller, now: datetime) -> dict[str, int]:
    """Take from memories what had been taken from them since, and record it; returns how many of what."""
    counts = {"grants": 0, "narrowed": 0}
    for was in narrowed:
        memory = Memory.objects.select_for_update(of=("self",)).get(public_id=was["memory"])
        counts["grants"] += _fewer(memory, was, by, now)
        counts["narrowed"] += _less(memory, was, by, now)
        # Until here nobody was shown anything of it.
        renderings.remake(memory, labels.spec_of(Label.objects.get(pk=memory.label_id)))
    return counts


def _fewer(memory: Memory, was: Mapping[str, Any], by: Caller, now: datetime) -> int:
    """Take back the grants that were, and ask again all who were asked; returns how many grants went."""
    old = labels.spec_of(Label.objects.get(pk=memory.label_id))
    new = _label(old, was)
    if new == old:
        return 0
    labels.relabel(memory, new)
    lost = {grant.grantee for grant in old.grants} - {grant.grantee for grant in new.grants}
    for grantee in sorted(lost):
        note(by, actions.GRANT_REVOKE, _thing(memory), now=now, reason=WHY, grantee=grantee)
    review_of_sources([memory.pk], now)
    return len(lost)


def _label(old: labels.LabelSpec, was: Mapping[str, Any]) -> labels.LabelSpec:
    """Return a label with no grant, and no say less, than it had; shared with nobody where one is unknown."""
    agreed: dict[str, bool] = was["grants"]
    subjects, parents = {*old.subjects, *was["subjects"]}, {*old.parents, *was["parents"]}
    known = _all_known(Principal, subjects) and _all_known(Memory, parents)
    if not known:
        subjects, parents = set(old.subjects), set(old.parents)
    grants = tuple(
        replace(grant, owner_agreed=grant.owner_agreed and agreed[str(grant.grantee)])
        for grant in old.grants
        if known and str(grant.grantee) in agreed
    )
    return replace(old, grants=grants, subjects=tuple(sorted(subjects)), parents=tuple(sorted(parents)))


def _all_known(model: type[Principal] | type[Memory], ids: set[int]) -> bool:
    return model._default_manager.filter(pk__in=ids).count() == len(ids)


def _less(memory: Memory, was: Mapping[str, Any], by: Caller, now: datetime) -> int:
    """Show no more of a memory than was to be shown of it, and what is derived from it neither."""
    before = {name: getattr(memory, name) for name in ("ceiling", "provenance", *_HIDING)}
    memory.ceiling = min(readable(memory.ceiling), readable(was["ceiling"]))
    memory.provenance = lower_of(
        provenance_named(memory.provenance), provenance_named(was["provenance"])
    ).word
    for name in _HIDING:
        kept = before[name]
        setattr(memory, name, [*kept, *(rule for rule in was[name] if rule not in kept)])
    changed = sorted(name for name, value in before.items() if getattr(memory, name) != value)
    if not changed:
        return 0
    memory.save(update_fields=changed)
    lower_below(memory, by=by, now=now)
    note(by, actions.MEMORY_UPDATE, _thing(memory), now=now, reason=WHY, fields=changed)
    return 1


def _thing(memory: Memory) -> tuple[str, str]:
    return "memory", f"mem_{memory.public_id.hex}"
