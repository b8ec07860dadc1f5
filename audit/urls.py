"""The audit's addresses under /api/v1/."""

from django.urls import path

from audit.api import Events, Verify

urlpatterns = [
    path("audit/events", Events.as_view(), name="audit-events"),
    path("audit/verify", Verify.as_view(), name="audit-verify"),
]
