"""The addresses of the pages about memories, access and consent."""

from __future__ import annotations

from django.urls import URLPattern, path

from consent.views import access, consents, memories, memory

urlpatterns: list[URLPattern] = [
    path("memories/", memories.memories, name="memories"),
    path("memories/<str:memory>/", memory.memory, name="memory"),
    path("access/", access.access, name="access"),
    path("consents/", consents.consents, name="consents"),
    path("consents/<str:consent>/", consents.consent, name="consent"),
    path("consents/<str:consent>/answer/", consents.answer, name="consent-answer"),
]
