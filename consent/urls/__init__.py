"""The addresses of memories, consents, contexts and trust, under /api/v1/."""

from django.urls import URLPattern, URLResolver, include, path

# What agents ask most comes first: addresses are tried in this order.
_TOPICS = (
    *("memories", "consents", "contexts", "trust", "proposals", "policies", "figures"),
    *("generalizing", "rights"),
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include(f"consent.urls.{topic}")) for topic in _TOPICS
]
