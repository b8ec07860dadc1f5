"""The jobs application."""

from django.apps import AppConfig


class JobsConfig(AppConfig):
    """Long work with progress, cancel and a result."""

    name = "jobs"
    default_auto_field = "django.db.models.BigAutoField"
