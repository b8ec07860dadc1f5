"""The wiring app: settings, urls, commands that span the apps."""

from django.apps import AppConfig


class MemoryAdminConfig(AppConfig):
    name = "memory_admin"
