"""What a person writes on a page: a memory of its own, and what it changes of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.forms import Textarea

from consent.forms.asking import EntityField
from consent.forms.fields import MINUTE, Lines, Prose, Words, moment, share, text
from consent.models import KINDS
from memory_admin.http.problem import Errors, Problem

_PLACE: Final = ("address", "city", "state", "country")
_SURE: Final = (("observed", "seen or told"), ("inferred", "concluded"))
# How the interface calls what stands on the page under another name.
_HERE: Final = {"location": "address", "context_session": "context"}


class MemoryForm(forms.Form):
    """What both writing and editing say of a memory."""

    content = Prose(
        label="What is to be remembered",
        max_length=200_000,
        strip=False,
        widget=Textarea(attrs={"rows": 6, "class": "prose"}),
    )
    title = text("Title", 500)
    subject_ids = Lines(
        label="About whom",
        example="dog:bella",
        help_text="One a line. They, or who answers for them, have to agree before others see it.",
    )
    tags = Words(label="Tags", required=False, max_length=5_000, help_text="With commas between them.")
    occurred_at = moment("When it happened")
    valid_until = moment("Until when it holds", "Afterwards it is recalled no more.")
    epistemic_status = forms.ChoiceField(label="How you know it", choices=_SURE)
    trust = share("Shown at most, 0 to 1", "1 everything, 0.75 redacted text, 0.5 a summary, 0.25 its kind")
    confidence = share("How sure you are, 0 to 1", "Leave empty to say nothing of it.")
    importance = share("How much it matters, 0 to 1", "Breaks ties when memories are recalled.")
    summary = text("Summary", 4000, "For whoever is shown a summary at most.", rows=2)
    context_summary = text("Hint", 1000, "For whoever is shown a hint at most. Name nobody.")
    address = text("Address", 300)
    city = text("City", 100)
    state = text("State", 100)
    country = text("Country", 100)

    # What stands under the fold; opened where something of it is filled in or wrong.
    folds: tuple[str, ...] = (
        *("tags", "occurred_at", "valid_until", "epistemic_status", "trust", "confidence", "importance"),
        *("summary", "context_summary", *_PLACE),
    )

    def body(self) -> dict[str, Any]:
        """Return what was typed as the interface takes it."""
        given = self.cleaned_data
        plain = ("content", "subject_ids", "tags", "epistemic_status", "confidence")
        texts = ("title", "summary", "context_summary")
        place = {name: given[name] for name in _PLACE if given[name]}
        return {
            **{name: given[name] for name in plain},
            **{name: given[name] or None for name in texts},
            **{name: _written(given[name]) for name in ("occurred_at", "valid_until")},
            "trust": 1.0 if given["trust"] is None else given["trust"],
            "importance": 0.5 if given["importance"] is None else given["importance"],
            "location": place or None,
        }

    def explain(self, trouble: Problem) -> None:
        """Say at each field what was refused of it; what belongs to no field stays with the problem."""
        left: Errors = {}
        for path, texts in trouble.errors.items():
            name, _, rest = path.partition(".")
            name = rest if rest in _PLACE else _HERE.get(name, name)
            if name not in self.fields:
                left[path] = texts
                continue
            self.add_error(name, [f"{self._named(name, rest)}{text}" for text in texts])
        trouble.errors = left

    def _named(self, name: str, place: str) -> str:
        """Return the line an error is about, where the field has several."""
        lines = self.cleaned_data.get(name)
        if not isinstance(lines, list) or not place.isdecimal() or int(place) >= len(lines):
            return ""
        return f"{lines[int(place)]}: "

    @property
    def shown(self) -> list[forms.BoundField]:
        return [field for field in self.visible_fields() if field.name not in self.folds]

    @property
    def folded(self) -> list[forms.BoundField]:
        return [field for field in self.visible_fields() if field.name in self.folds]

    @property
    def opened(self) -> bool:
        """Tell whether what stands under the fold is to be seen at once."""
        usual = {"epistemic_status": "observed", "trust": 1.0, "importance": 0.5}
        typed = (field for field in self.folded if field.value() not in (None, "", [], usual.get(field.name)))
        return bool(self.errors.keys() & set(self.folds)) or (self.is_bound and any(typed))


def _written(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


class NewMemory(MemoryForm):
    """A memory to be written, by the person whose it will be."""

    kind = forms.ChoiceField(
        label="Kind", initial="note", choices=[(kind, kind.replace("_", " ")) for kind in KINDS]
    )
    source_entity = EntityField(
        label="Who told you", required=False, help_text="Leave empty for what you know yourself."
    )
    access_grants = Lines(
        label="Who may see it",
        example="si:bella_agent",
        help_text="One a line; * is everyone. Leave empty to keep it to yourself.",
    )
    consent_grants = Lines(
        label="Who told you that they agree",
        example="human:sean",
        help_text="One a line. They are asked to confirm it.",
    )
    context = forms.ChoiceField(
        label="In the context",
        required=False,
        help_text="It is handed down to who sits there, unless you name somebody above.",
    )
    to_nobody = forms.BooleanField(label="Hand it down to nobody there", required=False)
    derived_from = Lines(
        label="Drawn from the memories",
        example="mem_…",
        help_text="Their ids, one a line. Who may not see these will not see it either.",
    )
    replaces = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput())
    field_order = (
        *("content", "title", "kind", "subject_ids", "source_entity", "access_grants", "context"),
        *("to_nobody", "consent_grants", "derived_from"),
    )
    folds = (*MemoryForm.folds, "consent_grants", "derived_from")

    def __init__(self, *given: Any, contexts: Sequence[str] = (), **options: Any) -> None:
        options["initial"] = {"trust": 1.0, "importance": 0.5} | (options.get("initial") or {})
        super().__init__(*given, **options)
        if contexts:
            self.fields["context"].choices = [("", "none"), *((one, one) for one in contexts)]  # type: ignore[attr-defined]
        else:
            del self.fields["context"], self.fields["to_nobody"]

    def clean(self) -> dict[str, Any]:
        """Refuse to hand a memory down to nobody and to somebody."""
        given: dict[str, Any] = self.cleaned_data
        if given.get("to_nobody") and given.get("access_grants"):
            raise ValidationError(
                {"to_nobody": "You name who may see it above: take the one or the other away."}
            )
        return given

    def body(self) -> dict[str, Any]:
        """Return the draft as the interface takes it; a person's own words are attested as such."""
        given = self.cleaned_data
        inherits = given.get("context") and not given["access_grants"] and not given["to_nobody"]
        same = ("kind", "consent_grants", "derived_from")
        return {
            **super().body(),
            **{name: given[name] for name in same},
            "source_entity": given["source_entity"] or None,
            "access_grants": None if inherits else given["access_grants"],
            "source": {"type": "user_message"},
        }


class MemoryEdit(MemoryForm):
    """What is changed of a memory, from the version that was read."""

    reason = forms.CharField(label="Reason, kept in the audit", required=False, max_length=500)
    version = forms.IntegerField(min_value=1, widget=forms.HiddenInput())

    @classmethod
    def typed(cls, own: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the form holds of a memory as its owner reads it."""
        place = own["location"] or {}
        plain = ("content", "title", "summary", "context_summary", "trust", "confidence", "importance")
        return {
            **{name: "" if own[name] is None else own[name] for name in plain},
            **{name: place.get(name) or "" for name in _PLACE},
            **{
                name: own[name].strftime(MINUTE) if own[name] else ""
                for name in ("occurred_at", "valid_until")
            },
            "subject_ids": "\n".join(own["subject_ids"]),
            "tags": ", ".join(own["tags"]),
            "epistemic_status": "inferred" if own["epistemic_status"] == "inferred" else "observed",
            "version": own["version"],
        }

    def changes(self, own: Mapping[str, Any]) -> dict[str, Any]:
        """Return what differs from a memory as it is, as the interface takes it; empty for nothing."""
        as_is = type(self)(self.typed(own))
        as_is.full_clean()
        was, wanted = as_is.body(), self.body()
        return {name: value for name, value in wanted.items() if value != was[name]}


class WhyNot(forms.Form):
    """Why a memory is put away, where its owner says so."""

    reason = forms.CharField(label="Reason, kept in the audit (optional)", required=False, max_length=500)
    version = forms.IntegerField(min_value=1, widget=forms.HiddenInput())
