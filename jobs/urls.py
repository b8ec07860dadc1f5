"""The addresses of jobs under /api/v1/."""

from django.urls import path

from jobs.api import CancelJob, FileOfJob, Jobs, OneJob

urlpatterns = [
    path("jobs", Jobs.as_view()),
    path("jobs/<str:job>", OneJob.as_view()),
    path("jobs/<str:job>/file", FileOfJob.as_view()),
    path("jobs/<str:job>/cancel", CancelJob.as_view()),
]
