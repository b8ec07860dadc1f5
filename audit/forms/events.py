"""What the list of events can be narrowed by."""

from __future__ import annotations

from typing import Any, Final

from django import forms

from audit.actions import asked
from audit.forms.fields import RuledField, SpanForm, text_field
from audit.queries import UNKNOWN, EventFilter
from audit.queries.directory import number_of, spelled, thing_named

FAMILIES: Final = {
    "memory.": "Memories and recall",
    "prompt.": "Prompts",
    "response.": "Responses checked",
    "validation.": "Validations waited for or looked at",
    "violation.": "Violations",
    "grant.": "Grants",
    "consent.": "Consents",
    "context.": "Contexts",
    "trust.": "Trust",
    "policy.": "Policies",
    "access.": "Questions about access",
    "reveal.": "Asking to reveal",
    "admin.": "Reading what is masked",
    "rights.": "What persons asked for",
    "subject.": "Copies and erasures",
    "retention.": "What went by rule",
    "principal.": "Principals",
    "alias.": "Other names",
    "identity.": "Accounts elsewhere",
    "membership.": "Memberships",
    "custodian.": "Custodians",
    "credential.": "Credentials",
    "profile.": "Profiles",
    "fact.": "Facts of sessions",
    "system_profile.": "The system profile",
    "knowledge.": "Shared knowledge",
    "signin.": "Sign-in links",
    "passkey.": "Passkeys",
    "session.": "Sessions",
    "role.": "Staff roles",
    "request.": "Refused requests",
    "refusal.": "Refusals repeated",
    "job.": "Jobs",
    "backup.": "Backups",
    "audit.": "The audit itself",
}
_OUTCOMES: Final = (("", "Any"), ("ok", "Done"), ("refused", "Refused"), ("error", "Failed"))


class EventFilterForm(SpanForm):
    """Who did what kind of thing to what, when and with what outcome."""

    action = RuledField(rule=asked, label="What", required=False, max_length=80, widget=forms.Select())
    actor = text_field("Who", 200, "human:sean", spelled)
    object_id = text_field("To what", 200, "mem_…, human:sean or req_…")
    outcome = forms.ChoiceField(label="Outcome", required=False, choices=_OUTCOMES)
    field_order = ("action", "actor", "object_id", "outcome")

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        typed = str(self.data.get("action", "")).strip()
        # An address may name one action of a family: the page shows what it is narrowed by.
        one = [(typed, typed)] if typed and typed not in FAMILIES and len(typed) <= 80 else []
        self.fields["action"].widget = forms.Select(choices=[("", "Anything"), *FAMILIES.items(), *one])

    def chosen(self) -> EventFilter:
        """Return the events asked for; a name nobody has finds nothing, and a request's id its events."""
        given = {name: value for name, value in self.cleaned_data.items() if value and name != "actor"}
        if actor := self.cleaned_data["actor"]:
            given["actor_id"] = number_of(actor) or UNKNOWN
        if given.get("object_id", "").startswith("req_"):
            given["request_id"] = given.pop("object_id")
        elif thing := given.pop("object_id", ""):
            given |= thing_named(thing)
        return EventFilter(**given)
