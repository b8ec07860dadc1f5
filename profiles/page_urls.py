"""The addresses of signing in and of the directory's pages."""

from __future__ import annotations

from django.urls import URLPattern, path

from profiles.views import pausing, principals, sign_in

urlpatterns: list[URLPattern] = [
    path("sign-in/", sign_in.how, name="sign-in"),
    path("sign-in/<str:token>/", sign_in.by_link, name="sign-in-link"),
    path("sign-out/", sign_in.out, name="sign-out"),
    path("principals/", principals.principals, name="principals"),
    path("principals/<str:entity>/pause/", pausing.pause, name="principal-pause"),
    path("principals/<str:entity>/", principals.one, name="principal"),
]
