"""What the list of events can be narrowed by."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError

from audit.queries import UNKNOWN, EventFilter
from audit.queries.directory import number_of, thing_named

_FAMILIES: Final = (
    ("", "Anything"),
    ("memory.", "Memories and recall"),
    ("grant.", "Grants"),
    ("consent.", "Consents"),
    ("context.", "Contexts"),
    ("trust.", "Trust"),
    ("access.", "Questions about access"),
    ("principal.", "Principals"),
    ("membership.", "Memberships"),
    ("custodian.", "Custodians"),
    ("credential.", "Credentials"),
    ("signin.", "Sign-in links"),
    ("session.", "Sessions"),
    ("request.", "Refused requests"),
    ("job.", "Jobs"),
    ("audit.", "The audit itself"),
)
_OUTCOMES: Final = (("", "Any"), ("ok", "Done"), ("refused", "Refused"), ("error", "Failed"))


def text_field(label: str, most: int, placeholder: str = "") -> forms.CharField:
    widget = forms.TextInput(attrs={"placeholder": placeholder, "spellcheck": "false"})
    return forms.CharField(label=label, required=False, max_length=most, widget=widget)


def day_field(label: str) -> forms.DateTimeField:
    return forms.DateTimeField(
        label=label, required=False, widget=forms.DateTimeInput(attrs={"type": "datetime-local"})
    )


class EventFilterForm(forms.Form):
    """Who did what kind of thing to what, when and with what outcome."""

    action = forms.CharField(
        label="What", required=False, max_length=80, widget=forms.Select(choices=_FAMILIES)
    )
    actor = text_field("Who", 200, "human:sean")
    object_id = text_field("To what", 200, "mem_…, human:sean or req_…")
    outcome = forms.ChoiceField(label="Outcome", required=False, choices=_OUTCOMES)
    since = day_field("Since (UTC)")
    until = day_field("Until (UTC)")

    def clean(self) -> dict[str, Any]:
        """Check that the range is one."""
        asked = super().clean() or {}
        since, until = asked.get("since"), asked.get("until")
        if since and until and until <= since:
            raise ValidationError("The end must come after the beginning.")
        return asked

    def chosen(self) -> EventFilter:
        """Return the events asked for; a name nobody has finds nothing, and a request's id its events."""
        given = {name: value for name, value in self.cleaned_data.items() if value and name != "actor"}
        if actor := self.cleaned_data["actor"]:
            given["actor_id"] = number_of(actor) or UNKNOWN
        if given.get("object_id", "").startswith("req_"):
            given["request_id"] = given.pop("object_id")
        elif thing := given.pop("object_id", ""):
            given |= thing_named(thing)
        return EventFilter(**given)
