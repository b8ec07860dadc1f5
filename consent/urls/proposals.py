"""The addresses of what waits for one's answer."""

from __future__ import annotations

from django.urls import URLPattern, path

from consent.api import proposals

urlpatterns: list[URLPattern] = [
    path("proposals", proposals.Proposals.as_view()),
    path("proposals/<str:proposal>/accept", proposals.AcceptProposal.as_view()),
    path("proposals/<str:proposal>/decline", proposals.DeclineProposal.as_view()),
]
