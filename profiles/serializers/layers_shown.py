"""The layers as their shapes have them."""

from __future__ import annotations

from typing import Any

from profiles.models import KnowledgeNote, PrincipalProfile, ProfileProposal, SystemProfile
from profiles.queries import knowledge as notes
from profiles.queries.profiles import Kept
from profiles.queries.proposals import public
from profiles.queries.system_profile import text_of
from profiles.rules.profile_fields import Field
from profiles.types import Caller
from text.statements import NAMES

Fields = dict[str, Any]
# What whoever reads the system profile elsewhere is told about changing it.
EDITED_BY = "memory-admin system-profile edit, on the machine this runs on"


def profile(kept: Kept, principal: str, schema: dict[str, Field]) -> Fields:
    """Return a profile with the schema it is written in."""
    return {
        "principal": principal,
        "version": kept.version,
        "fields": dict(kept.values),
        "schema": [field(one) for one in schema.values()],
    }


def field(one: Field) -> Fields:
    """Return a field of the schema."""
    return {
        "key": one.key,
        "label": one.label,
        "type": one.kind,
        "max_length": one.max_length,
        "editable": one.editable,
        "sensitive": one.sensitive,
    }


def profile_version(row: PrincipalProfile) -> Fields:
    """Return one version of a profile."""
    return {
        "version": row.version,
        "changed": row.changed,
        "fields": row.fields,
        "way": row.way,
        "reason": row.reason,
        "created_at": row.created_at,
    }


def proposal(row: ProfileProposal, names: dict[int, str]) -> Fields:
    """Return a proposal."""
    return {
        "id": public(row),
        "kind": "profile",
        "status": row.status,
        "proposed_by": names.get(row.proposed_by),
        "reason": row.reason,
        "created_at": row.at,
        "answered_at": row.answered_at,
        "changes": row.changes,
    }


def system_profile(row: SystemProfile | None) -> Fields:
    """Return the system profile as everybody may read it."""
    text = text_of(row)
    return {
        "version": row.version if row else 0,
        "sections": [{"name": name, "text": said} for name, said in text.sections.items()],
        "settings": [
            {"key": key, "value": one.value, "locked": one.locked} for key, one in text.settings.items()
        ],
        "created_at": row.created_at if row else None,
        "edited_by": EDITED_BY,
    }


def knowledge(row: KnowledgeNote, names: dict[int, str], by: Caller) -> Fields:
    """Return a note; who drafted it only to them and to who oversees.

    Where it says somebody's name only the latter are told: drafts of guesses would tell who is known here."""
    known = by.oversees or row.drafted_by == by.principal_id
    return {
        "id": notes.public(row),
        "title": row.title,
        "text": row.text,
        "status": row.status,
        "findings": [one for one in row.findings if by.oversees or one["check"] != NAMES],
        "drafted_by": names.get(row.drafted_by) if known else None,
        "created_at": row.at,
        "answered_at": row.answered_at,
        "reason": row.answer_reason if known else "",
    }
