"""What the pages of profiles take: the system profile, one's own fields, answers, notes."""

from __future__ import annotations

import json
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError

from profiles.models import SystemProfile
from profiles.queries.profile_fields import fields
from profiles.queries.system_profile import text_of
from profiles.rules.profile_fields import Field, Value, as_text, from_text
from profiles.rules.system_profile import LONGEST_SECTION, SECTIONS, Setting, Text, shown_value

REASON: Final = 500
_LOCKED: Final = "locked "


class SystemProfileForm(forms.Form):
    """A text for each section, the settings a line each, the version that was read, and why."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    settings = forms.CharField(
        label="Settings",
        required=False,
        max_length=200_000,
        strip=True,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
        help_text='One a line: tone = "plain", or locked tone = "plain" where nobody may choose otherwise.',
    )
    reason = forms.CharField(label="Why", max_length=REASON)
    field_order = (*SECTIONS, "settings", "reason", "version")

    def __init__(self, *args: Any, **options: Any) -> None:
        """Have a field for each section."""
        super().__init__(*args, **options)
        for name in SECTIONS:
            area = forms.Textarea(attrs={"rows": 5})
            self.fields[name] = forms.CharField(
                label=name.capitalize(), required=False, max_length=LONGEST_SECTION, widget=area
            )
        self.order_fields(list(self.field_order))

    @classmethod
    def of(cls, row: SystemProfile | None) -> SystemProfileForm:
        """Return the form of what holds now."""
        text = text_of(row)
        lines = [
            f"{_LOCKED if one.locked else ''}{key} = {shown_value(one.value)}"
            for key, one in text.settings.items()
        ]
        return cls(
            initial={
                **text.sections,
                "settings": "\n".join(lines),
                "version": row.version if row else 0,
            }
        )

    def clean_settings(self) -> dict[str, Setting]:
        """Return the settings; says which line is none."""
        found = {}
        for number, line in enumerate(str(self.cleaned_data["settings"]).splitlines(), start=1):
            if line.strip():
                key, setting = _setting(line.strip(), number)
                found[key] = setting
        return found

    def text(self) -> Text:
        """Return the whole as it was typed."""
        given = self.cleaned_data
        return Text({name: given[name] for name in SECTIONS if given[name]}, given["settings"])


def _setting(line: str, number: int) -> tuple[str, Setting]:
    locked = line.startswith(_LOCKED)
    key, sign, value = line.removeprefix(_LOCKED).partition("=")
    if not sign:
        raise ValidationError(f"Line {number} of the settings is not key = value.")
    try:
        return key.strip(), Setting(json.loads(value), locked)
    except ValueError:
        return key.strip(), Setting(value.strip(), locked)


class RestoreForm(forms.Form):
    """Which version, and why."""

    version = forms.IntegerField(min_value=1, max_value=2**31 - 1)
    reason = forms.CharField(label="Why", max_length=REASON)


class ProfileForm(forms.Form):
    """One's own profile: a field for each of the schema that is the principal's to change."""

    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        """Have a field for each of the schema's."""
        super().__init__(*args, **options)
        self.schema = {key: one for key, one in fields().items() if one.editable}
        for key, one in self.schema.items():
            self.fields[key] = forms.CharField(
                label=one.label, required=False, max_length=one.max_length * 2, widget=_widget(one)
            )

    @classmethod
    def of(cls, values: dict[str, Value], version: int) -> ProfileForm:
        """Return the form of a profile as it is."""
        return cls(initial={**{key: as_text(one) for key, one in values.items()}, "version": version})

    def changes(self) -> dict[str, Value | None]:
        """Return what was typed, by field; nothing typed takes a field away."""
        return {key: from_text(one, self.cleaned_data[key]) for key, one in self.schema.items()}


def _widget(field: Field) -> forms.Widget:
    if field.kind == "text" and field.max_length > 200:
        return forms.Textarea(attrs={"rows": 3})
    if field.kind == "list":
        return forms.TextInput(attrs={"placeholder": "one, another"})
    return forms.TextInput()


class ProposalAnswer(forms.Form):
    """A yes or a no to a proposal."""

    answer = forms.ChoiceField(choices=[("accept", "accept"), ("decline", "decline")])
    reason = forms.CharField(required=False, max_length=REASON)


class PromoteForm(forms.Form):
    """Which fact becomes which field."""

    session = forms.CharField(max_length=200, strip=False)
    key = forms.CharField(max_length=64)
    field = forms.CharField(max_length=40)


class ClearForm(forms.Form):
    """Whose facts of which session go."""

    session = forms.CharField(max_length=200, strip=False)


class NoteAnswer(forms.Form):
    """A yes or a no to a note, with what was looked at."""

    answer = forms.ChoiceField(choices=[("approve", "approve"), ("decline", "decline")])
    acknowledge = forms.BooleanField(required=False)
    reason = forms.CharField(required=False, max_length=REASON)


class NoteForm(forms.Form):
    """A note about nobody."""

    title = forms.CharField(label="Title", required=False, max_length=200)
    text = forms.CharField(label="Text", max_length=8000, widget=forms.Textarea(attrs={"rows": 4}))
