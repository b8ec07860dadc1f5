"""The addresses of the audit's pages."""

from __future__ import annotations

from django.urls import URLPattern, path

from audit.views import events, violation_bulk, violations

urlpatterns: list[URLPattern] = [
    path("audit/", events.events, name="audit"),
    path("audit/verify/", events.verify, name="audit-page-verify"),
    path("audit/request/<str:req_id>/", events.story, name="audit-story"),
    path("violations/", violations.violations, name="violations"),
    path("violations/bulk/", violation_bulk.bulk, name="violations-bulk"),
    path("violations/<str:violation>/", violations.violation, name="violation"),
    path("violations/<str:violation>/review/", violations.review_one, name="violation-review"),
]
