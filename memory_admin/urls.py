"""Every address of the site: operations, the API and the pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from csp.decorators import csp_update
from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.settings import spectacular_settings
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from memory_admin import first_steps, operations, views
from memory_admin.http import errors, openapi

OPEN: dict[str, Any] = {"authentication_classes": [], "permission_classes": []}

# Our part of the interface's description, for its generator: only what serves addresses needs to load it.
_describe: Callable[[dict[str, object]], None] = spectacular_settings.apply_patches
_describe({name: value for name, value in openapi.SETTINGS.items() if name != "SERVE_INCLUDE_SCHEMA"})

# The page's own script draws with styles and pictures it holds itself; it runs nothing else.
docs = csp_update({"style-src": ["'unsafe-inline'"], "img-src": ["data:"]})(
    SpectacularSwaggerSplitView.as_view(url_name="schema", template_name="docs.html", **OPEN)
)

api: list[URLPattern | URLResolver] = [
    path("", include("consent.urls")),
    path("", include("profiles.urls")),
    path("", include("audit.urls")),
    path("", include("jobs.urls")),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", operations.healthz),
    path("readyz", operations.readyz),
    path("metrics", operations.metrics),
    path("problems/<str:code>", errors.problem_kind),
    path("api/schema/", SpectacularAPIView.as_view(**OPEN), name="schema"),
    path("api/docs/", docs),
    path("api/v1/", include(api)),
    path("", views.overview, name="overview"),
    path("first-steps/", first_steps.first_steps, name="first-steps"),
    path("health/", views.health, name="health"),
    path("", include("profiles.page_urls")),
    path("", include("audit.page_urls")),
    path("", include("jobs.page_urls")),
    path("", include("consent.page_urls")),
]

handler400 = "memory_admin.errors.bad_request"
handler403 = "memory_admin.errors.permission_denied"
handler404 = "memory_admin.errors.page_not_found"
handler500 = "memory_admin.errors.server_error"
