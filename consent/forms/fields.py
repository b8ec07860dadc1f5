"""Fields of forms in which a person writes: lines, words with commas, prose, moments, shares of one."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.forms import NumberInput, Textarea, TextInput

from consent.rules.rewriting import lines_of

PLAIN: Final = {"spellcheck": "false", "autocapitalize": "none"}
MINUTE: Final = "%Y-%m-%dT%H:%M"


class Lines(forms.CharField):
    """Some names, one a line, given back as a list."""

    def __init__(self, *, example: str, rows: int = 2, **options: Any) -> None:
        widget = Textarea(attrs={"rows": rows, "placeholder": example, **PLAIN})
        super().__init__(**{"required": False, "max_length": 50_000, "widget": widget, **options})

    def clean(self, value: Any) -> list[str]:
        """Return the lines that say something."""
        return lines_of(super().clean(value))


class Words(forms.CharField):
    """Some words with commas between them, given back as a list."""

    def clean(self, value: Any) -> list[str]:
        """Return the words, each once."""
        found = [one.strip() for one in super().clean(value).split(",")]
        return list(dict.fromkeys(one for one in found if one))


class Prose(forms.CharField):
    """Text with line ends as they are stored: browsers send two characters for each."""

    def to_python(self, value: Any) -> str:
        """Return the text with one character for each line end."""
        return (super().to_python(value) or "").replace("\r\n", "\n")


def text(label: str, most: int, hint: str = "", *, rows: int = 0) -> forms.CharField:
    widget = Textarea(attrs={"rows": rows}) if rows else TextInput()
    return Prose(label=label, help_text=hint, required=False, max_length=most, widget=widget)


def moment(label: str, hint: str = "") -> forms.DateTimeField:
    """Return a field for a time in UTC, which a browser with scripts shows in the reader's own zone."""
    attrs = {"type": "datetime-local", "autocomplete": "off", "data-utc": ""}
    widget = forms.DateTimeInput(attrs=attrs, format=MINUTE)
    return forms.DateTimeField(
        label=label, help_text=f"{hint} In UTC.".strip(), required=False, widget=widget
    )


def share(label: str, hint: str) -> forms.FloatField:
    attrs = {"step": "0.05", "min": "0", "max": "1"}
    return forms.FloatField(
        label=label, help_text=hint, required=False, min_value=0, max_value=1, widget=NumberInput(attrs=attrs)
    )
