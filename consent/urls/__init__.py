"""The addresses of memories, consents, contexts and trust, under /api/v1/."""

from importlib.util import find_spec

from django.urls import URLPattern, URLResolver, include, path

_TOPICS = (
    *("memories", "consents", "contexts", "trust", "proposals", "policies", "figures"),
    *("generalizing", "rights"),
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include(f"consent.urls.{topic}")) for topic in _TOPICS if find_spec(f"consent.urls.{topic}")
]
