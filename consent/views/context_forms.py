"""What the pages of contexts take: who sits there and as what, and what is handed down, a line each."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError

from consent.forms import EntityField
from consent.rules.contexts import Outline, Seat
from consent.services.contexts import Changes

MOST: Final = 200
_PLAIN: Final = {"spellcheck": "false", "autocapitalize": "none"}
USUAL: Final = (
    ("usual", "its participants and itself"),
    ("these", "these, and nobody else"),
)


def _area(rows: int, example: str) -> forms.Textarea:
    return forms.Textarea(attrs={"rows": rows, "placeholder": example, **_PLAIN})


class ContextFilter(forms.Form):
    """Whose contexts, and who sits there."""

    owner = EntityField(label="Owner", required=False)
    participant = EntityField(label="Who sits there", required=False)


class Lines(forms.CharField):
    """Some names, a line each."""

    def clean(self, value: Any) -> list[str]:
        """Return the lines that say something; says so where there are too many."""
        found = [line.strip() for line in super().clean(value).splitlines() if line.strip()]
        if len(found) > MOST:
            raise ValidationError(f"At most {MOST} lines.")
        return found


class ContextForm(forms.Form):
    """Seats and default grants; what has no line is not in the context."""

    participants = Lines(
        label="Participants",
        required=False,
        max_length=50_000,
        widget=_area(5, "human:sean owner"),
        help_text="One a line: an individual, then a space and its role if it has one.",
    )
    handed_down = forms.ChoiceField(label="What is written here is shared with", choices=USUAL)
    grants = Lines(
        label="These",
        required=False,
        max_length=50_000,
        widget=_area(3, "human:sean"),
        help_text="One a line, read only if you chose “these”. No line at all shares it with nobody.",
    )
    reason = forms.CharField(label="Reason, kept in the audit", required=False, max_length=500)

    def seats(self) -> tuple[Seat, ...]:
        """Return who sits there, as typed."""
        split = [line.split(None, 1) for line in self.cleaned_data["participants"]]
        return tuple(Seat(one[0], one[1] if len(one) > 1 else None) for one in split)

    def default_grants(self) -> tuple[str, ...] | None:
        """Return with whom what is written there is shared; None for the usual."""
        given = self.cleaned_data
        return tuple(given["grants"]) if given["handed_down"] == "these" else None


class NewContext(ContextForm):
    """A context to be made."""

    id = EntityField(
        label="Its id", widget=forms.TextInput(attrs={"placeholder": "ctx:bella_health", **_PLAIN})
    )
    consent_for = Lines(
        label="Consent for",
        required=False,
        max_length=10_000,
        widget=_area(2, "dog:bella"),
        help_text="Whom it will speak about, one a line. Yours is recorded at once; others are asked.",
    )
    field_order = ("id", "participants", "handed_down", "grants", "consent_for", "reason")

    def outline(self) -> Outline:
        """Return the context as stated."""
        given = self.cleaned_data
        return Outline(
            given["id"], self.seats(), self.default_grants(), tuple(given["consent_for"]), given["reason"]
        )


class EditContext(ContextForm):
    """What an edit makes of a context, from the version that was read."""

    version = forms.IntegerField(min_value=1, widget=forms.HiddenInput())

    @classmethod
    def of(cls, shown: dict[str, Any]) -> EditContext:
        """Return the form of a context as it is."""
        lines = [f"{one['entity']} {one['role'] or ''}".strip() for one in shown["participants"]]
        grants = shown["default_access_grants"]
        return cls(
            initial={
                "participants": "\n".join(lines),
                "handed_down": "usual" if grants is None else "these",
                "grants": "\n".join(grants or ()),
                "version": shown["version"],
            }
        )

    def changes(self) -> Changes:
        """Return the edit the service takes."""
        return Changes(self.seats(), self.default_grants(), True, self.cleaned_data["reason"])
