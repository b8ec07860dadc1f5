"""What the directory's page can be narrowed by."""

from __future__ import annotations

from typing import Final

from django import forms

KINDS: Final = (("", "Everyone"), ("individual", "Individuals"), ("collective", "Groups, roles, contexts"))
STATES: Final = (
    ("", "Any"),
    ("verified", "Verified"),
    ("unverified", "Not verified"),
    ("held", "Held as look-alikes"),
    ("inactive", "Not active"),
)


class DirectoryFilter(forms.Form):
    """Words in the id or name, kind and state."""

    q = forms.CharField(label="Id or name has", required=False, max_length=128)
    kind = forms.ChoiceField(label="Kind", required=False, choices=KINDS)
    state = forms.ChoiceField(label="State", required=False, choices=STATES)


class Sure(forms.Form):
    """Why something is done that takes something away."""

    reason = forms.CharField(label="Reason", max_length=500)
