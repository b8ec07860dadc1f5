"""Every address of the site: operations, the API and the pages."""

from __future__ import annotations

from typing import Any

from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView

from memory_admin import first_steps, operations, views
from memory_admin.http import errors

OPEN: dict[str, Any] = {"authentication_classes": [], "permission_classes": []}

api: list[URLPattern | URLResolver] = [
    path("", include("profiles.urls")),
    path("", include("audit.urls")),
    path("", include("jobs.urls")),
    path("", include("consent.urls")),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", operations.healthz),
    path("readyz", operations.readyz),
    path("metrics", operations.metrics),
    path("problems/<str:code>", errors.problem_kind),
    path("api/schema/", SpectacularAPIView.as_view(**OPEN), name="schema"),
    path("api/docs/", SpectacularSwaggerView.as_view(url_name="schema", **OPEN)),
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
