"""Memories, what decides access to them, and what each tier shows."""

from __future__ import annotations

import uuid

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.search import SearchVectorField
from django.db import models

from consent.rules.policy.vocabulary import KINDS as ALL_KINDS
from profiles.models import Principal

KINDS = list(ALL_KINDS)
STATES = ("active", "paused", "archived", "quarantined", "superseded", "erased")


class Label(models.Model):
    """The distinct (owner, source, subjects, grants, context, parents); never changed once made."""

    digest = models.BinaryField(max_length=32, unique=True)
    owner = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    source = models.ForeignKey(Principal, null=True, on_delete=models.PROTECT, related_name="+")
    source_attested = models.BooleanField(default=False)
    relayed = models.BooleanField(default=False)
    subjects = ArrayField(models.BigIntegerField(), default=list)
    context = models.ForeignKey(Principal, null=True, on_delete=models.PROTECT, related_name="+")
    # A consent for one memory alone gives that memory a label of its own.
    solo_memory_id = models.BigIntegerField(null=True, db_index=True)
    parents = ArrayField(models.BigIntegerField(), default=list)

    class Meta:
        indexes = [models.Index(fields=["owner"]), models.Index(fields=["context"])]


class LabelGrant(models.Model):
    """One grant of a label."""

    label = models.ForeignKey(Label, on_delete=models.CASCADE, related_name="grants")
    grantee = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    named = models.BooleanField(default=True)
    owner_agreed = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["label", "grantee"], name="one_grant_per_label")]
        indexes = [models.Index(fields=["grantee"])]


class Memory(models.Model):
    """The truth about one memory; what others read of it is in its renderings."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True)
    owner = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+", db_index=False)
    label = models.ForeignKey(Label, on_delete=models.PROTECT, related_name="+", db_index=False)
    kind = models.CharField(max_length=20)
    title = models.TextField(null=True)
    content = models.TextField()
    summary = models.TextField(null=True)
    context_summary = models.TextField(null=True)
    tags = ArrayField(models.TextField(), default=list)
    location = models.JSONField(default=dict)
    metadata = models.JSONField(default=dict)
    language = models.CharField(max_length=20, default="simple")
    occurred_at = models.DateTimeField(null=True)
    valid_until = models.DateTimeField(null=True)
    ceiling = models.FloatField(null=True, default=1.0)
    provenance = models.CharField(max_length=24, default="untrusted")
    # Whether the server itself saw where the text came from; a merge raises nothing else.
    provenance_attested = models.BooleanField(default=False)
    source_type = models.CharField(max_length=24, default="unknown")
    source_uri = models.TextField(null=True)
    source_message_id = models.CharField(max_length=200, null=True)
    epistemic_status = models.CharField(max_length=10, default="observed")
    verified_by_id = models.BigIntegerField(null=True)
    verified_at = models.DateTimeField(null=True)
    confidence = models.FloatField(null=True)
    importance = models.FloatField(default=0.5)
    redactions = models.JSONField(default=list)
    forbidden_terms = models.JSONField(default=list)
    forbidden_patterns = models.JSONField(default=list)
    prompt_instructions = models.TextField(null=True)
    # What a model found in this version of the text: [field, start, end, kind] each (rules/fields.py).
    findings = models.JSONField(default=list)
    state = models.CharField(max_length=12, default="active")
    superseded_by = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="+")
    version = models.IntegerField(default=1)
    # SHA-256 over owner, kind and normalized content; null once superseded or erased.
    identity = models.BinaryField(max_length=32, null=True, unique=True)
    application = models.CharField(max_length=100, blank=True, default="")
    author_id = models.BigIntegerField(null=True)
    editor_id = models.BigIntegerField(null=True)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["owner", "-created_at"]),
            models.Index(fields=["label"]),
        ]


class MemoryVersion(models.Model):
    """What a memory said before an edit; gone with the memory's content on erasure."""

    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="versions")
    version = models.IntegerField()
    fields = models.JSONField()
    editor_id = models.BigIntegerField(null=True)
    reason = models.CharField(max_length=500, blank=True, default="")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["memory", "version"], name="one_row_per_version")]


class Remembered(models.Model):
    """What holds for a text though its memory is gone: set aside (no grantor), or denied to someone."""

    digest = models.BinaryField(max_length=32, db_index=True)
    grantor_id = models.BigIntegerField(null=True)
    grantee_id = models.BigIntegerField(null=True)
    at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["digest", "grantor_id", "grantee_id"], nulls_distinct=False, name="remembered_once"
            )
        ]


class MemoryConflict(models.Model):
    """Two memories that say what cannot both be so; shown together, and which is known more surely."""

    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="conflicts")
    other = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="+")
    stated_by_id = models.BigIntegerField(null=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["memory", "other"], name="one_conflict_per_pair")]


class Rendering(models.Model):
    """What one tier shows of a memory, with the columns a search at that tier may look into."""

    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="renderings", db_index=False)
    tier = models.SmallIntegerField()
    ceiling_tier = models.SmallIntegerField()
    # Copied from the memory's row, which holds the constraints: checked once there, not once a tier.
    label = models.ForeignKey(
        Label, on_delete=models.PROTECT, related_name="+", db_index=False, db_constraint=False
    )
    owner = models.ForeignKey(
        Principal, on_delete=models.PROTECT, related_name="+", db_index=False, db_constraint=False
    )
    # Grantees with the tier coded in (rules/audience.py), so that one index holds both.
    audience = ArrayField(models.BigIntegerField())
    kind = models.CharField(max_length=20)
    state = models.CharField(max_length=12, default="active")
    title = models.TextField(default="")
    body = models.TextField(default="")
    tags = ArrayField(models.TextField(), default=list)
    location = models.JSONField(default=dict)
    date_words = models.TextField(default="")
    # The time at the tier's precision: sorting by it tells no more than the tier shows.
    shown_at = models.DateTimeField()
    subjects = ArrayField(models.BigIntegerField(), default=list)
    source_id = models.BigIntegerField(null=True)
    context_id = models.BigIntegerField(null=True)
    language = models.CharField(max_length=20, default="simple")
    tsv = SearchVectorField()
    length = models.IntegerField(default=0)
    epistemic_status = models.CharField(max_length=10, default="observed")
    importance = models.FloatField(default=0.5)
    valid_until = models.DateTimeField(null=True)
    public_id = models.UUIDField()
    version = models.IntegerField(default=1)
    provenance = models.CharField(max_length=24, default="untrusted")
    confidence = models.FloatField(null=True)
    source_type = models.CharField(max_length=24, default="unknown")
    # The newest Remaking known when the names it hides were read.
    made_under = models.BigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["memory", "tier"], name="one_rendering_per_tier")]
        indexes = [
            models.Index(fields=["label"]),
            # Pages walk this where much may be seen, and the search index where little may.
            models.Index(fields=["shown_at", "public_id", "tier"]),
        ]


class Reveal(models.Model):
    """A look of an administrator at what one memory of somebody else says: why, how long, who allowed it.

    The owner and its custodians read these rows; what the memory says is in none of them.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True)
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="+")
    asked_by = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=500)
    asked_at = models.DateTimeField()
    # Open at once, or by another administrator's yes where the hour's share was used up.
    state = models.CharField(max_length=8)
    answered_by = models.ForeignKey(Principal, null=True, on_delete=models.PROTECT, related_name="+")
    answered_at = models.DateTimeField(null=True)
    until = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state__in=("open", "waiting", "refused")), name="reveal_state"
            ),
            models.CheckConstraint(
                condition=~models.Q(state="open") | models.Q(until__isnull=False),
                name="open_reveals_end",
            ),
            models.CheckConstraint(
                condition=models.Q(answered_by=None) | ~models.Q(answered_by=models.F("asked_by")),
                name="nobody_allows_its_own_reveal",
            ),
            models.CheckConstraint(condition=~models.Q(reason=""), name="reveals_say_why"),
        ]
        indexes = [models.Index(fields=["asked_by", "asked_at"], name="reveals_of_one")]


class ModelReading(models.Model):
    """Which version of a memory which model read for names and places; what it found is in the memory."""

    memory = models.OneToOneField(Memory, on_delete=models.CASCADE, primary_key=True, related_name="+")
    version = models.IntegerField()
    model = models.CharField(max_length=200)
    read_at = models.DateTimeField()


class Remaking(models.Model):
    """Renderings below full that must be made anew: of memories about a principal, or all of them (null).

    Written by triggers in the transaction that changes a name; numbered in the order of their commits. Until
    it is done, what was made under an earlier one shows its generic line and is found by no words.
    """

    principal = models.ForeignKey(Principal, null=True, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["id"], condition=models.Q(done_at=None), name="open_remakings"),
        ]


class Consent(models.Model):
    """Who agreed to what, how we know, and until when (domain.md 5)."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True)
    grantor = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    grantee = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    scope = models.CharField(max_length=8)
    scope_memory = models.ForeignKey(Memory, null=True, on_delete=models.CASCADE, related_name="+")
    scope_entity = models.ForeignKey(Principal, null=True, on_delete=models.PROTECT, related_name="+")
    purpose = models.CharField(max_length=40, default="unspecified")
    status = models.CharField(max_length=10)
    evidence = models.CharField(max_length=10, null=True)
    # What a file that an administrator put back said it rests on: kept for the next file, counts for nothing.
    stated_evidence = models.CharField(max_length=10, null=True)
    recorded_by = models.BigIntegerField(null=True)
    recorded_lineage = models.BigIntegerField(null=True)
    asked_by = models.BigIntegerField(null=True)
    asked_lineage = models.BigIntegerField(null=True)
    participants = ArrayField(models.BigIntegerField(), default=list)
    requested_at = models.DateTimeField(null=True)
    granted_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True)
    denied_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    decided_by = models.BigIntegerField(null=True)
    reason = models.CharField(max_length=500, blank=True, default="")
    created_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["grantor", "status"]),
            models.Index(fields=["grantee", "status"]),
            models.Index(fields=["grantor", "scope", "scope_memory", "scope_entity"]),
        ]
        constraints = [
            # One standing record per (grantor, grantee, scope): a new word replaces the old one.
            models.UniqueConstraint(
                fields=["grantor", "grantee", "scope", "scope_memory", "scope_entity"],
                condition=models.Q(status__in=["requested", "active", "denied"]),
                nulls_distinct=False,
                name="one_standing_consent",
            )
        ]


class Imported(models.Model):
    """A line of a file that became a memory: the same line again does nothing. Digests, never text."""

    owner = models.ForeignKey(Principal, on_delete=models.CASCADE, related_name="+", db_index=False)
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="+")
    # Keyed, so that nobody can try lines against it: of the line, and of the id the file gave it.
    digest = models.BinaryField(max_length=32)
    name = models.BinaryField(max_length=32, null=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "digest"], name="one_row_per_line")]
        indexes = [models.Index(fields=["owner", "name"], name="consent_imported_name")]


class ConsentAsking(models.Model):
    """What an asker was told when it asked: the same line whether or not anyone was asked (domain.md 5).

    Names are kept as written, because what was named may not exist or may be hidden from the asker.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True)
    asker = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    asked_by = models.BigIntegerField()
    lineage = models.BigIntegerField(null=True)
    grantor = models.CharField(max_length=161)
    grantee = models.CharField(max_length=161)
    scope = models.CharField(max_length=170)
    purpose = models.CharField(max_length=40)
    expires_at = models.DateTimeField(null=True)
    # The record that stands for it, where one was made.
    consent = models.ForeignKey(Consent, null=True, on_delete=models.SET_NULL, related_name="askings")
    created_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["asker", "-created_at", "-public_id"]),
            models.Index(fields=["asked_by", "grantor", "grantee", "scope"]),
        ]


class Context(models.Model):
    """A setting with participants; what is written in it inherits its default grants."""

    principal = models.OneToOneField(Principal, on_delete=models.PROTECT, primary_key=True)
    owner = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    # null: its participants and itself.
    default_grants = ArrayField(models.BigIntegerField(), null=True)
    version = models.IntegerField(default=1)
    created_at = models.DateTimeField()


class Participant(models.Model):
    """Someone listed in a context, with a role that counts only there."""

    context = models.ForeignKey(Context, on_delete=models.CASCADE, related_name="participants")
    principal = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    role = models.ForeignKey(Principal, null=True, on_delete=models.PROTECT, related_name="+")
    added_at = models.DateTimeField()
    added_by = models.BigIntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["context", "principal"], name="one_seat")]
        indexes = [models.Index(fields=["principal"])]


class ContextSession(models.Model):
    """One stay of a participant in a context; named by each request that reads in it."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True)
    context = models.ForeignKey(Context, on_delete=models.CASCADE, related_name="sessions")
    participant = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    role = models.ForeignKey(Principal, null=True, on_delete=models.PROTECT, related_name="+")
    entered_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True)


class TrustRelationship(models.Model):
    """How far an owner trusts an accessor or collective (`*` is the owner's own default)."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True)
    owner = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    accessor = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    context = models.ForeignKey(Principal, null=True, on_delete=models.PROTECT, related_name="+")
    base_trust = models.FloatField(null=True)
    summary = models.CharField(max_length=500, blank=True, default="")
    reason = models.CharField(max_length=500, blank=True, default="")
    require_validation = models.BooleanField(default=False)
    strict_mode = models.BooleanField(default=False)
    auto_lower = models.BooleanField(default=False)
    version = models.IntegerField(default=1)
    last_updated = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "accessor", "context"], nulls_distinct=False, name="one_relationship"
            )
        ]


class TrustChange(models.Model):
    """The history of a relationship, each step with who and why."""

    relationship = models.ForeignKey(TrustRelationship, on_delete=models.CASCADE, related_name="history")
    base_trust = models.FloatField(null=True)
    strict_mode = models.BooleanField(default=False)
    require_validation = models.BooleanField(default=False)
    reason = models.CharField(max_length=500, blank=True, default="")
    changed_by = models.BigIntegerField(null=True)
    at = models.DateTimeField()


class TrustRequest(models.Model):
    """What an accessor asked of an owner; the owner answers."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True)
    owner = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    accessor = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    wanted = models.FloatField()
    reason = models.CharField(max_length=500, blank=True, default="")
    status = models.CharField(max_length=10, default="open")
    asked_by = models.BigIntegerField(null=True)
    asked_lineage = models.BigIntegerField(null=True)
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    answered_by = models.BigIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "accessor"], condition=models.Q(status="open"), name="one_open_trust_request"
            )
        ]


class TrustSuggestion(models.Model):
    """A change of trust that the record of an accessor speaks for; a person answers it (domain.md 9)."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True)
    owner = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    accessor = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    base_trust = models.FloatField()
    suggested = models.FloatField()
    # Counts and ids of violations: what it rests on, never what was said.
    evidence = models.JSONField(default=dict)
    status = models.CharField(max_length=10, default="open")
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    answered_by = models.BigIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "accessor"], condition=models.Q(status="open"), name="one_open_suggestion"
            )
        ]
        indexes = [models.Index(fields=["status", "owner"], name="consent_suggestion_waiting")]


class Policy(models.Model):
    """One version of the installation's policy; the newest counts."""

    version = models.IntegerField(unique=True)
    settings = models.JSONField(default=dict)
    author_id = models.BigIntegerField(null=True)
    reason = models.CharField(max_length=500, blank=True, default="")
    at = models.DateTimeField()


class RightsRequest(models.Model):
    """What a person asks about its own data: a copy, its erasure, a correction; each has a day it is due."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True)
    kind = models.CharField(max_length=14)
    subject = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=12, default="open")
    asked_by = models.BigIntegerField()
    asked_at = models.DateTimeField()
    due_at = models.DateTimeField()
    reason = models.CharField(max_length=500, blank=True, default="")
    # What a correction is about, and what is right according to the person.
    memory_id = models.BigIntegerField(null=True)
    statement = models.TextField(blank=True, default="")
    # Names in memories that are not about the person stay.
    keep_mentions = models.BooleanField(default=False)
    decided_by = models.BigIntegerField(null=True)
    decided_at = models.DateTimeField(null=True)
    answer_reason = models.CharField(max_length=500, blank=True, default="")
    job = models.UUIDField(null=True)
    # Keyed digests of runs of words of what is being erased, for the search afterwards; gone when clean.
    marks = ArrayField(models.BigIntegerField(), default=list)
    # The memories it deleted, so that nothing that was derived from them stays unseen; gone when clean.
    removed = ArrayField(models.BigIntegerField(), default=list)
    counts = models.JSONField(default=dict)
    certificate = models.JSONField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["state", "due_at"], name="consent_rights_due"),
            models.Index(fields=["subject", "-asked_at"], name="consent_rights_subject"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["subject"],
                condition=models.Q(kind="erasure", state__in=["open", "running", "incomplete"]),
                name="one_erasure_at_a_time",
            )
        ]


class ValidationTicket(models.Model):
    """What a recall owes: whether its response must be validated, until when, and how often it failed.

    `words` are keyed digests of the question's words, so that what the question said is not held against the
    response; they go when the ticket is old.
    """

    recall = models.UUIDField(unique=True)
    principal_id = models.BigIntegerField()
    acting_id = models.BigIntegerField()
    credential_id = models.BigIntegerField(null=True)
    at = models.DateTimeField()
    words = ArrayField(models.BigIntegerField(), default=list)
    required = models.BooleanField(default=False)
    reason = models.CharField(max_length=40, blank=True, default="")
    due_at = models.DateTimeField(null=True)
    # Owners whose strict relationship asks for it: nothing more of theirs until it comes.
    strict_owners = ArrayField(models.BigIntegerField(), default=list)
    memories = ArrayField(models.BigIntegerField(), default=list)
    state = models.CharField(max_length=10, default="open")
    reported_at = models.DateTimeField(null=True)
    settled_at = models.DateTimeField(null=True)
    settled_by = models.BigIntegerField(null=True)
    clear_reason = models.CharField(max_length=500, blank=True, default="")
    failed = models.IntegerField(default=0)
    found = models.IntegerField(default=0)

    class Meta:
        indexes = [
            models.Index(
                fields=["acting_id", "due_at"],
                name="consent_ticket_owed",
                condition=models.Q(required=True, state="open"),
            ),
            models.Index(fields=["due_at"], name="consent_ticket_due", condition=models.Q(state="open")),
        ]


class Validation(models.Model):
    """One validation of a response: what was found and what became of it; the response is not kept."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True)
    recall = models.UUIDField()
    at = models.DateTimeField()
    acting_id = models.BigIntegerField()
    credential_id = models.BigIntegerField(null=True)
    score = models.FloatField()
    rules_score = models.FloatField()
    action = models.CharField(max_length=24)
    opinion = models.CharField(max_length=12, default="off")
    memories = ArrayField(models.BigIntegerField(), default=list)
    spans = models.JSONField(default=list)
    violation = models.UUIDField(null=True)
    length = models.IntegerField(default=0)
    milliseconds = models.FloatField(default=0)
    rules_version = models.CharField(max_length=20)
    # A share of what passed is looked at by a person, masked.
    sampled = models.BooleanField(default=False)
    masked = models.TextField(blank=True, default="")

    class Meta:
        indexes = [
            models.Index(fields=["recall", "at"]),
            models.Index(fields=["acting_id", "-at"]),
            models.Index(fields=["-at"], name="consent_validation_sample", condition=models.Q(sampled=True)),
        ]


class Generalization(models.Model):
    """A statement drawn from a private memory to be shared without it, and the link between the two.

    The link is its owner's alone. Triggers cut it when the source is erased and put the result up for review;
    once the belief is written its text stands there and no longer here.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True)
    owner = models.ForeignKey(Principal, on_delete=models.PROTECT, related_name="+")
    source = models.ForeignKey(Memory, null=True, on_delete=models.DO_NOTHING, related_name="+")
    result = models.ForeignKey(Memory, null=True, on_delete=models.DO_NOTHING, related_name="+")
    statement = models.TextField(blank=True, default="")
    note = models.TextField(blank=True, default="")
    access_grants = ArrayField(models.TextField(), default=list)
    findings = models.JSONField(default=list)
    # Whom the source and what it was derived from are about: their custodians may answer.
    subjects = ArrayField(models.BigIntegerField(), default=list)
    status = models.CharField(max_length=10, default="open")
    proposed_by = models.BigIntegerField()
    proposed_lineage = models.BigIntegerField(null=True)
    by_agent = models.BooleanField(default=True)
    door = models.CharField(max_length=10, default="rest")
    max_provenance = models.CharField(max_length=24, default="untrusted")
    application = models.CharField(max_length=100, blank=True, default="")
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    answered_by = models.BigIntegerField(null=True)
    answer_reason = models.CharField(max_length=500, blank=True, default="")
    # Why the owner has to look at the result again, since when, and when it last did.
    review = models.CharField(max_length=12, blank=True, default="")
    review_since = models.DateTimeField(null=True)
    reviewed_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["owner", "-at"], name="consent_generalized_by"),
            models.Index(fields=["source"]),
            models.Index(fields=["status", "-at"], name="consent_generalized_open"),
        ]


class MovingFile(models.Model):
    """A file on its way in or out, kept until its job is done with it, or for a day to be fetched."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True)
    owner = models.ForeignKey(Principal, on_delete=models.CASCADE, related_name="+")
    outgoing = models.BooleanField(default=False)
    format = models.CharField(max_length=20)
    size = models.BigIntegerField(default=0)
    at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)


class MovingChunk(models.Model):
    """A stretch of a file: in the database, because a worker may be on another machine than the site."""

    file = models.ForeignKey(MovingFile, on_delete=models.CASCADE, related_name="chunks", db_index=False)
    place = models.IntegerField()
    content = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["file", "place"], name="one_chunk_per_place")]
