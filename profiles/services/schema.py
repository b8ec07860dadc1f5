"""The schema of profiles, kept by the administrator: which fields there are and who may change them."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Max

from audit import actions
from memory_admin.http.problem import not_found, unprocessable
from profiles.models import ProfileField
from profiles.rules.profile_fields import Field, check_field
from profiles.services.recording import note, require_admin
from profiles.types import Caller

_SAID: Final = ("label", "kind", "max_length", "editable", "sensitive")


@transaction.atomic
def put(field: Field, *, by: Caller, now: datetime) -> ProfileField:
    """Add a field or change one; an administrator's act. Raises Problem 403 or 422."""
    require_admin(by)
    try:
        check_field(field)
    except ValueError as error:
        raise unprocessable("field_refused", str(error)) from None
    last = ProfileField.objects.aggregate(last=Max("place"))["last"] or 0
    said = {name: getattr(field, name) for name in _SAID}
    row, _ = ProfileField.objects.update_or_create(
        key=field.key, defaults={**said, "retired_at": None}, create_defaults={**said, "place": last + 1}
    )
    note(by, actions.PROFILE_FIELD, ("profile_field", row.pk), now=now, key=row.key, editable=row.editable)
    return row


@transaction.atomic
def retire(key: str, *, by: Caller, now: datetime) -> ProfileField:
    """Take a field out of the schema: what profiles hold of it is in no prompt any more."""
    require_admin(by)
    row = ProfileField.objects.filter(key=key, retired_at=None).first()
    if row is None:
        raise not_found()
    row.retired_at = now
    row.save(update_fields=["retired_at"])
    note(by, actions.PROFILE_FIELD, ("profile_field", row.pk), now=now, key=row.key, retired=True)
    return row
