"""Forms that change something, each sent once it was looked at."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from consent.forms.asking import EntityField
from consent.models import Memory
from consent.rules.generalizing import CHECKS
from consent.rules.rewriting import as_lines, lines_of, replacement
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


def _lines(label: str, hint: str) -> forms.CharField:
    widget = forms.Textarea(attrs={"rows": 3, "spellcheck": "false"})
    return forms.CharField(label=label, help_text=hint, required=False, max_length=30_000, widget=widget)


class HidingForm(forms.Form):
    """How much of a memory others see at most, and what is taken out of it below full."""

    trust = forms.FloatField(
        label="Shown at most, 0 to 1",
        help_text="1 everything, 0.75 redacted text, 0.5 a summary, 0.25 what kind of thing, less a hint",
        min_value=0.0,
        max_value=1.0,
        widget=forms.NumberInput(attrs={"step": "0.05", "min": "0", "max": "1"}),
    )
    forbidden_terms = _lines("Words to take out", "One a line, in whatever spelling they stand.")
    forbidden_patterns = _lines("Patterns to take out", "One a line (RE2), like [A-Z]{2}\\d{6}")
    redactions = _lines("What to put in the place of what", "One a line: content: \\bMilo\\b => a dog")
    prompt_instructions = forms.CharField(
        label="What to tell a model with it", required=False, max_length=1000
    )
    reason = forms.CharField(label="Reason, kept in the audit", required=False, max_length=500)
    version = forms.IntegerField(min_value=1, widget=forms.HiddenInput())

    @staticmethod
    def of(memory: Memory) -> dict[str, Any]:
        """Return what the form holds of a memory as it is."""
        return {
            "trust": memory.ceiling or 0.0,
            "forbidden_terms": "\n".join(memory.forbidden_terms),
            "forbidden_patterns": "\n".join(memory.forbidden_patterns),
            "redactions": as_lines(memory.redactions),
            "prompt_instructions": memory.prompt_instructions or "",
            "version": memory.version,
        }

    def changes(self) -> dict[str, Any]:
        """Return the edit as the interface takes it."""
        given = self.cleaned_data
        return {
            **{name: lines_of(given[name]) for name in ("forbidden_terms", "forbidden_patterns")},
            "redactions": [replacement(line) for line in lines_of(given["redactions"])],
            "prompt_instructions": given["prompt_instructions"] or None,
            "trust": given["trust"],
            "version": given["version"],
            **({"reason": given["reason"]} if given["reason"] else {}),
        }


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
