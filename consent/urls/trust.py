"""Addresses of trust."""

from django.urls import path

from consent.api import trust, trust_suggestions

urlpatterns = [
    path("trust/suggestions", trust_suggestions.Suggestions.as_view()),
    path("trust/suggestions/<str:suggestion>/accept", trust_suggestions.Accept.as_view()),
    path("trust/suggestions/<str:suggestion>/decline", trust_suggestions.Decline.as_view()),
    path("trust/<str:owner>/<str:accessor>", trust.Trust.as_view()),
    path("trust/<str:owner>/<str:accessor>/history", trust.TrustHistory.as_view()),
    path("trust/<str:owner>/<str:accessor>/request", trust.AskForTrust.as_view()),
]
