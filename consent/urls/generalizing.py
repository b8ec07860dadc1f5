"""Addresses of generalizing."""

from django.urls import path

from consent.api import generalizing

urlpatterns = [
    path("memories/<str:memory>/generalize", generalizing.Generalize.as_view()),
    path("generalizations", generalizing.Generalizations.as_view()),
    path("generalizations/<str:generalization>/keep", generalizing.KeepGeneralization.as_view()),
]
