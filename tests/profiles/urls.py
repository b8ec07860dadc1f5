"""The addresses of identity alone, as the site has them."""

from django.urls import include, path

urlpatterns = [path("api/v1/", include("profiles.urls"))]
