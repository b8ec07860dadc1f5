"""Reading the system profile: the version in force, and those before it."""

from __future__ import annotations

from django.db.models import QuerySet

from memory_admin.http.problem import not_found
from profiles.models import SystemProfile
from profiles.rules.system_profile import Text, from_json


def current() -> SystemProfile | None:
    """Return the version in force, or None before the first."""
    return versions().first()


def versions() -> QuerySet[SystemProfile]:
    """Return all versions, newest first."""
    return SystemProfile.objects.order_by("-version")


def version(number: int) -> SystemProfile:
    """Return one version; raises Problem 404."""
    found = SystemProfile.objects.filter(version=number).first()
    if found is None:
        raise not_found()
    return found


def text_of(row: SystemProfile | None) -> Text:
    """Return what a version says; nothing before the first."""
    return Text() if row is None else from_json(row.sections, row.settings)
