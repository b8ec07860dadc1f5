"""Addresses of contexts."""

from django.urls import path

from consent.api import contexts, whoami

urlpatterns = [
    path("contexts", contexts.Contexts.as_view()),
    path("contexts/leave", contexts.Leave.as_view()),
    path("contexts/current", contexts.Current.as_view()),
    path("contexts/<str:context>", contexts.OneContext.as_view()),
    path("contexts/<str:context>/enter", contexts.Enter.as_view()),
    path("whoami", whoami.Whoami.as_view()),
]
