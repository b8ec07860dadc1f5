"""Sending mail beside the request: how long a mail server takes tells nobody whether an address is known."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

import structlog
from django.core.mail import EmailMessage

log = structlog.get_logger("profiles.mailing")
WORKERS: Final = 2
_POST: Final = ThreadPoolExecutor(max_workers=WORKERS, thread_name_prefix="mail")


def post(message: EmailMessage | None) -> Future[None]:
    """Send a message in a while; None takes the same way and sends nothing."""
    return _POST.submit(_send, message)


def _send(message: EmailMessage | None) -> None:
    """Send, or log by its type alone what failed: the error of a mail server names the address."""
    if message is None:
        return
    try:
        message.send()
    except Exception as error:
        log.error("mail_not_sent", kind=type(error).__name__)
