"""Fields of the filters on pages: a word that means nothing is said, as every door says it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

Rule = Callable[[str], str]


class RuledField(forms.CharField):
    """Text that a rule makes canonical; a ValueError it raises is said at the field."""

    def __init__(self, *, rule: Rule, **options: Any) -> None:
        super().__init__(**options)
        self.rule = rule

    def clean(self, value: Any) -> str:
        """Return the text as its rule has it; empty for none."""
        text: str = super().clean(value)
        try:
            return self.rule(text) if text else ""
        except ValueError as error:
            raise ValidationError(str(error)) from None


def _as_it_is(text: str) -> str:
    return text


def text_field(label: str, most: int, placeholder: str = "", rule: Rule = _as_it_is) -> forms.CharField:
    """Return a field for text that narrows a list."""
    widget = forms.TextInput(attrs={"placeholder": placeholder, "spellcheck": "false"})
    return RuledField(rule=rule, label=label, required=False, max_length=most, widget=widget)


def day_field(label: str) -> forms.DateTimeField:
    """Return a field for a moment in UTC, which a browser with scripts takes in the reader's own zone."""
    attrs = {"type": "datetime-local", "autocomplete": "off", "data-utc": ""}
    return forms.DateTimeField(
        label=f"{label} (UTC)", required=False, widget=forms.DateTimeInput(attrs=attrs)
    )


class SpanForm(forms.Form):
    """From when until when a list is asked for."""

    since = day_field("Since")
    until = day_field("Until")

    def clean(self) -> dict[str, Any]:
        """Check that the span is one."""
        given = super().clean() or {}
        since, until = given.get("since"), given.get("until")
        if since and until and until <= since:
            raise ValidationError("The end must come after the beginning.")
        return given
