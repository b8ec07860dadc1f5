"""The addresses of the pages of jobs."""

from __future__ import annotations

from django.urls import URLPattern, path

from jobs import views

urlpatterns: list[URLPattern] = [
    path("jobs/", views.jobs, name="jobs"),
    path("jobs/<str:job>/", views.job, name="job"),
    path("jobs/<str:job>/file/", views.file, name="job-file"),
    path("jobs/<str:job>/cancel/", views.cancel, name="job-cancel"),
]
