"""Addresses of a person's rights."""

from django.urls import path

from consent.api import rights

urlpatterns = [
    path("subjects/<str:subject>/export", rights.ExportSubject.as_view()),
    path("subjects/<str:subject>/erase", rights.EraseSubject.as_view()),
    path("subjects/<str:subject>/rectify", rights.RectifySubject.as_view()),
    path("rights-requests", rights.RightsRequests.as_view()),
    path("rights-requests/<str:rights>", rights.OneRightsRequest.as_view()),
    path("rights-requests/<str:rights>/approve", rights.ApproveRights.as_view()),
    path("rights-requests/<str:rights>/decline", rights.DeclineRights.as_view()),
]
