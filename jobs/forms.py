"""What narrows the list of jobs."""

from __future__ import annotations

from django import forms

from jobs.types import STATES


class JobFilter(forms.Form):
    """Which state, and what kind of work."""

    state = forms.ChoiceField(
        label="State", required=False, choices=[("", "Any"), *((state, state) for state in STATES)]
    )
    kind = forms.SlugField(label="Kind of work", required=False, max_length=40)
