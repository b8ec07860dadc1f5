"""What the clock does for sign-in."""

from __future__ import annotations

from celery import shared_task
from django.contrib.sessions.models import Session
from django.utils import timezone


@shared_task(ignore_result=True)  # type: ignore[untyped-decorator]
def forget_sessions() -> None:
    """Remove sessions that are over, with what was asked for in them (beat: every ten minutes)."""
    Session.objects.filter(expire_date__lt=timezone.now()).delete()
