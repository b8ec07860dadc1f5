"""Every table, and what of people it holds: a search for what an erasure left looks into all that hold some.

`text` is what memories say or were asked; `names` is ids, addresses and reasons that may name somebody;
`none` is numbers, codes and times. A test fails until a new table is listed.
"""

from __future__ import annotations

from typing import Final, Literal

Holds = Literal["text", "names", "none"]

TABLES: Final[dict[str, Holds]] = {
    "account_emailaddress": "names",  # empty: the address is the principal's
    "account_emailconfirmation": "none",
    "audit_delivery": "none",
    "audit_event": "names",
    "audit_recall": "text",  # the query, where the policy keeps it
    "audit_refusal_repeat": "none",
    "audit_seal": "none",
    "audit_violation": "text",  # masked evidence
    "auth_group": "none",
    "auth_group_permissions": "none",
    "auth_permission": "none",
    "consent_consent": "names",
    "consent_consentasking": "names",
    "consent_context": "none",
    "consent_contextsession": "none",
    "consent_erasuremarks": "none",  # keyed digests
    "consent_generalization": "text",
    "consent_imported": "none",
    "consent_label": "none",
    "consent_labelgrant": "none",
    "consent_memory": "text",
    "consent_memoryversion": "text",
    "consent_memoryconflict": "none",
    "consent_modelreading": "none",
    "consent_participant": "none",
    "consent_policy": "names",
    "consent_remaking": "none",
    "consent_remembered": "none",
    "consent_rendering": "text",
    "consent_reveal": "names",
    "consent_rightsrequest": "text",  # what a person says is right
    "consent_searchedlanguage": "none",
    "consent_trustchange": "names",
    "consent_trustrelationship": "names",
    "consent_trustrequest": "names",
    "consent_trustsuggestion": "none",
    "consent_validation": "text",  # masked, of a sampled share
    "consent_validationticket": "names",
    "consent_vector": "text",  # what a rendering means, in numbers
    "django_content_type": "none",
    "django_migrations": "none",
    "django_session": "names",
    "jobs_job": "names",
    "jobs_jobfile": "none",
    "jobs_jobfilepiece": "text",  # what is imported or was exported, until it is old
    "mfa_authenticator": "names",  # passkeys, with the names that people gave them
    "profiles_account": "names",
    "profiles_alias": "names",
    "profiles_credential": "names",
    "profiles_custodian": "names",
    "profiles_externalidentity": "names",
    "profiles_idempotencykey": "names",
    "profiles_knowledgenote": "text",
    "profiles_membership": "none",
    "profiles_namesversion": "none",
    "profiles_principal": "names",
    "profiles_principalprofile": "text",
    "profiles_profilefield": "none",
    "profiles_profileproposal": "text",
    "profiles_signinlink": "none",
    "profiles_systemprofile": "names",
    "socialaccount_socialaccount": "names",  # empty: accounts elsewhere are external identities
    "socialaccount_socialapp": "none",  # empty: set in the environment
    "socialaccount_socialtoken": "none",  # empty: tokens of providers are not kept
}
