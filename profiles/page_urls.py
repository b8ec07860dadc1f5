"""The addresses of signing in and of the directory's pages."""

from __future__ import annotations

from django.urls import URLPattern, path

from profiles.views import (
    browser_sessions,
    directory_changes,
    knowledge,
    passkeys,
    pausing,
    principals,
    profile,
    sign_in,
    sign_in_code,
    sign_in_openid,
    system_profile,
    tokens,
)

urlpatterns: list[URLPattern] = [
    path("sign-in/", sign_in.how, name="sign-in"),
    path("sign-in/address/", sign_in_code.address, name="sign-in-address"),
    path("sign-in/code/", sign_in_code.code, name="sign-in-code"),
    path("sign-in/passkey/", passkeys.sign_in_by, name="sign-in-passkey"),
    path("sign-in/openid/", sign_in_openid.there, name="sign-in-openid"),
    path("sign-in/openid/back/", sign_in_openid.back, name="sign-in-openid-back"),
    path("sign-in/<str:token>/", sign_in.by_link, name="sign-in-link"),
    path("my-sessions/", browser_sessions.mine, name="my-sessions"),
    path("my-sessions/end/", browser_sessions.end, name="my-sessions-end"),
    path("my-sessions/passkeys/", passkeys.add, name="passkey-add"),
    path("my-sessions/passkeys/<int:passkey>/remove/", passkeys.remove, name="passkey-remove"),
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
    path("principals/new/", directory_changes.new, name="principal-new"),
    path("principals/<str:entity>/change/<str:verb>/", directory_changes.change, name="principal-change"),
    path("principals/<str:entity>/tokens/new/", tokens.issue, name="token-new"),
    path("principals/<str:entity>/tokens/<int:token>/<str:verb>/", tokens.change, name="token-change"),
    path("principals/<str:entity>/pause/", pausing.pause, name="principal-pause"),
    path("principals/<str:entity>/", principals.one, name="principal"),
]
