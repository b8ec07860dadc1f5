"""Django's entry for the audit app."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    """Register the audit app under its own label."""

    name = "audit"
    label = "audit"
    default_auto_field = "django.db.models.BigAutoField"
