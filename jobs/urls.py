"""The addresses of jobs under /api/v1/."""

from django.urls import path

from jobs.api import CancelJob, Jobs, OneJob

urlpatterns = [
    path("jobs", Jobs.as_view(), name="jobs-api"),
    path("jobs/<str:job>", OneJob.as_view(), name="job-api"),
    path("jobs/<str:job>/cancel", CancelJob.as_view(), name="job-cancel-api"),
]
