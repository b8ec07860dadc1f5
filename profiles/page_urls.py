"""The addresses of signing in and of the directory's pages."""

from __future__ import annotations

from django.urls import URLPattern, path

from profiles.views import knowledge, pausing, principals, profile, sign_in, system_profile

urlpatterns: list[URLPattern] = [
    path("sign-in/", sign_in.how, name="sign-in"),
    path("sign-in/<str:token>/", sign_in.by_link, name="sign-in-link"),
    path("sign-out/", sign_in.out, name="sign-out"),
    path("system-profile/", system_profile.system_profile, name="system-profile"),
    path("system-profile/edit/", system_profile.edit, name="system-profile-edit"),
    path("system-profile/restore/", system_profile.restore, name="system-profile-restore"),
    path("profile/", profile.profile, name="profile"),
    path("profile/proposals/<str:proposal>/", profile.answer, name="proposal-answer"),
    path("profile/facts/promote/", profile.promote, name="fact-promote"),
    path("profile/facts/clear/", profile.clear, name="facts-clear"),
    path("knowledge/", knowledge.knowledge, name="knowledge"),
    path("knowledge/<str:note>/", knowledge.answer, name="knowledge-answer"),
    path("principals/", principals.principals, name="principals"),
    path("principals/<str:entity>/pause/", pausing.pause, name="principal-pause"),
    path("principals/<str:entity>/", principals.one, name="principal"),
]
