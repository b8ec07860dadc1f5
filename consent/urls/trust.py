"""Addresses of trust."""

from django.urls import path

from consent.api import trust

urlpatterns = [
    path("trust/<str:owner>/<str:accessor>", trust.Trust.as_view()),
    path("trust/<str:owner>/<str:accessor>/history", trust.TrustHistory.as_view()),
    path("trust/<str:owner>/<str:accessor>/request", trust.AskForTrust.as_view()),
]
