"""What the queue of violations can be narrowed by, and what a review takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django import forms

from audit.forms.fields import SpanForm, text_field
from audit.queries.directory import spelled
from audit.queries.violation_filters import assignee_named, filter_of, memory_named
from audit.queries.violation_pages import ViolationFilter
from audit.rules.kinds import KINDS
from audit.rules.plain_words import STATUSES
from audit.rules.reviewing import SEVERITIES

NOTE: Final = 500
_WAITING: Final = [("", "Waiting"), ("any", "Any"), *STATUSES.items()]
_KINDS: Final = [("", "Any"), *((kind, kind.replace("_", " ")) for kind in sorted(KINDS))]
_SEVERITIES: Final = [("", "Any"), *((one, one) for one in reversed(SEVERITIES))]


class ViolationFilterForm(SpanForm):
    """How bad, which kind, where it stands, whose, by whom, since when."""

    severity = forms.ChoiceField(label="Severity", required=False, choices=_SEVERITIES)
    kind = forms.ChoiceField(label="Kind", required=False, choices=_KINDS)
    status = forms.ChoiceField(label="Status", required=False, choices=_WAITING)
    accessor = text_field("Accessor", 200, "si:ash", spelled)
    owner = text_field("Owner", 200, "human:sean", spelled)
    memory = text_field("Memory", 60, "mem_…", memory_named)
    assignee = text_field("Assigned to", 200, "human:rae or none", assignee_named)
    sort = forms.ChoiceField(
        label="First", required=False, choices=[("", "The worst"), ("newest", "The newest")]
    )

    field_order = (
        *("severity", "kind", "status", "accessor", "owner", "memory", "assignee", "since", "until"),
        "sort",
    )

    def chosen(self) -> ViolationFilter:
        """Return the violations asked for: without a status all that wait for a decision."""
        given = {name: value for name, value in self.cleaned_data.items() if value}
        status = given.pop("status", "work")
        return filter_of(given if status == "any" else given | {"status": status})


class ReviewForm(forms.Form):
    """A decision, how bad it is after all, whose it is now, and why."""

    status = forms.ChoiceField(required=False, choices=[("", ""), *STATUSES.items()])
    severity = forms.ChoiceField(required=False, choices=[("", ""), *((one, one) for one in SEVERITIES)])
    assignee = forms.CharField(required=False, max_length=200)
    note = forms.CharField(required=False, max_length=NOTE)
    version = forms.IntegerField(min_value=1)

    def given(self) -> dict[str, Any]:
        """Return the change as a service takes it; an assignee who is not named stays."""
        named = {name: value for name, value in self.cleaned_data.items() if value and name != "version"}
        return named | ({"assignee": None} if named.get("assignee") == "none" else {})


class BulkForm(forms.Form):
    """The same decision on many; it stands on the page of the filters, whose fields have ids of their own."""

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, auto_id="bulk_%s")

    status = forms.ChoiceField(label="Make them", choices=list(STATUSES.items()), initial="in_review")
    note = forms.CharField(label="Note", required=False, max_length=NOTE)
