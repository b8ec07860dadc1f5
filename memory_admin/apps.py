"""The wiring app: settings, urls, commands that span the apps."""

from collections.abc import Callable

from django.apps import AppConfig


class MemoryAdminConfig(AppConfig):
    name = "memory_admin"

    def ready(self) -> None:
        """Hand our part of the interface's description to its generator, once settings are complete."""
        from drf_spectacular.settings import spectacular_settings

        from memory_admin.http.openapi import SETTINGS

        apply: Callable[[dict[str, object]], None] = spectacular_settings.apply_patches
        apply({k: v for k, v in SETTINGS.items() if k != "SERVE_INCLUDE_SCHEMA"})
