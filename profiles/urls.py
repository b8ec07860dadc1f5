"""The addresses of identity and the directory, under /api/v1/."""

from __future__ import annotations

from django.urls import URLPattern, path

from profiles.api import asking, knowledge, principals, profiles, relations, sessions

urlpatterns: list[URLPattern] = [
    path("identities/resolve", asking.ResolveIdentity.as_view()),
    path("knowledge", knowledge.Knowledge.as_view()),
    path("knowledge/<str:note>/approve", knowledge.ApproveKnowledge.as_view()),
    path("knowledge/<str:note>/decline", knowledge.DeclineKnowledge.as_view()),
    path("profile", profiles.Profile.as_view()),
    path("profile/history", profiles.ProfileHistory.as_view()),
    path("sessions/<str:sid>/facts", sessions.SessionFacts.as_view()),
    path("sessions/<str:sid>/promote", sessions.PromoteFact.as_view()),
    path("system-profile", profiles.SystemProfile.as_view()),
    path("principals", principals.Principals.as_view()),
    path("principals/<str:entity>", principals.OnePrincipal.as_view()),
    path("principals/<str:entity>/aliases", relations.Aliases.as_view()),
    path("principals/<str:entity>/aliases/<int:alias>", relations.OneAlias.as_view()),
    path("principals/<str:entity>/aliases/<int:alias>/approve", relations.AliasApproval.as_view()),
    path("principals/<str:entity>/identities", relations.Identities.as_view()),
    path("principals/<str:entity>/identities/<int:identity>", relations.OneIdentity.as_view()),
    path("principals/<str:entity>/memberships", relations.Memberships.as_view()),
    path("principals/<str:entity>/memberships/<str:other>", relations.OneMembership.as_view()),
    path("principals/<str:entity>/custodians", relations.Custodians.as_view()),
    path("principals/<str:entity>/custodians/<str:custodian>", relations.OneCustodian.as_view()),
]
