"""What the pages ask: filters of memories, questions about access, answers to consent requests."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from consent.models import KINDS, STATES
from consent.queries.asking import public_uuid
from consent.rules.consenting import STATUSES
from consent.rules.trusting import Terms
from profiles.rules.entity import EntityError, parse_entity

ENTITY: Final = 200
_ANY: Final = ("", "Any")
_POLICY: Final = ("", "as the policy says")


def _choices(words: Any) -> list[tuple[str, str]]:
    return [_ANY, *((word, word.replace("_", " ")) for word in words)]


class EntityField(forms.CharField):
    """An entity id, given back in its canonical form."""

    def __init__(self, **options: Any) -> None:
        widget = forms.TextInput(
            attrs={"placeholder": "human:sean", "spellcheck": "false", "autocapitalize": "none"}
        )
        super().__init__(**{"max_length": ENTITY, "widget": widget, **options})

    def clean(self, value: Any) -> Any:
        """Return the canonical id, or empty for none; says what is wrong with any other text."""
        text = super().clean(value)
        try:
            return str(parse_entity(text)) if text else ""
        except EntityError as error:
            raise ValidationError(error.reason) from None


class MemoryFilter(forms.Form):
    """What narrows the list of memories."""

    owner = EntityField(label="Owner", required=False)
    subject = EntityField(label="About", required=False)
    source = EntityField(label="Told by", required=False)
    kind = forms.ChoiceField(label="Kind", required=False, choices=_choices(KINDS))
    state = forms.ChoiceField(
        label="State", required=False, choices=_choices(s for s in STATES if s != "erased")
    )


class PublicIdField(forms.CharField):
    """A public id with a prefix, like mem_…"""

    def __init__(self, prefix: str, **options: Any) -> None:
        widget = forms.TextInput(
            attrs={"placeholder": f"{prefix}_…", "spellcheck": "false", "autocapitalize": "none"}
        )
        super().__init__(**{"max_length": 60, "widget": widget, **options})
        self.prefix = prefix

    def clean(self, value: Any) -> Any:
        """Return the id as written; says what one looks like for any other text."""
        text = super().clean(value)
        if text and public_uuid(text, self.prefix) is None:
            raise ValidationError(
                f"An id of this kind is {self.prefix}_ and 32 characters from 0 to 9 and a to f."
            )
        return text


class AccessQuestion(forms.Form):
    """Can this principal see this memory, perhaps within a context session."""

    memory = PublicIdField("mem", label="Memory")
    principal = EntityField(label="Principal")
    context_session = PublicIdField(
        "ctxs",
        label="In its context session",
        required=False,
        help_text="Leave empty to ask outside any context.",
    )


class ConsentFilter(forms.Form):
    """Which status of consents."""

    status = forms.ChoiceField(label="Status", required=False, choices=_choices(STATUSES))


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


class TrustFilter(forms.Form):
    """Whose trust in whom."""

    owner = EntityField(label="Owner", required=False)
    accessor = forms.CharField(label="Accessor", required=False, max_length=ENTITY)


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
    """A yes or a no to a statement, with whether its findings were looked at."""

    looked = forms.BooleanField(required=False)


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


class BenchForm(forms.Form):
    """A recall to be tried, and as whom."""

    principal = EntityField(label="As", required=False, help_text="Leave empty to ask as yourself.")
    query = forms.CharField(label="What is asked", max_length=8000)
    owners = forms.CharField(label="Of these owners", required=False, max_length=2000)
    kind = forms.ChoiceField(label="Kind", required=False, choices=_choices(KINDS))
    limit = forms.IntegerField(label="At most", required=False, min_value=1, max_value=200, initial=10)
    max_tokens = forms.IntegerField(label="Tokens at most", required=False, min_value=1, max_value=10_000_000)
    mode = forms.ChoiceField(label="Admission", required=False, choices=[_POLICY, ("strict", "strict")])
    context_session = PublicIdField("ctxs", label="In its context session", required=False)

    def body(self) -> dict[str, Any]:
        """Return the question as the body of POST /recall."""
        asked = self.cleaned_data
        body: dict[str, Any] = {"query": asked["query"], "limit": asked["limit"] or 10}
        if owners := asked["owners"].replace(",", " ").split():
            body["owners"] = owners
        if asked["kind"]:
            body["kinds"] = [asked["kind"]]
        if asked["max_tokens"]:
            body["budget"] = {"max_tokens": asked["max_tokens"]}
        return body | {name: asked[name] for name in ("mode", "context_session") if asked[name]}


class PastedForm(forms.Form):
    """An answer of a model to a recall of the bench."""

    principal = EntityField(required=False, widget=forms.HiddenInput())
    recall_id = forms.CharField(max_length=60, widget=forms.HiddenInput())
    response = forms.CharField(
        label="What the model answered", max_length=100_000, widget=forms.Textarea(attrs={"rows": 6})
    )


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
