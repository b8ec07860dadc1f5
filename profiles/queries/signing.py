"""Whom an address belongs to, among those who may sign in."""

from __future__ import annotations

from typing import Final

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet

from profiles.models import Account, ExternalIdentity, Principal

# An address bound as an account elsewhere, under this name of its provider.
BY_EMAIL: Final = "email"
_OFF: Final = "django.core.mail.backends.dummy.EmailBackend"


def mail_is_on() -> bool:
    """Tell whether this installation has a mail server to send codes by."""
    return bool(settings.EMAIL_BACKEND != _OFF)


def people() -> QuerySet[Principal]:
    """Return the individuals who may sign in: verified, active, neither held nor merged."""
    return Principal.objects.filter(
        active=True, held=False, merged_into=None, verified_at__isnull=False
    ).exclude(namespace__in=Principal.COLLECTIVES)


def may_sign_in(principal: Principal) -> bool:
    """Tell whether somebody is one of the individuals who may sign in, as it is stored now."""
    return people().filter(pk=principal.pk).exists()


def may_come_in() -> QuerySet[Principal]:
    """Return the people who have an account or may get one.

    An account that was closed lets nobody in; an agent gets none by itself."""
    account = Account.objects.filter(principal=OuterRef("pk"))
    unmade = Q(namespace="human") & ~Q(Exists(account))
    return people().filter(Q(Exists(account.filter(is_active=True))) | unmade)


def standing(account_id: int) -> Account | None:
    """Return an account with its principal while both may be signed in, else None."""
    rows = Account.objects.select_related("principal").filter(is_active=True, principal__in=people())
    return rows.filter(pk=account_id).first()


def used_accounts() -> QuerySet[Account]:
    """Return the accounts somebody came in by, or could: one made for a code that nobody typed is none."""
    passkeys = Authenticator.objects.filter(user=OuterRef("pk"))
    return Account.objects.filter(Q(last_login__isnull=False) | ~Q(role="") | Q(Exists(passkeys)))


def person_with(address: str) -> Principal | None:
    """Return whose verified address this is of those who may come in, None where it is not one person's."""
    bound = ExternalIdentity.objects.filter(principal=OuterRef("pk"), provider=BY_EMAIL, external_id=address)
    verified = Q(email=address, email_verified_at__isnull=False) | Q(Exists(bound))
    found = list(may_come_in().filter(verified)[:2])
    return found[0] if len(found) == 1 else None
