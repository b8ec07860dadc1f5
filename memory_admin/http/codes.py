"""Every problem code the interface answers with, its usual status and one plain sentence."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

CODES: Final[dict[str, tuple[int, str]]] = {
    # 400: not understood
    "invalid": (400, "A value does not have the shape this endpoint takes."),
    "invalid_json": (400, "The body is not JSON."),
    "not_an_object": (400, "The body must be a JSON object."),
    "duplicate_key": (400, "The body names the same key twice in one object."),
    "too_deep": (400, "The body is nested more deeply than this interface reads."),
    "bad_text": (400, "Text holds a NUL, a lone surrogate or bytes that are not UTF-8."),
    "bad_number": (400, "A number is not finite or too large to be kept exactly."),
    "bad_value": (400, "A value cannot be stored as it is."),
    "unknown_field": (400, "The body has a field this endpoint does not know."),
    "unknown_parameter": (400, "The address has a query parameter this endpoint does not know."),
    "repeated_parameter": (400, "A query parameter that may appear once appears more often."),
    "unexpected_body": (400, "This request takes no body."),
    "unreadable_body": (400, "The body ended before it was complete."),
    "naive_time": (400, "A time has no offset; write it as RFC 3339, like 2026-03-01T09:00:00+00:00."),
    "limit_too_large": (400, "At most 200 items can be asked for at once; use the cursor for more."),
    "bad_cursor": (400, "The cursor is not one this list gave to this caller; start again without it."),
    "bad_idempotency_key": (400, "Idempotency-Key must be 1 to 200 visible ASCII characters."),
    "idempotency_key_on_read": (400, "Idempotency-Key belongs on writes only."),
    "bad_if_match": (400, "If-Match must be the version of one item, like 3 in quotes."),
    "version_mismatch": (400, "If-Match and the version in the body disagree."),
    "blank_query": (400, "A query needs at least one word."),
    "version_missing": (400, "Name the version you read, in `version` or If-Match."),
    "bad_request": (400, "The request could not be understood."),
    # 401, 403, 404, 405, 406
    "unauthenticated": (401, "A valid token is needed: Authorization: Bearer <token>."),
    "form_expired": (403, "The form is older than your sign-in; load it again."),
    "self_raise": (403, "Nobody raises trust in itself, under any name."),
    "scope_missing": (403, "The token does not have the scope this endpoint needs."),
    "forbidden": (403, "The token does not allow this."),
    "act_as_refused": (403, "The token may not act as that entity."),
    "own_request": (403, "Whoever asks for a consent does not answer it."),
    "own_act_required": (403, "Only the grantor's own act counts here, not one as or for another."),
    "not_found": (404, "There is nothing here that you may see."),
    "session_unknown": (404, "No open context session of the caller has this id; enter the context again."),
    "method_not_allowed": (405, "This address does not take that method; see the Allow header."),
    "not_acceptable": (406, "Answers are application/json only."),
    "link_unknown": (404, "This is no sign-in link of this installation."),
    "identity_unresolved": (404, "What was given about the live caller points at no principal."),
    # 409: at odds with what is there
    "job_over": (409, "The job has ended already."),
    "context_exists": (409, "The context exists; enter or edit it."),
    "conflict": (409, "The request is at odds with what is already there."),
    "version_conflict": (409, "The item has changed since the version you name; read it again."),
    "idempotency_conflict": (409, "This Idempotency-Key was used with another request."),
    "idempotency_in_progress": (409, "The first request with this Idempotency-Key is still running."),
    "identity_ambiguous": (409, "What was given about the live caller points at more than one principal."),
    "lookalike": (409, "The id looks like one that already exists, which the answer names."),
    "credential_over": (409, "The token has ended; issue a new one."),
    "consent_required": (409, "Somebody who must agree has not, so nothing was shared."),
    "identical_memory": (409, "Another memory of the owner already says exactly this."),
    "not_active": (409, "The consent is not active, so it cannot be revoked."),
    "not_open": (409, "The consent or request has ended; it can only be given anew."),
    "principal_exists": (409, "The principal exists already."),
    "principal_held": (409, "The principal is held as a look-alike; release or merge it first."),
    "principal_merged": (409, "The principal was merged into another one."),
    "email_taken": (409, "Another principal has this address."),
    "identity_taken": (409, "The account is bound to a principal already."),
    "alias_exists": (409, "The principal has this alias already."),
    "already_custodian": (409, "The custodian is appointed already."),
    "already_member": (409, "The principal belongs to the collective already."),
    "membership_cycle": (409, "The collective would come to belong to itself."),
    "seal_conflict": (409, "The seals and the records disagree; an operator has to say why."),
    # 410, 411, 413, 415
    "account_inactive": (410, "The account may no longer sign in."),
    "link_used": (410, "The sign-in link was used already; each works once."),
    "link_expired": (410, "The sign-in link has expired."),
    "link_void": (410, "The person the sign-in link was for can no longer sign in."),
    "length_required": (411, "Send the body with a Content-Length."),
    "too_large": (413, "The request is larger than this endpoint takes."),
    "misdirected": (421, "The request names a host or an origin that is not this server."),
    "unsupported_media_type": (415, "Bodies are application/json in UTF-8 only."),
    # 422: understood and refused
    "refused": (422, "The request was understood and is refused."),
    "generalization_blocked": (422, "The statement still says too much about its sources to be shared."),
    "bad_entity": (422, "This is no entity id: namespace:name, as the detail says."),
    "registration_quota": (422, "This token has named as many new entities as it may for now."),
    "refused_metadata": (422, "Metadata must not hold what the product itself decides."),
    "verification_needed": (422, "Verified is set by verifying, not by editing."),
    "supersede_refused": (422, "A memory is not replaced by itself or by one known less surely."),
    "subject_removal": (422, "Only the subject, its custodian or an administrator removes a subject."),
    "not_an_individual": (422, "This belongs to an individual, never to a collective."),
    "principal_inactive": (422, "The principal is inactive, held or merged into another."),
    "principal_unverified": (422, "The principal is not verified, so it cannot sign in."),
    "unknown_role": (422, "There is no staff role of this name."),
    "bad_duration": (422, "The time span is not one that is allowed here."),
    "cannot_sign_in": (422, "Only an active, verified individual signs in."),
    "local_admin": (422, "The command line's own administrator stays active and verified."),
    "merge_refused": (422, "The two principals cannot be merged, for the reason in the detail."),
    "alias_refused": (422, "The alias is too short, too common or not a name."),
    "identity_refused": (422, "The external identity cannot be bound as it is written."),
    "own_custodian": (422, "Nobody is their own custodian."),
    "guardianship_without_end": (422, "The individual acts for itself, so custody needs an end."),
    "not_a_collective": (422, "Only a group, org or role has members."),
    "not_a_member": (422, "A context belongs to no collective."),
    "bad_until": (422, "This ends in the future or not at all."),
    "reason_required": (422, "This needs a reason."),
    "derivation_unavailable": (422, "Memories derived from others cannot be written yet."),
    "ingest_unavailable": (422, "Ingest is not available yet; write memories one by one."),
    "not_listed": (422, "The context exists without some of these participants; edit it."),
    "role_not_held": (422, "You are not listed with this role in the context."),
    "wrong_kind": (422, "An entity cannot stand where it is named."),
    "credential_refused": (422, "A token cannot be issued like this."),
    # 429, 5xx
    "too_many": (429, "Too many requests; wait as long as Retry-After says."),
    "error": (500, "Something went wrong here; the request id finds it in the log."),
    "seal_not_exported": (503, "The sealed records could not be written to their file outside."),
    "unavailable": (503, "A part this needs is not available; try again later."),
    "seal_key_unusable": (503, "The key that seals the records is missing or another one."),
    "not_recorded": (503, "The record could not be written, so nothing was answered or changed."),
}


def title(status: int, code: str) -> str:
    """Return the sentence of a code, or the status's own phrase for one nobody registered."""
    return CODES[code][1] if code in CODES else HTTPStatus(status).phrase


def with_status(status: int) -> list[str]:
    """Return the codes that usually come with a status, in the order of the list."""
    return [code for code, (usual, _) in CODES.items() if usual == status]
