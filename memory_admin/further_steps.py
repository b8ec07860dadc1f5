"""What follows the first steps: somebody answers for Bella, says yes, and the memory is shown to him."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse

from audit.models import Delivery
from consent.models import Consent, Memory
from profiles.models import Principal
from profiles.queries.in_force import unexpired
from profiles.queries.principals import by_entities
from profiles.queries.reach import custodians

PERSON: Final = "human:sean"
SUBJECT: Final = "dog:bella"
QUESTION: Final = "When does Bella rest?"


@dataclass(frozen=True, slots=True)
class Further:
    """One step: how far it is (done, to do, later), what for, where it is taken, and by which commands."""

    title: str
    state: str
    says: str
    links: tuple[tuple[str, str], ...]
    lines: tuple[str, ...]


def further(now: datetime) -> list[Further]:
    """Return the steps after the first memory was written, each `later` until the one before it is done."""
    found = by_entities([PERSON, SUBJECT])
    person, subject = found.get(PERSON), found.get(SUBJECT)
    answers = bool(person and subject and person.pk in custodians([subject.pk], now).get(subject.pk, ()))
    agreed = Consent.objects.filter(
        unexpired(now),
        grantor__in=[one for one in (person, subject) if one],
        status="active",
    ).exists()
    seen = person is not None and Delivery.objects.filter(recall__acting_id=person.pk).exists()
    ready = subject is not None and Memory.objects.exists()
    return [
        _answering(person, _state(answers, ready)),
        _agreeing(_state(agreed, answers)),
        _reading(_state(seen, agreed)),
    ]


def _state(done: bool, ready: bool) -> str:
    return "done" if done else "to do" if ready else "later"


def _answering(person: Principal | None, state: str) -> Further:
    appoint = f"{reverse('principal-change', args=[SUBJECT, 'custodian'])}?{urlencode({'other': PERSON})}"
    if person is None:
        first = (reverse("principal-new"), f"Make {PERSON}"), f"memory-admin principal create {PERSON}"
    elif person.verified_at is None:
        verify = reverse("principal-change", args=[PERSON, "verify"])
        first = (verify, f"Verify {PERSON}"), f"memory-admin principal verify {PERSON} --reason 'known here'"
    else:
        first = (person.profile_path, f"See {PERSON}"), ""
    lines = (first[1], f"memory-admin principal custodian {SUBJECT} {PERSON} --reason 'her person'")
    return Further(
        "Have somebody answer for Bella", state,
        f"A dog does not say yes: its custodian does. {PERSON} is only a name until you vouch for him; then "
        "make him the custodian.",
        (first[0], (appoint, "Appoint him")), tuple(line for line in lines if line),
    )  # fmt: skip


def _agreeing(state: str) -> Further:
    asked = f"{reverse('consents')}?{urlencode({'view': 'all', 'status': 'requested'})}"
    return Further(
        "Let him say yes", state,
        "He was asked when the memory was written. Open the link this prints in a private window, so that "
        "you stay signed in here, and answer under Consent.",
        ((asked, "See what is asked"),), (f"memory-admin signin-link {PERSON}",),
    )  # fmt: skip


def _reading(state: str) -> Further:
    why = f"{reverse('access-sees')}?{urlencode({'principal': PERSON})}"
    return Further(
        "Recall it as him", state,
        "Before the yes this comes back empty. After it, it finds the memory, and the memory's page lists "
        "that it was shown.",
        ((why, "What he sees, and why"),), (f'memory-admin recall "{QUESTION}" --as {PERSON}',),
    )  # fmt: skip
