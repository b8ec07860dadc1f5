"""The audit's addresses under /api/v1/."""

from django.urls import path

from audit.api.deliveries import MemoryDeliveries
from audit.api.events import Events, Verify
from audit.api.violations import OneViolation, Violations

urlpatterns = [
    path("audit/events", Events.as_view()),
    path("audit/verify", Verify.as_view()),
    path("memories/<str:memory>/deliveries", MemoryDeliveries.as_view()),
    path("violations", Violations.as_view()),
    path("violations/<str:violation>", OneViolation.as_view()),
]
