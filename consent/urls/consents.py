"""Addresses of consents."""

from django.urls import path

from consent.api import consents

urlpatterns = [
    path("consents", consents.Consents.as_view()),
    path("consents/<str:consent>", consents.OneConsent.as_view()),
    path("consents/<str:consent>/approve", consents.Approve.as_view()),
    path("consents/<str:consent>/deny", consents.Deny.as_view()),
    path("consents/<str:consent>/revoke", consents.Revoke.as_view()),
    path("consents/<str:consent>/receipt", consents.Receipt.as_view()),
]
