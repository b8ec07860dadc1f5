"""Filters of the lists, and questions about access."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError

from consent.models import KINDS, STATES
from consent.rules.consenting import STATUSES
from consent.rules.policy.vocabulary import LEVELS
from memory_admin.http.public_id import public_uuid
from profiles.rules.entity import EntityError, parse_entity
from profiles.types import EVERYONE
from text.tokens import query_words

ENTITY: Final = 200
_ANY: Final = ("", "Any")
_KEPT: Final = tuple(one for one in STATES if one != "erased")
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


class GranteeField(EntityField):
    """An entity id or `*`, which is everyone."""

    def clean(self, value: Any) -> Any:
        """Return `*` as it is, anything else as an entity id."""
        return EVERYONE if isinstance(value, str) and value.strip() == EVERYONE else super().clean(value)


class MemoryFilter(forms.Form):
    """What narrows the list of memories that somebody may read; with words in it the best matches."""

    q = forms.CharField(
        label="Says", required=False, max_length=2000, widget=forms.TextInput(attrs={"type": "search"})
    )

    owner = EntityField(label="Owner", required=False)
    subject = EntityField(label="About", required=False)
    source = EntityField(label="Told by", required=False)
    kind = forms.ChoiceField(label="Kind", required=False, choices=_choices(KINDS))
    # What is put away is looked for by name: a list of what one reads begins with what is in use.
    state = forms.ChoiceField(label="State", required=False, choices=[(one, one) for one in _KEPT])
    provenance = forms.ChoiceField(label="Provenance", required=False, choices=_choices(LEVELS))

    def clean_q(self) -> str:
        """Return the words looked for; says that there are none in a text without."""
        text: str = self.cleaned_data["q"].strip()
        if text and not query_words(text):
            raise ValidationError("Write at least one word.")
        return text


class MaskedFilter(MemoryFilter):
    """What narrows the list of all memories, which staff look over without reading them."""

    q = None  # type: ignore[assignment]
    state = forms.ChoiceField(label="State", required=False, choices=_choices(_KEPT))
    application = forms.CharField(label="Written by application", required=False, max_length=100)
    flag = forms.ChoiceField(
        label="Flag", required=False, choices=[_ANY, ("instruction", "reads like an instruction")]
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


class SightQuestion(forms.Form):
    """What this principal sees, of whose memories, about whom."""

    principal = GranteeField(label="Principal, or *")
    owner = EntityField(label="Owner", required=False)
    subject = EntityField(label="About", required=False)


class StaffSightQuestion(SightQuestion):
    """The same, perhaps within a context session of the principal."""

    context_session = PublicIdField("ctxs", label="In its context session", required=False)


class AboutQuestion(forms.Form):
    """Who sees what about this subject, of whose memories."""

    subject = EntityField(label="About")
    owner = EntityField(label="Owner", required=False)


class ConsentFilter(forms.Form):
    """Which status of consents."""

    status = forms.ChoiceField(label="Status", required=False, choices=_choices(STATUSES))


class TrustFilter(forms.Form):
    """Whose trust in whom."""

    owner = EntityField(label="Owner", required=False)
    accessor = forms.CharField(label="Accessor", required=False, max_length=ENTITY)


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
