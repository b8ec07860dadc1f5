"""The addresses of the audit's pages."""

from __future__ import annotations

from django.urls import URLPattern, path

from audit.views import events

urlpatterns: list[URLPattern] = [
    path("audit/", events.events, name="audit"),
    path("audit/verify/", events.verify, name="audit-page-verify"),
    path("audit/request/<str:req_id>/", events.story, name="audit-story"),
]
