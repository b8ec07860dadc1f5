"""Who is who: principals, what they are called, whom they belong to and the keys they hold."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.postgres.fields import ArrayField
from django.db import models

from profiles.models.layers import (
    KnowledgeNote,
    PrincipalProfile,
    ProfileField,
    ProfileProposal,
    SystemProfile,
)

__all__ = [
    "Account",
    "Alias",
    "Credential",
    "Custodian",
    "ExternalIdentity",
    "IdempotencyKey",
    "KnowledgeNote",
    "Membership",
    "Principal",
    "PrincipalProfile",
    "ProfileField",
    "ProfileProposal",
    "SigninLink",
    "SystemProfile",
]


class Principal(models.Model):
    """The row of an entity; row 0 is `*` (everyone), a grantee and never an entity."""

    entity_id = models.CharField(max_length=161, unique=True)
    namespace = models.CharField(max_length=32)
    name = models.CharField(max_length=128)
    skeleton = models.CharField(max_length=600, db_index=True)
    display_name = models.CharField(max_length=200, blank=True, default="")
    email = models.CharField(max_length=254, null=True, unique=True)
    email_verified_at = models.DateTimeField(null=True)
    verified_at = models.DateTimeField(null=True)
    last_verified_at = models.DateTimeField(null=True)
    active = models.BooleanField(default=True)
    # A look-alike named by an agent waits here for an admin; no grant to it is live.
    held = models.BooleanField(default=False)
    merged_into = models.ForeignKey("self", null=True, on_delete=models.PROTECT)
    # The first credential of the lineage whose write named it first: what the quota counts.
    registered_by = models.BigIntegerField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(
                fields=["registered_by"],
                name="registered_by_credential",
                condition=models.Q(registered_by__isnull=False),
            )
        ]

    COLLECTIVES: ClassVar = frozenset({"group", "org", "role", "ctx"})

    @property
    def is_collective(self) -> bool:
        return self.namespace in self.COLLECTIVES

    @property
    def profile_path(self) -> str:
        return f"/principals/{self.entity_id}/"


class Alias(models.Model):
    """A further name for name checks ("Bells"); counts once an admin approved it."""

    principal = models.ForeignKey(Principal, on_delete=models.CASCADE, related_name="aliases")
    text = models.CharField(max_length=128)
    normalized = models.CharField(max_length=128)
    approved_by = models.BigIntegerField(null=True)
    approved_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["principal", "normalized"], name="one_alias")]


class ExternalIdentity(models.Model):
    """An account elsewhere, exact, bound to one principal."""

    provider = models.CharField(max_length=64)
    external_id = models.CharField(max_length=256)
    principal = models.ForeignKey(Principal, on_delete=models.CASCADE, related_name="identities")
    verified_at = models.DateTimeField()
    bound_by = models.BigIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["provider", "external_id"], name="one_external_identity")
        ]


class Membership(models.Model):
    """A principal in a collective from/until; resolved at decision time."""

    collective = models.ForeignKey(Principal, on_delete=models.CASCADE, related_name="members")
    member = models.ForeignKey(Principal, on_delete=models.CASCADE, related_name="memberships")
    since = models.DateTimeField()
    until = models.DateTimeField(null=True)
    added_by = models.BigIntegerField(null=True)

    class Meta:
        indexes = [models.Index(fields=["member", "collective"]), models.Index(fields=["collective"])]


class Custodian(models.Model):
    """Who may consent for an entity that cannot; not transitive."""

    subject = models.ForeignKey(Principal, on_delete=models.CASCADE, related_name="custodians")
    custodian = models.ForeignKey(Principal, on_delete=models.CASCADE, related_name="custody")
    since = models.DateTimeField()
    until = models.DateTimeField(null=True)
    set_by = models.BigIntegerField(null=True)
    reason = models.CharField(max_length=500, blank=True, default="")

    class Meta:
        indexes = [models.Index(fields=["subject"]), models.Index(fields=["custodian"])]


class Credential(models.Model):
    """A bearer token of one principal; only a digest of it is kept."""

    principal = models.ForeignKey(Principal, on_delete=models.CASCADE, related_name="credentials")
    label = models.CharField(max_length=100)
    prefix = models.CharField(max_length=16)
    digest = models.BinaryField(max_length=32, unique=True)
    scopes = ArrayField(models.CharField(max_length=200))
    max_provenance = models.CharField(max_length=24, default="tool_derived")
    source_types = ArrayField(models.CharField(max_length=24), default=list)
    act_as = ArrayField(models.BigIntegerField(), default=list)
    providers = ArrayField(models.CharField(max_length=64), default=list)
    context_required = models.BooleanField(default=False)
    application = models.CharField(max_length=100, blank=True, default="")
    # The first of a chain of rotations: an agent never approves its own request under a new key.
    lineage = models.ForeignKey("self", null=True, on_delete=models.PROTECT)
    created_by = models.BigIntegerField(null=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)
    paused_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)


class AccountManager(BaseUserManager["Account"]):
    def get_by_natural_key(self, username: str | None) -> Account:
        return self.get(principal__entity_id=username)


class Account(AbstractBaseUser):
    """Someone who may sign in to the pages: a verified person, with a staff role or none."""

    ROLES: ClassVar = ("", "administrator", "reviewer", "auditor")

    principal = models.OneToOneField(Principal, on_delete=models.CASCADE, related_name="account")
    role = models.CharField(max_length=16, blank=True, default="")
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField()

    objects = AccountManager()
    USERNAME_FIELD = "principal"

    def __str__(self) -> str:
        return f"account {self.pk}"


class SigninLink(models.Model):
    """A one-time way in: GET shows a button, POST uses it up."""

    principal = models.ForeignKey(Principal, on_delete=models.CASCADE)
    digest = models.BinaryField(max_length=32, unique=True)
    role = models.CharField(max_length=16, blank=True, default="")
    # Minted by the command line on this machine: opens a session that may edit the system profile.
    local = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)


class IdempotencyKey(models.Model):
    """What a write with a key did: ids and statuses, never content."""

    credential_id = models.BigIntegerField()
    acting_id = models.BigIntegerField()
    route = models.CharField(max_length=120)
    key = models.CharField(max_length=200)
    fingerprint = models.CharField(max_length=64)
    effect = models.JSONField()
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["credential_id", "acting_id", "route", "key"], name="one_effect_per_key"
            )
        ]
