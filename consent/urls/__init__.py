"""The addresses of memories, consents, contexts and trust, under /api/v1/."""

from importlib.util import find_spec

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include(f"consent.urls.{topic}"))
    for topic in ("memories", "consents", "contexts", "trust", "proposals", "policies", "figures")
    if find_spec(f"consent.urls.{topic}")
]
