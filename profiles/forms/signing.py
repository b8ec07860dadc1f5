"""What the pages of signing in take."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from profiles.rules.names import canonical_email


class AddressForm(forms.Form):
    """Where a code is to be sent."""

    email = forms.CharField(
        label="Your email address",
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "username", "spellcheck": "false"}),
    )

    def clean_email(self) -> str:
        """Return the address in the one form compared."""
        try:
            return canonical_email(self.cleaned_data["email"])
        except ValueError as wrong:
            raise ValidationError(str(wrong)) from wrong


class CodeForm(forms.Form):
    """The code of a mail, with or without its dash."""

    code = forms.CharField(
        label="The code",
        max_length=40,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "spellcheck": "false", "autocapitalize": "characters"}
        ),
    )


class PasskeyForm(forms.Form):
    """What a browser answered for a passkey, as JSON."""

    credential = forms.CharField(max_length=20_000, widget=forms.HiddenInput)

    def clean_credential(self) -> dict[str, Any]:
        """Return an object; anything else is no passkey."""
        try:
            given = json.loads(self.cleaned_data["credential"])
        except (ValueError, RecursionError):
            given = None
        if not isinstance(given, dict):
            raise ValidationError("This is no passkey.")
        return given


class NewPasskeyForm(PasskeyForm):
    """A passkey to keep, with a name to know it by."""

    name = forms.CharField(
        label="A name for it", max_length=60, widget=forms.TextInput(attrs={"placeholder": "this laptop"})
    )
