"""Addresses of the policy."""

from django.urls import path

from consent.api import policies

urlpatterns = [
    path("policies", policies.Policies.as_view()),
]
