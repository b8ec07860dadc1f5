"""List a memory's grants as its owner is told of them: effective ones, and those that wait for somebody."""

from datetime import datetime

from tests.reference.decide import Plain, missing, namespace, participants_of, stands, usable


def lacking(world: Plain, memory: str, grant: Plain, now: datetime) -> list[set[str]]:
    """List who has not agreed yet, once for each participant where the grantee is a context."""
    label = world["memories"][memory] | {"id": memory}
    context = grant["grantee"] if namespace(grant["grantee"]) == "ctx" else None
    readers: list[str | None] = [*participants_of(world, context)]
    return [missing(world, label, grant, who, now) for who in readers or [None]]


def reaches(world: Plain, memory: str, grant: Plain) -> bool:
    """Check that the grant counts for somebody at all, consent aside."""
    grantee = grant["grantee"]
    someone = namespace(grantee) != "ctx" or bool(participants_of(world, grantee))
    return someone and usable(world, grantee) and stands(world, world["memories"][memory], grant)


def access_grants(world: Plain, memory: str, now: datetime) -> set[str]:
    """Name the effective grantees; a context counts when the grant is good for one listed participant."""
    grants = world["memories"][memory]["grants"]
    standing = [grant for grant in grants if reaches(world, memory, grant)]
    return {grant["grantee"] for grant in standing if set() in lacking(world, memory, grant, now)}


def pending_grants(world: Plain, memory: str, now: datetime) -> dict[str, set[str]]:
    """Map each grant that lacks an agreement to those it lacks it from (`missing_consent_from`)."""
    found = {one["grantee"]: lacking(world, memory, one, now) for one in world["memories"][memory]["grants"]}
    return {grantee: set().union(*sets) for grantee, sets in found.items() if set() not in sets}
