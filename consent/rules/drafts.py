"""What a write may not say, checked before anything is touched: each refusal by field, with its reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from profiles.rules.entity import EntityError, parse_entity, parse_grantee
from text.normalize import normalize

# Who owns a memory, how far it is trusted and who sees it never travel in free metadata.
REFUSED_METADATA: Final = frozenset(
    [
        "owner",
        "owner_id",
        "owner_entity",
        "user",
        "user_id",
        "userid",
        "principal",
        "principal_id",
        "agent",
        "agent_id",
        "author",
        "author_id",
        "created_by",
        "tenant",
        "tenant_id",
        "session",
        "session_id",
        "run_id",
        "org_id",
        "project_id",
        "provenance",
        "trust",
        "trust_level",
        "max_provenance",
        "source_entity",
        "subject_ids",
        "subjects",
        "access_grants",
        "consent_grants",
        "grants",
        "consents",
        "acting_as",
        "act_as",
        "on_behalf_of",
        "credential",
        "credential_id",
        "verified",
        "verified_by",
        "verified_at",
        "scope",
        "visibility",
        "state",
    ]
)


def refused_metadata(metadata: Mapping[str, object]) -> dict[str, list[str]]:
    """Return the metadata keys that would carry identity, provenance or trust, by field.

    Only what stands at the top: nested records, an importer's among them, are read by nothing here."""
    found = sorted(
        key for key in metadata if normalize(key).replace("-", "_").replace(" ", "_") in REFUSED_METADATA
    )
    return {
        f"metadata.{key}": ["This is decided by the server and cannot travel in metadata."] for key in found
    }


def entity_errors(fields: Mapping[str, tuple[str, ...]]) -> dict[str, list[str]]:
    """Return what is wrong with entity ids, by field and index; `access_grants` may also hold `*`."""
    errors: dict[str, list[str]] = {}
    for name, values in fields.items():
        read = parse_grantee if name == "access_grants" else parse_entity
        for place, value in enumerate(values):
            try:
                read(value)
            except EntityError as error:
                errors[f"{name}.{place}"] = [error.reason]
    return errors
