"""The catalogue of what can happen: every action an event may carry, one line each.

An action is `object.verb`. Doors and services use these names; the audit page filters by them."""

from __future__ import annotations

from typing import Final

# memories and recall (consent)
MEMORY_CREATE: Final = "memory.create"  # a memory was written, or merged into an identical one
MEMORY_UPDATE: Final = "memory.update"  # fields changed; details name them
MEMORY_DELETE: Final = "memory.delete"  # a memory was forgotten by its owner
MEMORY_STATE: Final = "memory.state"  # paused, archived, superseded, resumed
MEMORY_VERIFY: Final = "memory.verify"  # epistemic status raised by someone allowed to
MEMORY_QUARANTINE: Final = "memory.quarantine"  # taken out of recall until released
MEMORY_RELEASE: Final = "memory.release"  # quarantine ended
MEMORY_READ: Final = "memory.read"  # one memory's content was returned
MEMORY_LIST: Final = "memory.list"  # a page of memories was returned
MEMORY_SEARCH: Final = "memory.search"  # a search returned content
MEMORY_RECALL: Final = "memory.recall"  # a recall answered with blocks
MEMORY_VERSIONS: Final = "memory.versions"  # former versions were returned
MEMORY_EXPORT: Final = "memory.export"  # memories left as a file
MEMORY_IMPORT: Final = "memory.import"  # memories came in from a file or a stack
MEMORY_GENERALIZE: Final = "memory.generalize"  # a shareable belief was proposed or made
PROMPT_BUILD: Final = "prompt.build"  # a layered prompt was built
RESPONSE_VALIDATE: Final = "response.validate"  # a response was checked against what was withheld
VALIDATION_LOOK: Final = "validation.look"  # a person looked at a response that had passed
VALIDATION_CLEAR: Final = "validation.clear"  # a required validation is no longer waited for

# grants, consents, contexts, trust (consent)
GRANT_ADD: Final = "grant.add"  # access granted, effective or pending
GRANT_REVOKE: Final = "grant.revoke"  # access taken back
CONSENT_REQUEST: Final = "consent.request"  # someone was asked to agree
CONSENT_RECORD: Final = "consent.record"  # a consent was given or asserted
CONSENT_APPROVE: Final = "consent.approve"  # a request was agreed to
CONSENT_DENY: Final = "consent.deny"  # a request was refused by the grantor
CONSENT_REVOKE: Final = "consent.revoke"  # a consent was withdrawn
CONSENT_EXPIRE: Final = "consent.expire"  # a consent ran out
CONSENT_RECEIPT: Final = "consent.receipt"  # a receipt was read
CONTEXT_CREATE: Final = "context.create"  # a context was made
CONTEXT_EDIT: Final = "context.edit"  # participants, roles or default grants changed
CONTEXT_ENTER: Final = "context.enter"  # a context session opened
CONTEXT_COME: Final = "context.come"  # somebody listed took its seat, without a session
CONTEXT_LEAVE: Final = "context.leave"  # a context session closed by its participant
CONTEXT_CLOSE: Final = "context.close"  # a context session closed by expiry or an admin
TRUST_SET: Final = "trust.set"  # a trust relationship changed
TRUST_REQUEST: Final = "trust.request"  # an accessor asked for more trust
TRUST_ANSWER: Final = "trust.answer"  # the owner answered such a request
TRUST_SUGGEST: Final = "trust.suggest"  # an accessor's record spoke for another trust
TRUST_LOWER: Final = "trust.lower"  # and lowered it at once, as the owner had opted in

# questions about access (consent)
ACCESS_CHECK: Final = "access.check"  # can A see M
ACCESS_EXPLAIN: Final = "access.explain"  # and why
ACCESS_SIMULATE: Final = "access.simulate"  # what a change would do
ACCESS_AUDIT: Final = "access.audit"  # who can see what about a subject, or one memory
SUBJECT_EXPORT: Final = "subject.export"  # a person's data was handed over
SUBJECT_ERASE: Final = "subject.erase"  # a person's data was erased
ACCESS_BENCH: Final = "access.bench"  # a recall was tried as somebody would make it, its text masked
RIGHTS_ASK: Final = "rights.ask"  # a person asked for a copy, an erasure or a correction
RIGHTS_ANSWER: Final = "rights.answer"  # and was answered
RETENTION_APPLY: Final = "retention.apply"  # what was kept long enough went
ADMIN_REVEAL: Final = "admin.reveal"  # an admin looked at content, with a reason
REVEAL_ASK: Final = "reveal.ask"  # and asked to, or opened it at once
REVEAL_ANSWER: Final = "reveal.answer"  # another admin allowed or refused it

# who is who (profiles)
PRINCIPAL_CREATE: Final = "principal.create"  # a principal was made by an admin
PRINCIPAL_REGISTER: Final = "principal.register"  # an unknown entity was named in a write
PRINCIPAL_UPDATE: Final = "principal.update"  # display name, email, active flag, verification
PRINCIPAL_MERGE: Final = "principal.merge"  # two principals became one
PRINCIPAL_HOLD: Final = "principal.hold"  # a look-alike is held until an admin decides
PRINCIPAL_RELEASE: Final = "principal.release"  # the admin let it through
ALIAS_ADD: Final = "alias.add"  # an alias was proposed or approved
ALIAS_REMOVE: Final = "alias.remove"  # an alias was taken away
IDENTITY_BIND: Final = "identity.bind"  # an external identity was bound
IDENTITY_UNBIND: Final = "identity.unbind"  # and unbound
IDENTITY_RESOLVE: Final = "identity.resolve"  # a gateway named a live caller
MEMBERSHIP_ADD: Final = "membership.add"  # a principal joined a collective
MEMBERSHIP_END: Final = "membership.end"  # and left it
CUSTODIAN_SET: Final = "custodian.set"  # a custodian was appointed
CUSTODIAN_END: Final = "custodian.end"  # and dismissed
CREDENTIAL_CREATE: Final = "credential.create"  # a token was issued
CREDENTIAL_PAUSE: Final = "credential.pause"  # a token stopped working
CREDENTIAL_RESUME: Final = "credential.resume"  # and works again
CREDENTIAL_REVOKE: Final = "credential.revoke"  # a token ended for good
CREDENTIAL_ROTATE: Final = "credential.rotate"  # a token was replaced
SIGNIN_LINK: Final = "signin.link"  # a one-time link was made
SIGNIN_USED: Final = "signin.used"  # and used up
SIGNIN_CODE: Final = "signin.code"  # a one-time code was asked for by somebody who may come in
SIGNIN_REFUSED: Final = "signin.refused"  # somebody was not let in; the object is the way that was tried
PASSKEY_ADD: Final = "passkey.add"  # a person added a passkey to its account
PASSKEY_REMOVE: Final = "passkey.remove"  # and took one away
ROLE_LOWER: Final = "role.lower"  # a staff role was taken away, or a part of it
SESSION_OPEN: Final = "session.open"  # a person signed in
SESSION_CLOSE: Final = "session.close"  # a person signed out, or was

# profiles, knowledge, policy
PROFILE_READ: Final = "profile.read"  # a profile was returned
PROFILE_UPDATE: Final = "profile.update"  # a principal changed its own fields
PROFILE_PROPOSE: Final = "profile.propose"  # an agent proposed a change
PROFILE_ACCEPT: Final = "profile.accept"  # the principal took the proposal
PROFILE_DECLINE: Final = "profile.decline"  # or not
PROFILE_FIELD: Final = "profile.field"  # the administrator changed what a profile may hold
FACT_SET: Final = "fact.set"  # a session fact was kept
FACT_CLEAR: Final = "fact.clear"  # and forgotten
FACT_PROMOTE: Final = "fact.promote"  # a session fact became a profile field
SYSTEM_PROFILE_EDIT: Final = "system_profile.edit"  # a new version of the system profile
SYSTEM_PROFILE_RESTORE: Final = "system_profile.restore"  # an old version became the newest
KNOWLEDGE_DRAFT: Final = "knowledge.draft"  # a note about nobody was drafted
KNOWLEDGE_APPROVE: Final = "knowledge.approve"  # and approved
KNOWLEDGE_DECLINE: Final = "knowledge.decline"  # or sent back, or taken out of prompts
POLICY_CHANGE: Final = "policy.change"  # a new version of the policy

# oversight
AUDIT_VERIFY: Final = "audit.verify"  # the chain was recomputed
AUDIT_EXPORT: Final = "audit.export"  # events left as a file
AUDIT_FORGET: Final = "audit.forget"  # deliveries were unlinked or dropped; the database itself says so
AUDIT_GAP: Final = "audit.gap"  # a person declared a gap in the chain
AUDIT_HEAL: Final = "audit.heal"  # the exported file lacked seals and got them again
REQUEST_REFUSED: Final = "request.refused"  # a request was refused before it became an action
REFUSAL_REPEAT: Final = "refusal.repeat"  # how often a refusal was repeated in its minute
VIOLATION_REPORT: Final = "violation.report"  # a violation was found
VIOLATION_REVIEW: Final = "violation.review"  # and its status changed
JOB_START: Final = "job.start"  # long work was asked for
JOB_CANCEL: Final = "job.cancel"  # and asked to stop
JOB_FILE: Final = "job.file"  # the file a job made was fetched
JOB_END: Final = "job.end"  # and ended: done, failed or cancelled
BACKUP_MAKE: Final = "backup.make"  # a backup was written
BACKUP_RESTORE: Final = "backup.restore"  # a backup was restored

ACTIONS: Final = frozenset(
    value for name, value in list(globals().items()) if name.isupper() and "." in str(value)
)
OUTCOMES: Final = ("ok", "refused", "error")


def asked(action: str) -> str:
    """Return an action, or the beginning of a family of them with its dot; raises ValueError for neither."""
    if action in ACTIONS or (action.endswith(".") and any(one.startswith(action) for one in ACTIONS)):
        return action
    raise ValueError("Must be an action like memory.create, or a family of them like memory.")
