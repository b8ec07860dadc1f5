"""Forms that change something, each sent once it was looked at."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from consent.forms.asking import EntityField
from consent.rules.generalizing import CHECKS
from consent.rules.trusting import Terms


class Answer(forms.Form):
    """A yes, a no or a no longer, with a reason and for a yes an end."""

    answer = forms.ChoiceField(choices=[(word, word) for word in ("approve", "deny", "revoke")])
    reason = forms.CharField(label="Reason", required=False, max_length=500)
    until = forms.DateField(label="Until", required=False, widget=forms.DateInput(attrs={"type": "date"}))

    def clean_until(self) -> date | None:
        """Refuse an end that is over."""
        last: date | None = self.cleaned_data["until"]
        if last is not None and last < timezone.now().date():
            raise ValidationError("A consent cannot end before it begins.")
        return last

    def ends(self) -> datetime | None:
        """Return the end of the last day the yes is for (UTC), None where it has no end."""
        last: date | None = self.cleaned_data["until"]
        return datetime.combine(last, time.max, UTC) if last else None


class TrustForm(forms.Form):
    """What a relationship is to say."""

    base_trust = forms.FloatField(
        label="Trust, 0 to 1",
        min_value=0.0,
        max_value=1.0,
        widget=forms.NumberInput(attrs={"step": "0.05", "min": "0", "max": "1"}),
    )
    context = EntityField(
        label="Only in the context",
        required=False,
        widget=forms.TextInput(attrs={"placeholder": "ctx:dog_park", "spellcheck": "false"}),
    )
    summary = forms.CharField(label="Summary, which the accessor reads", required=False, max_length=500)
    reason = forms.CharField(label="Reason, which it does not", required=False, max_length=500)
    require_validation = forms.BooleanField(label="Its responses have to be validated", required=False)
    strict_mode = forms.BooleanField(label="Strict: a summary at most, always validated", required=False)
    auto_lower = forms.BooleanField(label="Confirmed violations may lower it at once", required=False)
    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput())

    def terms(self) -> Terms:
        """Return the terms as the rules take them."""
        given = {name: value for name, value in self.cleaned_data.items() if name != "version"}
        return Terms(**given | {"context": given["context"] or None})


class Asked(forms.Form):
    """How much trust an accessor asks for, and why."""

    wanted = forms.FloatField(min_value=0.0, max_value=1.0)
    reason = forms.CharField(required=False, max_length=500)


class Answered(forms.Form):
    """A yes or a no to a request or suggestion."""

    answer = forms.ChoiceField(choices=[("accept", "accept"), ("decline", "decline")])
    reason = forms.CharField(required=False, max_length=500)


class Sure(forms.Form):
    """Why something is done that takes something away."""

    reason = forms.CharField(label="Reason", max_length=500)


class LookedAt(Answered):
    """A yes or a no to a statement, and which checks' findings were looked at."""

    looked = forms.BooleanField(required=False)
    checks = forms.MultipleChoiceField(required=False, choices=[(one, one) for one in CHECKS])


class StatementForm(forms.Form):
    """What is said in general of a private memory, to whom, and whether the warnings were looked at."""

    statement = forms.CharField(
        label="What can be said in general", max_length=2000, widget=forms.Textarea(attrs={"rows": 3})
    )
    access_grants = forms.CharField(label="Who is to see it, like * or group:care_team", required=False)
    abstraction_note = forms.CharField(
        label="How you abstracted it (only you and whoever approves read this)",
        required=False,
        max_length=2000,
    )
    looked = forms.BooleanField(
        label="I looked at what the checks found: it gives nobody away", required=False
    )

    def wish(self) -> dict[str, Any]:
        """Return the statement as the service takes it."""
        given = self.cleaned_data
        grants = tuple(given["access_grants"].replace(",", " ").split())
        looked = ("specificity", "names", "personal") if given["looked"] else ()
        return {
            "statement": given["statement"],
            "access_grants": grants,
            "abstraction_note": given["abstraction_note"],
            "acknowledge": looked,
        }


class Incoming(forms.Form):
    """A file somebody sends, and how it is to be taken."""

    format = forms.CharField(max_length=20)
    file = forms.FileField(allow_empty_file=False, max_length=300)
    user = forms.CharField(max_length=200, required=False)
    dry_run = forms.BooleanField(required=False)


class Outgoing(forms.Form):
    """In which format memories are taken out."""

    format = forms.CharField(max_length=20)


class YesOrNo(forms.Form):
    """A yes or a no to what somebody asks for."""

    answer = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])


class RightAsked(forms.Form):
    """What is asked about whose data: a copy, an erasure (`sure` once the count was read)."""

    subject = forms.CharField(max_length=200)
    kind = forms.ChoiceField(choices=[("access", "A copy"), ("erasure", "Erasure")])
    reason = forms.CharField(required=False, max_length=500)
    keep_mentions = forms.BooleanField(required=False)
    sure = forms.BooleanField(required=False)


class RightAnswered(forms.Form):
    """A yes or a no to what a person asked, and why."""

    answer = forms.ChoiceField(choices=[("approve", "approve"), ("decline", "decline")])
    reason = forms.CharField(max_length=500)
