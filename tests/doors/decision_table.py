"""Every way in, and who decides there: each address, verb and task has its row, or a test fails.

A row names the function that decides, what the caller needs (a scope, a browser, the machine), the actions
the audit knows it by, and, where memory text comes out, the doors of doors.py that the stories ask for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from audit import actions as did

ANYONE, ANY_TOKEN = "anyone", "any token"
SIGNED_IN, STAFF, MACHINE, BEAT = "signed in", "staff", "the machine", "the schedule"

SHOW: Final = "consent.queries.showing.show"
OWNED: Final = "consent.services.owning.owned"
SEEN: Final = "consent.services.sighted.sight_of"
OWN: Final = "consent.queries.describing.describe_own"
EXPLAIN: Final = "consent.queries.access.explain"
CHECK: Final = "consent.queries.checking.check_many"
STANDING: Final = "consent.queries.standing.standing"
CONCERNING: Final = "consent.queries.standing.concerning"
WORD: Final = "consent.rules.consenting.word"
PARTY: Final = "consent.queries.consent_parties.relation"
SIDE: Final = "consent.queries.consent_views.seen"
SEATS: Final = "consent.queries.contexts.known_to"
FREE: Final = "consent.services.contexts.create"
SEATED: Final = "consent.services.context_sessions.enter"
CAPACITY: Final = "consent.rules.trusting.capacity"
RELATIONS: Final = "consent.queries.trust.find"
ASKS: Final = "consent.services.trust_requests.request"
VALIDATES: Final = "consent.validation.validate"
CLEARS: Final = "consent.services.tickets.clear"
SAMPLES: Final = "consent.services.sampling.require_looker"
KNOWN: Final = "profiles.queries.directory.principals"
ADMIN: Final = "profiles.services.recording.require_admin"
VOICE: Final = "profiles.services.aliases.require_voice"
MEMBER: Final = "profiles.services.memberships.require_voice"
GATEWAY: Final = "profiles.services.resolving.resolve"
TOKEN: Final = "profiles.authentication.caller_of"
SELF: Final = "profiles.services.profiles.require_own_act"
SERVED: Final = "profiles.queries.profiles.profile_of"
HELD: Final = "profiles.queries.session_facts.facts_of"
NOTES: Final = "profiles.queries.knowledge.notes_for"
REVIEWS: Final = "profiles.services.knowledge.require_reviewer"
SERVES: Final = "profiles.services.resolving.served"
ANSWERS: Final = "profiles.services.proposals.require_answer"
LISTED: Final = "profiles.queries.proposals.proposals_for"
MACHINES: Final = "profiles.services.system_profile.require_local"
SESSION: Final = "profiles.authentication.caller_of_session"
LINK: Final = "profiles.services.signin.use"
ADDRESSED: Final = "profiles.queries.signing.person_with"
ITS_KEY: Final = "profiles.services.passkeys.owner_of"
OWN_KEYS: Final = "profiles.services.passkeys.remove"
ELSEWHERE: Final = "profiles.services.signing_openid.account_for"
STANDING_HERE: Final = "profiles.queries.signing.standing"
EXPORTS: Final = "consent.moving.outgoing.pages"
KEPT: Final = "consent.moving.still.fetch"
JOBS: Final = "jobs.queries.visible"
FILES: Final = "jobs.files.may_fetch"
SPEAKS: Final = "consent.queries.persons.capacity"
RIGHTS: Final = "consent.queries.rights.visible"
ANSWERED: Final = "consent.queries.rights.may_answer"
PROPOSES: Final = "consent.queries.proposing.proposal"
POLICY: Final = "consent.services.policies.require_administrator"
GENERALIZES: Final = "consent.services.generalizing.generalize"
ITS_BELIEFS: Final = "consent.queries.generalizations.own"
APPROVES: Final = "consent.services.generalizing_answers.require_answer"
SUGGESTS: Final = "consent.rules.suggesting.suggested"
ASIDE: Final = "consent.services.quarantine.may_set_aside"
GLASS: Final = "consent.services.revealing.require_glass"
TELLS: Final = "consent.queries.reveals.told"
BENCH: Final = "consent.bench.side_of"
PAUSES: Final = "profiles.services.pausing.pause_all"
SIGHT: Final = "audit.queries.violation_pages.visible"
REVIEW: Final = "audit.services.reviewing.review"
PLAIN: Final = ""  # nothing to decide: it says the same to whoever may call it


@dataclass(frozen=True, slots=True)
class Row:
    """Who decides, what is needed, what the audit says, and through which doors its text is asked for."""

    decides: str
    needs: str
    audits: tuple[str, ...] = ()
    text: tuple[str, ...] = ()


GRANTING: Final = (did.GRANT_ADD, did.CONSENT_REQUEST, did.CONSENT_RECORD)
AGREEING: Final = (did.CONSENT_RECORD, did.CONSENT_REQUEST)
WRITING: Final = (did.MEMORY_CREATE, *AGREEING)
BELIEVING: Final = (did.MEMORY_GENERALIZE, *WRITING)
ITS_OWN: Final = ("GET /memories/{id}",)
LISTING: Final = (did.MEMORY_LIST, did.ACCESS_AUDIT)
READING: Final = (did.MEMORY_READ, did.ACCESS_AUDIT)

ANSWERING: Final = (did.TRUST_ANSWER, did.TRUST_SET)

V1: Final = "/api/v1/"
REST: Final = {
    "GET whoami": Row(TOKEN, ANY_TOKEN),
    "POST identities/resolve": Row(GATEWAY, "gateway", (did.IDENTITY_RESOLVE,)),
    "GET knowledge": Row(NOTES, "knowledge"),
    "POST knowledge": Row(PLAIN, "knowledge", (did.KNOWLEDGE_DRAFT,)),
    "POST knowledge/<str:note>/approve": Row(REVIEWS, "knowledge", (did.KNOWLEDGE_APPROVE,)),
    "POST knowledge/<str:note>/decline": Row(REVIEWS, "knowledge", (did.KNOWLEDGE_DECLINE,)),
    "GET profile": Row(SERVED, "profile", (did.PROFILE_READ,)),
    "PATCH profile": Row(SELF, "profile", (did.PROFILE_UPDATE, did.PROFILE_PROPOSE)),
    "GET profile/history": Row(SELF, "profile", (did.PROFILE_READ,)),
    "GET proposals": Row(LISTED, "profile"),
    "POST proposals/<str:proposal>/accept": Row(
        ANSWERS,
        "profile",
        (did.PROFILE_ACCEPT, did.PROFILE_UPDATE, did.TRUST_ANSWER, did.TRUST_SET, *BELIEVING),
    ),
    "POST proposals/<str:proposal>/decline": Row(
        ANSWERS, "profile", (did.PROFILE_DECLINE, did.TRUST_ANSWER, did.MEMORY_GENERALIZE)
    ),
    "GET sessions/<str:sid>/facts": Row(HELD, "session"),
    "PUT sessions/<str:sid>/facts": Row(HELD, "session", (did.FACT_SET,)),
    "DELETE sessions/<str:sid>/facts": Row(HELD, "session", (did.FACT_CLEAR,)),
    "POST sessions/<str:sid>/promote": Row(SELF, "session", (did.FACT_PROMOTE, did.PROFILE_UPDATE)),
    "GET system-profile": Row(PLAIN, "profile"),
    "GET principals": Row(KNOWN, "principals"),
    "POST principals": Row(ADMIN, "principals", (did.PRINCIPAL_CREATE,)),
    "GET principals/<str:entity>": Row(KNOWN, "principals"),
    "PATCH principals/<str:entity>": Row(ADMIN, "principals", (did.PRINCIPAL_UPDATE,)),
    "GET principals/<str:entity>/aliases": Row(KNOWN, "principals"),
    "POST principals/<str:entity>/aliases": Row(VOICE, "principals", (did.ALIAS_ADD,)),
    "DELETE principals/<str:entity>/aliases/<int:alias>": Row(ADMIN, "principals", (did.ALIAS_REMOVE,)),
    "POST principals/<str:entity>/aliases/<int:alias>/approve": Row(ADMIN, "principals", (did.ALIAS_ADD,)),
    "GET principals/<str:entity>/identities": Row(KNOWN, "principals"),
    "POST principals/<str:entity>/identities": Row(ADMIN, "principals", (did.IDENTITY_BIND,)),
    "DELETE principals/<str:entity>/identities/<int:identity>": Row(
        ADMIN, "principals", (did.IDENTITY_UNBIND,)
    ),
    "GET principals/<str:entity>/memberships": Row(KNOWN, "principals"),
    "POST principals/<str:entity>/memberships": Row(MEMBER, "principals", (did.MEMBERSHIP_ADD,)),
    "DELETE principals/<str:entity>/memberships/<str:other>": Row(
        MEMBER, "principals", (did.MEMBERSHIP_END,)
    ),
    "GET principals/<str:entity>/custodians": Row(KNOWN, "principals"),
    "POST principals/<str:entity>/custodians": Row(ADMIN, "principals", (did.CUSTODIAN_SET,)),
    "DELETE principals/<str:entity>/custodians/<str:custodian>": Row(
        ADMIN, "principals", (did.CUSTODIAN_END,)
    ),
    "GET audit/events": Row(TOKEN, "audit"),
    "GET memories/<str:memory>/deliveries": Row(TOKEN, "audit"),
    "GET audit/verify": Row(TOKEN, "audit", (did.AUDIT_VERIFY,)),
    "GET figures": Row(PLAIN, "audit"),
    "GET violations": Row(SIGHT, ANY_TOKEN),
    "PATCH violations": Row(REVIEW, ANY_TOKEN, (did.VIOLATION_REVIEW,)),
    "GET violations/<str:violation>": Row(SIGHT, ANY_TOKEN),
    "PATCH violations/<str:violation>": Row(REVIEW, ANY_TOKEN, (did.VIOLATION_REVIEW,)),
    "GET memories": Row(
        SHOW, "memory", (did.MEMORY_LIST, did.MEMORY_SEARCH), ("GET /memories", "GET /memories?q=")
    ),
    "POST memories": Row(OWN, "memory", WRITING, ITS_OWN),
    "POST memories/batch": Row(OWN, "memory", WRITING, ITS_OWN),
    "POST memories/ingest": Row(OWN, "memory", WRITING, ITS_OWN),
    "GET memories/<str:memory>": Row(SHOW, "memory", (did.MEMORY_READ,), ITS_OWN),
    "PATCH memories/<str:memory>": Row(OWNED, "memory", (did.MEMORY_UPDATE, did.MEMORY_STATE), ITS_OWN),
    "DELETE memories/<str:memory>": Row(OWNED, "memory", (did.MEMORY_DELETE,)),
    "GET memories/<str:memory>/versions": Row(SHOW, "memory", (did.MEMORY_VERSIONS,), ITS_OWN),
    "POST memories/<str:memory>/verify": Row(SEEN, "verify", (did.MEMORY_VERIFY,)),
    "POST memories/<str:memory>/quarantine": Row(SEEN, "verify", (did.MEMORY_QUARANTINE,)),
    "POST memories/<str:memory>/release": Row(SEEN, "verify", (did.MEMORY_RELEASE,)),
    "POST memories/<str:memory>/generalize": Row(GENERALIZES, "memory", BELIEVING),
    "GET generalizations": Row(ITS_BELIEFS, "memory"),
    "POST generalizations/<str:generalization>/keep": Row(ITS_BELIEFS, "memory", (did.MEMORY_GENERALIZE,)),
    "POST memories/<str:memory>/grants": Row(OWNED, "grant", GRANTING),
    "DELETE memories/<str:memory>/grants/<str:grantee>": Row(OWNED, "grant", (did.GRANT_REVOKE,)),
    "GET jobs": Row(JOBS, ANY_TOKEN),
    "GET jobs/<str:job>": Row(JOBS, ANY_TOKEN),
    "POST jobs/<str:job>/cancel": Row(JOBS, ANY_TOKEN, (did.JOB_CANCEL,)),
    "GET jobs/<str:job>/file": Row(FILES, "privacy", (did.JOB_FILE,)),
    "POST subjects/<str:subject>/export": Row(SPEAKS, "privacy", (did.RIGHTS_ASK, did.SUBJECT_EXPORT)),
    "POST subjects/<str:subject>/erase": Row(SPEAKS, "privacy", (did.RIGHTS_ASK, did.SUBJECT_ERASE)),
    "POST subjects/<str:subject>/rectify": Row(SPEAKS, "privacy", (did.RIGHTS_ASK,)),
    "GET rights-requests": Row(RIGHTS, "privacy"),
    "GET rights-requests/<str:rights>": Row(RIGHTS, "privacy"),
    "POST rights-requests/<str:rights>/approve": Row(ANSWERED, "privacy", (did.RIGHTS_ANSWER,)),
    "POST rights-requests/<str:rights>/decline": Row(ANSWERED, "privacy", (did.RIGHTS_ANSWER,)),
    "POST prompt": Row(SERVES, "recall", (did.PROMPT_BUILD, did.MEMORY_RECALL)),
    "POST recall": Row(SHOW, "recall", (did.MEMORY_RECALL,), ("POST /recall",)),
    "POST responses/validate": Row(VALIDATES, "validate", (did.RESPONSE_VALIDATE,)),
    "POST access/check": Row(CHECK, "privacy", (did.ACCESS_CHECK,)),
    "POST access/explain": Row(EXPLAIN, "privacy", (did.ACCESS_EXPLAIN,)),
    "GET privacy/audit": Row(STANDING, "privacy", (did.ACCESS_AUDIT,)),
    "GET consents": Row(SIDE, "consent"),
    "POST consents": Row(WORD, "consent", AGREEING),
    "GET consents/<str:consent>": Row(SIDE, "consent"),
    "POST consents/<str:consent>/approve": Row(PARTY, "consent", (did.CONSENT_APPROVE,)),
    "POST consents/<str:consent>/deny": Row(PARTY, "consent", (did.CONSENT_DENY,)),
    "POST consents/<str:consent>/revoke": Row(PARTY, "consent", (did.CONSENT_REVOKE,)),
    "GET consents/<str:consent>/receipt": Row(PARTY, "consent", (did.CONSENT_RECEIPT,)),
    "GET contexts": Row(SEATS, "context"),
    "POST contexts": Row(FREE, "context", (did.CONTEXT_CREATE, *AGREEING)),
    "POST contexts/leave": Row(SEATED, "context", (did.CONTEXT_LEAVE, did.CONTEXT_CLOSE)),
    "GET contexts/current": Row(SEATS, "context"),
    "GET contexts/<str:context>": Row(SEATS, "context"),
    "PATCH contexts/<str:context>": Row(SEATS, "context", (did.CONTEXT_EDIT,)),
    "POST contexts/<str:context>/enter": Row(SEATED, "context", (did.CONTEXT_CREATE, did.CONTEXT_ENTER)),
    "GET trust/<str:owner>/<str:accessor>": Row(RELATIONS, "trust"),
    "PUT trust/<str:owner>/<str:accessor>": Row(CAPACITY, "trust", (did.TRUST_SET,)),
    "GET trust/<str:owner>/<str:accessor>/history": Row(RELATIONS, "trust"),
    "GET policies": Row(TOKEN, "admin"),
    "POST policies/preview": Row(POLICY, "admin", (did.ACCESS_SIMULATE,)),
    "POST access/simulate": Row(PROPOSES, "privacy", (did.ACCESS_SIMULATE,)),
    "PUT policies": Row(POLICY, "admin", (did.POLICY_CHANGE,)),
    "POST trust/<str:owner>/<str:accessor>/request": Row(ASKS, "trust", (did.TRUST_REQUEST,)),
    "GET trust/suggestions": Row(RELATIONS, "trust"),
    "POST trust/suggestions/<str:suggestion>/accept": Row(CAPACITY, "trust", ANSWERING),
    "POST trust/suggestions/<str:suggestion>/decline": Row(CAPACITY, "trust", (did.TRUST_ANSWER,)),
}
PAGES: Final = {
    "/": Row(SESSION, SIGNED_IN),
    "/first-steps/": Row(SESSION, SIGNED_IN),
    "/health/": Row(SESSION, STAFF),
    "/sign-in/": Row(PLAIN, ANYONE),
    "/sign-in/address/": Row(ADDRESSED, ANYONE, (did.SIGNIN_CODE, did.SIGNIN_REFUSED)),
    "/sign-in/code/": Row(STANDING_HERE, ANYONE, (did.SESSION_OPEN, did.SIGNIN_REFUSED)),
    "/sign-in/passkey/": Row(ITS_KEY, ANYONE, (did.SESSION_OPEN, did.SIGNIN_REFUSED)),
    "/sign-in/openid/": Row(PLAIN, ANYONE),
    "/sign-in/openid/back/": Row(
        ELSEWHERE, ANYONE, (did.SESSION_OPEN, did.SIGNIN_REFUSED, did.IDENTITY_BIND)
    ),
    "/sign-in/<str:token>/": Row(LINK, ANYONE, (did.SIGNIN_USED, did.SIGNIN_REFUSED)),
    "/sign-out/": Row(SESSION, SIGNED_IN),
    "/system-profile/": Row(PLAIN, SIGNED_IN),
    "/system-profile/edit/": Row(MACHINES, SIGNED_IN, (did.SYSTEM_PROFILE_EDIT,)),
    "/system-profile/restore/": Row(MACHINES, SIGNED_IN, (did.SYSTEM_PROFILE_RESTORE,)),
    "/system-profile/preview/": Row(SESSION, STAFF, (did.PROMPT_BUILD,)),
    "/profile/": Row(SELF, SIGNED_IN, (did.PROFILE_READ, did.PROFILE_UPDATE)),
    "/profile/proposals/<str:proposal>/": Row(
        ANSWERS, SIGNED_IN, (did.PROFILE_ACCEPT, did.PROFILE_UPDATE, did.PROFILE_DECLINE)
    ),
    "/profile/facts/promote/": Row(SELF, SIGNED_IN, (did.FACT_PROMOTE, did.PROFILE_UPDATE)),
    "/profile/facts/clear/": Row(HELD, SIGNED_IN, (did.FACT_CLEAR,)),
    "/knowledge/": Row(SESSION, STAFF, (did.KNOWLEDGE_DRAFT,)),
    "/knowledge/<str:note>/": Row(REVIEWS, STAFF, (did.KNOWLEDGE_APPROVE, did.KNOWLEDGE_DECLINE)),
    "/principals/": Row(KNOWN, SIGNED_IN),
    "/principals/<str:entity>/": Row(KNOWN, SIGNED_IN),
    "/principals/new/": Row(ADMIN, SIGNED_IN, (did.PRINCIPAL_CREATE,)),
    "/principals/<str:entity>/change/<str:verb>/": Row(
        ADMIN,
        SIGNED_IN,
        (
            did.PRINCIPAL_UPDATE,
            did.PRINCIPAL_RELEASE,
            did.PRINCIPAL_MERGE,
            did.CUSTODIAN_SET,
            did.CUSTODIAN_END,
        ),
    ),
    "/principals/<str:entity>/tokens/new/": Row(ADMIN, SIGNED_IN, (did.CREDENTIAL_CREATE,)),
    "/principals/<str:entity>/tokens/<int:token>/<str:verb>/": Row(
        PAUSES, SIGNED_IN, (did.CREDENTIAL_PAUSE, did.CREDENTIAL_RESUME, did.CREDENTIAL_REVOKE)
    ),
    "/my-sessions/": Row(SESSION, SIGNED_IN),
    "/my-sessions/passkeys/": Row(SESSION, SIGNED_IN, (did.PASSKEY_ADD,)),
    "/my-sessions/passkeys/<int:passkey>/remove/": Row(OWN_KEYS, SIGNED_IN, (did.PASSKEY_REMOVE,)),
    "/my-sessions/end/": Row(SESSION, SIGNED_IN, (did.SESSION_CLOSE,)),
    "/audit/": Row(SESSION, STAFF),
    "/audit/verify/": Row(SESSION, STAFF, (did.AUDIT_VERIFY,)),
    "/audit/request/<str:req_id>/": Row(SESSION, STAFF),
    "/trust/": Row(RELATIONS, SIGNED_IN),
    "/trust/matrix/": Row(RELATIONS, SIGNED_IN),
    "/trust/waiting/": Row(RELATIONS, SIGNED_IN),
    "/trust/waiting/<str:waiting>/": Row(CAPACITY, SIGNED_IN, ANSWERING),
    "/trust/<str:owner>/<str:accessor>/": Row(RELATIONS, SIGNED_IN),
    "/trust/<str:owner>/<str:accessor>/set/": Row(CAPACITY, SIGNED_IN, (did.TRUST_SET,)),
    "/trust/<str:owner>/<str:accessor>/lower/": Row(CAPACITY, SIGNED_IN, (did.TRUST_SET,)),
    "/trust/<str:owner>/<str:accessor>/request/": Row(ASKS, SIGNED_IN, (did.TRUST_REQUEST,)),
    "/memories/<str:memory>/quarantine/": Row(ASIDE, SIGNED_IN, (did.MEMORY_QUARANTINE,)),
    "/memories/<str:memory>/release/": Row(ASIDE, SIGNED_IN, (did.MEMORY_RELEASE,)),
    "/memories/<str:memory>/reveal/": Row(GLASS, STAFF, (did.REVEAL_ASK, did.ADMIN_REVEAL)),
    "/reveals/": Row(TELLS, SIGNED_IN),
    "/reveals/<str:reveal>/answer/": Row(GLASS, STAFF, (did.REVEAL_ANSWER,)),
    "/bench/": Row(BENCH, SIGNED_IN, (did.MEMORY_RECALL, did.ACCESS_BENCH)),
    "/bench/case/": Row(BENCH, SIGNED_IN, (did.MEMORY_RECALL, did.ACCESS_BENCH)),
    "/bench/validate/": Row(VALIDATES, SIGNED_IN, (did.RESPONSE_VALIDATE,)),
    "/principals/<str:entity>/pause/": Row(PAUSES, SIGNED_IN, (did.CREDENTIAL_PAUSE,)),
    "/samples/": Row(SAMPLES, STAFF),
    "/samples/<str:sample>/look/": Row(SAMPLES, STAFF, (did.VALIDATION_LOOK, did.VIOLATION_REPORT)),
    "/samples/owed/": Row(CLEARS, STAFF),
    "/samples/owed/<str:recall>/clear/": Row(CLEARS, STAFF, (did.VALIDATION_CLEAR,)),
    "/violations/": Row(SIGHT, SIGNED_IN),
    "/violations/bulk/": Row(REVIEW, SIGNED_IN, (did.VIOLATION_REVIEW,)),
    "/violations/<str:violation>/": Row(SIGHT, SIGNED_IN),
    "/violations/<str:violation>/review/": Row(REVIEW, SIGNED_IN, (did.VIOLATION_REVIEW,)),
    "/memories/": Row(SHOW, SIGNED_IN, LISTING, ("GET /memories/",)),
    "/memories/new/": Row(PLAIN, SIGNED_IN, WRITING),
    "/memories/<str:memory>/edit/": Row(OWNED, SIGNED_IN, (did.MEMORY_READ, did.MEMORY_UPDATE)),
    "/memories/<str:memory>/replace/": Row(OWNED, SIGNED_IN, (did.MEMORY_READ, *WRITING, did.MEMORY_STATE)),
    "/memories/<str:memory>/deliveries/": Row(STANDING, SIGNED_IN, (did.ACCESS_AUDIT,)),
    "/memories/<str:memory>/versions/": Row(SHOW, SIGNED_IN, (did.MEMORY_VERSIONS,)),
    "/memories/<str:memory>/put/<str:verb>/": Row(
        OWNED, SIGNED_IN, (did.MEMORY_READ, did.MEMORY_UPDATE, did.MEMORY_DELETE)
    ),
    "/memories/<str:memory>/": Row(SHOW, SIGNED_IN, READING, ("GET /memories/{id}/",)),
    "/memories/<str:memory>/hiding/": Row(
        SHOW, SIGNED_IN, (did.MEMORY_READ, did.MEMORY_UPDATE), ("GET /memories/{id}/",)
    ),
    "/access/": Row(EXPLAIN, SIGNED_IN, (did.ACCESS_EXPLAIN,)),
    "/access/sees/": Row(CONCERNING, SIGNED_IN, (did.ACCESS_AUDIT,)),
    "/access/about/": Row(CONCERNING, SIGNED_IN, (did.ACCESS_AUDIT,)),
    "/consents/": Row(SIDE, SIGNED_IN),
    "/consents/<str:consent>/": Row(SIDE, SIGNED_IN),
    "/consents/<str:consent>/answer/": Row(
        PARTY, SIGNED_IN, (did.CONSENT_APPROVE, did.CONSENT_DENY, did.CONSENT_REVOKE)
    ),
    "/memories/<str:memory>/generalize/": Row(GENERALIZES, SIGNED_IN, BELIEVING),
    "/generalizations/": Row(ITS_BELIEFS, SIGNED_IN),
    "/generalizations/<str:generalization>/answer/": Row(APPROVES, SIGNED_IN, BELIEVING),
    "/generalizations/<str:generalization>/keep/": Row(ITS_BELIEFS, SIGNED_IN, (did.MEMORY_GENERALIZE,)),
    "/consents/<str:consent>/receipt/": Row(PARTY, SIGNED_IN, (did.CONSENT_RECEIPT,)),
    "/contexts/": Row(SEATS, SIGNED_IN),
    "/contexts/new/": Row(FREE, SIGNED_IN, (did.CONTEXT_CREATE, *AGREEING)),
    "/contexts/sessions/<str:session>/close/": Row(SEATED, SIGNED_IN, (did.CONTEXT_LEAVE, did.CONTEXT_CLOSE)),
    "/contexts/<str:context>/": Row(SEATS, SIGNED_IN),
    "/contexts/<str:context>/come/": Row(SEATED, SIGNED_IN, (did.CONTEXT_COME,)),
    "/contexts/<str:context>/edit/": Row(SEATS, SIGNED_IN, (did.CONTEXT_EDIT,)),
    "/moving/": Row(PLAIN, SIGNED_IN),
    "/moving/in/": Row(OWN, SIGNED_IN, (did.JOB_START, *WRITING, did.MEMORY_IMPORT)),
    "/moving/out/": Row(EXPORTS, SIGNED_IN, (did.JOB_START, did.MEMORY_EXPORT)),
    "/moving/out/<str:file>/": Row(KEPT, SIGNED_IN, (did.JOB_FILE,)),
    "/jobs/": Row(JOBS, SIGNED_IN),
    "/jobs/<str:job>/": Row(JOBS, SIGNED_IN),
    "/jobs/<str:job>/file/": Row(FILES, SIGNED_IN, (did.JOB_FILE,)),
    "/rights/": Row(RIGHTS, SIGNED_IN),
    "/rights/ask/": Row(SPEAKS, SIGNED_IN, (did.RIGHTS_ASK, did.ACCESS_AUDIT)),
    "/rights/<str:rights>/": Row(RIGHTS, SIGNED_IN),
    "/rights/<str:rights>/answer/": Row(ANSWERED, SIGNED_IN, (did.RIGHTS_ANSWER,)),
    "/jobs/<str:job>/cancel/": Row(JOBS, SIGNED_IN, (did.JOB_CANCEL,)),
    "/access/what-if/": Row(PROPOSES, SIGNED_IN, (did.ACCESS_SIMULATE,)),
    "/access/what-if/make/": Row(
        OWNED, SIGNED_IN, (did.GRANT_ADD, did.GRANT_REVOKE, *AGREEING, did.TRUST_SET, did.MEMBERSHIP_ADD)
    ),
    "/access/tried/<str:job>/": Row(JOBS, SIGNED_IN),
    "/policies/": Row(SESSION, STAFF),
    "/policies/try/": Row(POLICY, STAFF, (did.ACCESS_SIMULATE,)),
    "/policies/save/": Row(POLICY, STAFF, (did.POLICY_CHANGE,)),
    "/policies/versions/": Row(SESSION, STAFF),
    "/healthz": Row(PLAIN, ANYONE),
    "/readyz": Row(PLAIN, ANYONE),
    "/metrics": Row(TOKEN, "audit"),
    "/problems/<str:code>": Row(PLAIN, ANYONE),
    "/api/schema/": Row(PLAIN, ANYONE),
    "/api/docs/": Row(PLAIN, ANYONE),
}
COMMANDS: Final = {
    "raw": Row(OWN, MACHINE, WRITING, ("memory show",)),
    "bench": Row(BENCH, MACHINE, (did.ACCESS_BENCH,)),
    "recall": Row(SHOW, MACHINE, (did.MEMORY_RECALL,), ("recall",)),
    "validate": Row(VALIDATES, MACHINE, (did.RESPONSE_VALIDATE,)),
    "validation list": Row(PLAIN, MACHINE),
    "validation sampled": Row(PLAIN, MACHINE),
    "validation clear": Row(CLEARS, MACHINE, (did.VALIDATION_CLEAR,)),
    "rendering remake": Row(ADMIN, MACHINE, (did.JOB_START,)),
    "rendering status": Row(PLAIN, MACHINE),
    "memory show": Row(SHOW, MACHINE, (did.MEMORY_READ,), ("memory show",)),
    "memory list": Row(SHOW, MACHINE, (did.MEMORY_LIST, did.MEMORY_SEARCH), ("memory list",)),
    "memory verify": Row(SEEN, MACHINE, (did.MEMORY_VERIFY,)),
    "memory quarantine": Row(SEEN, MACHINE, (did.MEMORY_QUARANTINE,)),
    "memory release": Row(SEEN, MACHINE, (did.MEMORY_RELEASE,)),
    "memory delete": Row(OWNED, MACHINE, (did.MEMORY_DELETE,)),
    "stack load": Row(SHOW, MACHINE, (did.MEMORY_LIST,), ("stack load",)),
    "privacy grant": Row(OWNED, MACHINE, GRANTING),
    "privacy revoke": Row(OWNED, MACHINE, (did.GRANT_REVOKE,)),
    "privacy audit": Row(STANDING, MACHINE, (did.ACCESS_AUDIT,)),
    "privacy simulate": Row(PROPOSES, MACHINE, (did.ACCESS_SIMULATE,)),
    "privacy explain": Row(EXPLAIN, MACHINE, (did.ACCESS_EXPLAIN,)),
    "consent list": Row(SIDE, MACHINE),
    "consent give": Row(WORD, MACHINE, AGREEING),
    "consent request": Row(WORD, MACHINE, AGREEING),
    "consent approve": Row(PARTY, MACHINE, (did.CONSENT_APPROVE,)),
    "consent deny": Row(PARTY, MACHINE, (did.CONSENT_DENY,)),
    "consent revoke": Row(PARTY, MACHINE, (did.CONSENT_REVOKE,)),
    "consent receipt": Row(PARTY, MACHINE, (did.CONSENT_RECEIPT,)),
    "context create": Row(FREE, MACHINE, (did.CONTEXT_CREATE, *AGREEING)),
    "context enter": Row(SEATED, MACHINE, (did.CONTEXT_CREATE, did.CONTEXT_ENTER)),
    "context leave": Row(SEATED, MACHINE, (did.CONTEXT_LEAVE, did.CONTEXT_CLOSE)),
    "context list": Row(SEATS, MACHINE),
    "context show": Row(SEATS, MACHINE),
    "context edit": Row(SEATS, MACHINE, (did.CONTEXT_EDIT,)),
    "trust show": Row(RELATIONS, MACHINE),
    "trust set": Row(CAPACITY, MACHINE, (did.TRUST_SET,)),
    "trust history": Row(RELATIONS, MACHINE),
    "trust request": Row(ASKS, MACHINE, (did.TRUST_REQUEST,)),
    "trust requests": Row(RELATIONS, MACHINE),
    "trust suggestions": Row(RELATIONS, MACHINE),
    "trust accept": Row(CAPACITY, MACHINE, (did.TRUST_ANSWER, did.TRUST_SET)),
    "trust decline": Row(CAPACITY, MACHINE, (did.TRUST_ANSWER,)),
    "policy show": Row(PLAIN, MACHINE),
    "policy set": Row(POLICY, MACHINE, (did.POLICY_CHANGE,)),
    "policy preview": Row(POLICY, MACHINE, (did.ACCESS_SIMULATE,)),
    "policy history": Row(PLAIN, MACHINE),
    "policy restore": Row(POLICY, MACHINE, (did.POLICY_CHANGE,)),
    "system-profile show": Row(PLAIN, MACHINE),
    "system-profile edit": Row(MACHINES, MACHINE, (did.SYSTEM_PROFILE_EDIT, did.SIGNIN_LINK)),
    "system-profile history": Row(PLAIN, MACHINE),
    "system-profile restore": Row(MACHINES, MACHINE, (did.SYSTEM_PROFILE_RESTORE,)),
    "profile show": Row(SERVED, MACHINE, (did.PROFILE_READ,)),
    "profile fields": Row(PLAIN, MACHINE),
    "profile field": Row(ADMIN, MACHINE, (did.PROFILE_FIELD,)),
    "prompt": Row(SERVES, MACHINE, (did.PROMPT_BUILD, did.MEMORY_RECALL)),
    "principal create": Row(ADMIN, MACHINE, (did.PRINCIPAL_CREATE,)),
    "principal list": Row(KNOWN, MACHINE),
    "principal show": Row(KNOWN, MACHINE),
    "principal update": Row(ADMIN, MACHINE, (did.PRINCIPAL_UPDATE, did.PRINCIPAL_RELEASE)),
    "principal verify": Row(ADMIN, MACHINE, (did.PRINCIPAL_UPDATE,)),
    "principal merge": Row(ADMIN, MACHINE, (did.PRINCIPAL_MERGE,)),
    "principal alias": Row(ADMIN, MACHINE, (did.ALIAS_ADD, did.ALIAS_REMOVE)),
    "principal identity": Row(ADMIN, MACHINE, (did.IDENTITY_BIND, did.IDENTITY_UNBIND)),
    "principal member": Row(MEMBER, MACHINE, (did.MEMBERSHIP_ADD, did.MEMBERSHIP_END)),
    "principal custodian": Row(ADMIN, MACHINE, (did.CUSTODIAN_SET, did.CUSTODIAN_END)),
    "token create": Row(ADMIN, MACHINE, (did.CREDENTIAL_CREATE,)),
    "token list": Row(PLAIN, MACHINE),
    "token pause": Row(ADMIN, MACHINE, (did.CREDENTIAL_PAUSE,)),
    "token resume": Row(ADMIN, MACHINE, (did.CREDENTIAL_RESUME,)),
    "token revoke": Row(ADMIN, MACHINE, (did.CREDENTIAL_REVOKE,)),
    "token rotate": Row(ADMIN, MACHINE, (did.CREDENTIAL_ROTATE,)),
    "signin-link": Row(ADMIN, MACHINE, (did.SIGNIN_LINK,)),
    "signin-passkeys": Row(ADMIN, MACHINE, (did.PASSKEY_REMOVE,)),
    "signin-role": Row(ADMIN, MACHINE, (did.ROLE_LOWER,)),
    "audit verify": Row(PLAIN, MACHINE, (did.AUDIT_VERIFY,)),
    "audit list": Row(PLAIN, MACHINE),
    "audit export": Row(PLAIN, MACHINE, (did.AUDIT_EXPORT,)),
    "audit seal": Row(PLAIN, MACHINE),
    "audit gap": Row(PLAIN, MACHINE),
    "generalize": Row(GENERALIZES, MACHINE, BELIEVING),
    "demo": Row(OWN, MACHINE, WRITING),
    "load_meetings": Row(OWN, MACHINE, WRITING),
    "prepare": Row(ADMIN, MACHINE, (did.SIGNIN_LINK, did.CREDENTIAL_CREATE)),
    "export": Row(SHOW, MACHINE, (did.MEMORY_EXPORT,), ("export",)),
    "import": Row(OWN, MACHINE, (*WRITING, did.MEMORY_IMPORT)),
    "subject export": Row(SPEAKS, MACHINE, (did.RIGHTS_ASK, did.SUBJECT_EXPORT, did.JOB_FILE)),
    "subject erase": Row(SPEAKS, MACHINE, (did.RIGHTS_ASK, did.SUBJECT_ERASE)),
    "subject requests": Row(RIGHTS, MACHINE),
    "subject approve": Row(ANSWERED, MACHINE, (did.RIGHTS_ANSWER, did.SUBJECT_ERASE)),
    "subject decline": Row(ANSWERED, MACHINE, (did.RIGHTS_ANSWER,)),
    "subject verify": Row(PLAIN, MACHINE),
    "job list": Row(JOBS, MACHINE),
    "job show": Row(JOBS, MACHINE),
    "job cancel": Row(JOBS, MACHINE, (did.JOB_CANCEL,)),
    "doctor": Row(PLAIN, MACHINE),
    "selftest isolation": Row(
        ADMIN,
        MACHINE,
        (did.PRINCIPAL_CREATE, did.PRINCIPAL_UPDATE, did.CREDENTIAL_CREATE, did.CREDENTIAL_REVOKE),
    ),
    "backup": Row(PLAIN, MACHINE, (did.BACKUP_MAKE,)),
    "restore": Row(PLAIN, MACHINE, (did.BACKUP_RESTORE, did.AUDIT_GAP)),
    "mcp": Row(TOKEN, MACHINE),
}
TOOLS: Final = {
    "memory_add": Row(OWN, "memory", WRITING, ("memory_get",)),
    "memory_recall": Row(SHOW, "recall", (did.MEMORY_RECALL,), ("memory_recall",)),
    "memory_get": Row(SHOW, "memory", (did.MEMORY_READ,), ("memory_get",)),
    "memory_update": Row(OWNED, "memory", (did.MEMORY_UPDATE, did.MEMORY_STATE), ("memory_get",)),
    "memory_forget": Row(OWNED, "memory", (did.MEMORY_DELETE,)),
    "memory_generalize": Row(GENERALIZES, "memory", BELIEVING),
    "context_enter": Row(SEATED, "context", (did.CONTEXT_CREATE, did.CONTEXT_ENTER)),
    "context_leave": Row(SEATED, "context", (did.CONTEXT_LEAVE, did.CONTEXT_CLOSE)),
    "context_show": Row(SEATS, "context"),
    "privacy_grant": Row(OWNED, "grant", GRANTING),
    "privacy_revoke": Row(OWNED, "grant", (did.GRANT_REVOKE,)),
    "privacy_audit": Row(STANDING, "privacy", (did.ACCESS_AUDIT,)),
    "privacy_explain": Row(EXPLAIN, "privacy", (did.ACCESS_EXPLAIN,)),
    "consent_grant": Row(WORD, "consent", AGREEING),
    "consent_revoke": Row(PARTY, "consent", (did.CONSENT_REVOKE,)),
    "consent_list": Row(SIDE, "consent"),
    "response_validate": Row(VALIDATES, "validate", (did.RESPONSE_VALIDATE,)),
    "profile_get": Row(SERVED, "profile", (did.PROFILE_READ,)),
    "profile_propose": Row(SELF, "profile", (did.PROFILE_PROPOSE,)),
    "prompt_build": Row(SERVES, "recall", (did.PROMPT_BUILD, did.MEMORY_RECALL)),
}
TASKS: Final = {
    "audit.tasks.seal_minute": Row(PLAIN, BEAT),
    "consent.tasks.forget_files": Row(PLAIN, BEAT),
    "consent.tasks.report_unvalidated": Row(PLAIN, BEAT, (did.VIOLATION_REPORT,)),
    "consent.tasks.suggest_trust": Row(SUGGESTS, BEAT, (did.TRUST_SUGGEST, did.TRUST_LOWER)),
    "consent.tasks.embed_due": Row(PLAIN, BEAT, (did.JOB_START,)),
    "consent.tasks.apply_retention": Row(PLAIN, BEAT, (did.RETENTION_APPLY,)),
    "consent.tasks.remake_due": Row(PLAIN, BEAT, (did.JOB_START,)),
    "consent.tasks.read_with_model": Row(PLAIN, BEAT, (did.JOB_START,)),
    "profiles.tasks.forget_sessions": Row(PLAIN, BEAT),
    "jobs.tasks.run_job": Row(JOBS, "the queue", (did.JOB_END,)),
    "jobs.tasks.sweep_jobs": Row(JOBS, BEAT, (did.JOB_END,)),
}
