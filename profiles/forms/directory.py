"""What the pages of the directory take: principals made and merged, tokens issued, custodians appointed."""

from __future__ import annotations

from datetime import UTC, datetime, time
from typing import Any, Final

from django import forms

from profiles.rules.credentials import PROVENANCE, CredentialSpec

ENTITY: Final = 200
_PLAIN: Final = {"spellcheck": "false", "autocapitalize": "none"}
# What an agent needs in a day; an administrator's own scopes are issued on the command line.
OFFERED: Final = {
    "memory": "write, read, change and delete its memories",
    "recall": "ask the shared memory, and build prompts",
    "grant": "share its memories, and take that back",
    "consent": "give consents of its own, ask others for theirs",
    "context": "make, enter and leave contexts",
    "trust": "say how far it trusts whoever reads its memories",
    "privacy": "ask who sees what, and why",
    "validate": "have responses checked before they are said",
    "profile": "read the profile of whom it serves, and propose changes",
    "session": "keep facts for the length of a conversation",
}
USUAL: Final = ("memory", "recall", "grant", "consent", "context", "privacy", "validate")


def entity_field(label: str, example: str, **options: Any) -> forms.CharField:
    """Return a field for an entity id; what is wrong with one is said by the service."""
    widget = forms.TextInput(attrs={"placeholder": example, **_PLAIN})
    return forms.CharField(label=label, max_length=ENTITY, widget=widget, **options)


def why(*, required: bool = False) -> forms.CharField:
    """Return the field for a reason."""
    return forms.CharField(label="Reason, kept in the audit", required=required, max_length=500)


class NewPrincipal(forms.Form):
    """Who comes in, vouched for by the administrator who says so."""

    id = entity_field("Id", "si:luna_agent")
    display_name = forms.CharField(label="Name", required=False, max_length=200)
    reason = why()


class TokenForm(forms.Form):
    """What a token is for, what it may, how long."""

    label = forms.CharField(label="What it is for", max_length=100)
    scopes = forms.MultipleChoiceField(
        label="It may",
        choices=[(one, f"{one}: {text}") for one, text in OFFERED.items()],
        initial=list(USUAL),
        widget=forms.CheckboxSelectMultiple,
    )
    max_provenance = forms.ChoiceField(
        label="Highest provenance of what it writes",
        choices=[(one, one.replace("_", " ")) for one in PROVENANCE],
        initial="tool_derived",
    )
    application = forms.CharField(
        label="Application, kept with what it writes and reads (optional)", required=False, max_length=100
    )
    context_required = forms.BooleanField(label="It reads nothing outside a context session", required=False)
    until = forms.DateField(
        label="Until (optional)", required=False, widget=forms.DateInput(attrs={"type": "date"})
    )

    def spec(self) -> CredentialSpec:
        """Return what the service issues."""
        given = self.cleaned_data
        last = given["until"]
        return CredentialSpec(
            label=given["label"],
            scopes=tuple(given["scopes"]),
            max_provenance=given["max_provenance"],
            context_required=given["context_required"],
            application=given["application"],
            expires_at=datetime.combine(last, time.max, UTC) if last else None,
        )


class Change(forms.Form):
    """Another principal where the change names one, an end where it has one, and why."""

    other = entity_field("Who", "human:sean", required=False)
    until = forms.DateField(
        label="Until (optional)", required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    reason = why(required=True)

    def ends(self) -> datetime | None:
        """Return the end of the last day, None for no end."""
        last = self.cleaned_data["until"]
        return datetime.combine(last, time.max, UTC) if last else None
