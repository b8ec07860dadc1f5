"""Every table, and whether the copy of a whole installation brings it along, or why it does not.

A test fails until a new table is a kind's or named here, and until docs/import.md says so too."""

from __future__ import annotations

from typing import Final

from consent.moving.whole.kinds import KINDS

_IN_THE_MEMORY: Final = (
    "consent_memory",
    "consent_memoryversion",
    "consent_label",
    "consent_labelgrant",
)
COPIED: Final = frozenset(
    (*_IN_THE_MEMORY, *(table for kind in KINDS.values() for table in kind.tables)),
)
_WAYS_IN: Final = "ways in are made anew where the copy is put back"
_RECORD: Final = "the record is of the installation that kept it; a backup has it"
_MADE: Final = "made anew from what is copied"
_TOKENS: Final = "belongs to tokens, which are made anew"
_WORK: Final = "work under way ends where it began"
_NOTHING: Final = "holds nothing of its own"
LEFT_OUT: Final[dict[str, str]] = {
    "account_emailaddress": _NOTHING,
    "account_emailconfirmation": _WAYS_IN,
    "audit_delivery": _RECORD,
    "audit_event": _RECORD,
    "audit_recall": _RECORD,
    "audit_refusal_repeat": _RECORD,
    "audit_seal": _RECORD,
    "audit_violation": _RECORD,
    "auth_group": _NOTHING,
    "auth_group_permissions": _NOTHING,
    "auth_permission": _NOTHING,
    "consent_consentasking": "what askers were told once; the consents themselves are copied",
    "consent_erasuremarks": _WORK,
    "consent_imported": "digests keyed by the installation; what is imported again joins its memory",
    "consent_modelreading": "what a model found is in the memory's line; it is read again where there is one",
    "consent_remaking": _MADE,
    "consent_remembered": "digests of texts that are gone, under numbers of the installation",
    "consent_rendering": _MADE,
    "consent_reveal": _RECORD,
    "consent_rightsrequest": "answered where it was asked, before moving",
    "consent_searchedlanguage": _MADE,
    "consent_trustsuggestion": "rests on violations, which are of the record",
    "consent_validation": _RECORD,
    "consent_validationticket": _TOKENS,
    "consent_vector": _MADE,
    "django_content_type": _NOTHING,
    "django_migrations": _NOTHING,
    "django_session": _WAYS_IN,
    "jobs_job": _WORK,
    "jobs_jobfile": _WORK,
    "jobs_jobfilepiece": _WORK,
    "mfa_authenticator": _WAYS_IN,
    "profiles_account": _WAYS_IN,
    "profiles_credential": _WAYS_IN,
    "profiles_idempotencykey": _TOKENS,
    "profiles_namesversion": _MADE,
    "profiles_profileproposal": "answered by whom it is about, or proposed again",
    "profiles_signinlink": _WAYS_IN,
    "socialaccount_socialaccount": _NOTHING,
    "socialaccount_socialapp": _NOTHING,
    "socialaccount_socialtoken": _NOTHING,
}
