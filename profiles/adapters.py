"""What allauth asks of this installation: who may come in, how a code is sent, where a sign-in leads."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.login import clear_authentication_records, get_authentication_records
from allauth.account.utils import user_pk_to_url_str
from allauth.core.internal.ratelimit import truncate_ip
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMessage
from django.db import transaction
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.crypto import salted_hmac

from memory_admin.http.problem import Problem
from memory_admin.http.request import request_id_of
from profiles.models import Account
from profiles.queries.signing import standing
from profiles.rules.signing import (
    CODE,
    LINK,
    OPENID,
    PASSKEY,
    START,
    own_page,
    passkey_origin,
)
from profiles.services import mailing, signing
from profiles.services.opening import open_session

_CODE_MAIL: Final = "account/email/login_code"
_WAYS: Final = {"code": CODE, "mfa": PASSKEY, "socialaccount": OPENID}


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Sign-in for those who are known here; nobody signs up, and there are no passwords."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def get_login_stages(self) -> list[str]:
        """Return the one stage there is: code and passkey stand beside each other, none follows the other."""
        return ["allauth.account.stages.LoginByCodeStage"]

    def pre_login(self, request: HttpRequest, user: Account, **given: Any) -> None:
        """Stop whoever may not sign in, by whatever way it came; raises Problem 403."""
        if standing(user.pk) is None:
            clear_authentication_records(request)
            raise Problem(403, "sign_in_refused")

    def login(self, request: HttpRequest, user: Account) -> None:
        """Open the session and put it on record, both or neither; raises Problem 403."""
        account = standing(user.pk)
        if account is None:
            raise Problem(403, "sign_in_refused")
        way, now = _way_of(request, account), timezone.now()
        with transaction.atomic():
            signing.opened(account, way, request_id=request_id_of(request), now=now)
            open_session(request, account, way, now=now)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a code; for an address that is nobody's do as much, and send nothing."""
        known = template_prefix == _CODE_MAIL
        text = render_to_string("profiles/code_mail.txt", {"code": context.get("code", "XXXX-XXXX")})
        subject = "Your code to sign in to Memory Admin"
        message = EmailMessage(subject, text, settings.DEFAULT_FROM_EMAIL, [email])
        mailing.post(message if known else None)

    def add_message(self, *given: Any, **more: Any) -> None:
        """Say nothing: the pages say it themselves."""

    def is_safe_url(self, url: str) -> bool:
        return own_page(url) == url

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        return START

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return a keyed digest of the client's network: limits count by it, and no cache keeps addresses."""
        try:
            found = super().get_client_ip(request)
        except ImproperlyConfigured:  # it came past the proxies
            found = request.META.get("REMOTE_ADDR", "")
        return str(salted_hmac("profiles.signing.client", truncate_ip(found)).hexdigest())


def _way_of(request: HttpRequest, account: Account) -> str:
    records = get_authentication_records(request, account)
    return _WAYS.get(records[-1]["method"] if records else "", LINK)


class PasskeyAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Whose passkeys are made here, and for what: an account's number, and the id that others see."""

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {"id": urlsplit(passkey_origin(settings.PUBLIC_URL)).hostname or "", "name": "Memory Admin"}

    def get_public_key_credential_user_entity(self, user: Account) -> dict[str, object]:
        entity = user.principal.entity_id
        return {"id": user_pk_to_url_str(user).encode(), "display_name": entity, "name": entity}
