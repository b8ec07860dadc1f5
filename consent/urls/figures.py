"""Addresses of the figures."""

from django.urls import path

from consent.api import figures

urlpatterns = [path("figures", figures.FiguresOfDays.as_view())]
