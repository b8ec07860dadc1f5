"""Addresses of the policy and of what-if."""

from django.urls import path

from consent.api import policies, simulate

urlpatterns = [
    path("policies", policies.Policies.as_view()),
    path("policies/preview", policies.PolicyPreview.as_view()),
    path("access/simulate", simulate.Simulate.as_view()),
]
