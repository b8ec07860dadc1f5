"""A consent's receipt as a page to print: who may read what, for what, until when, and how it ends."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils import timezone

from consent.services.receipts import issue
from memory_admin.http.pages import PageRequest, page, show


@page()
def receipt(request: PageRequest, consent: str) -> HttpResponse:
    """Issue a receipt to a party or the grantee of a record; to anyone else there is none."""
    issued = issue(consent, by=request.caller, now=timezone.now())
    return show(request, "consent/receipt.html", {"receipt": issued, "purpose": issued["purposes"][0]})
