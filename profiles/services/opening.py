"""Opening a browser's session: the same whichever way somebody came in."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from allauth.account.internal.stagekit import clear_login
from django.contrib.auth import login
from django.http import HttpRequest

from profiles.models import Account
from profiles.rules.signing import SINCE, WAY

_BACKEND: Final = "profiles.authentication.LinkBackend"


def open_session(request: HttpRequest, account: Account, way: str, *, now: datetime) -> None:
    """Sign a browser in, with nothing left of earlier tries: no address, no code, no shorter end."""
    clear_login(request)
    login(request, account, backend=_BACKEND)
    request.session.update({WAY: way, SINCE: now.timestamp()})
    request.session.set_expiry(None)
