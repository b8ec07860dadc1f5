"""The addresses of the pages about memories, access and consent."""

from __future__ import annotations

from django.urls import URLPattern, path

from consent.views import (
    access,
    consents,
    context_changes,
    contexts,
    generalizing,
    memories,
    memory,
    policies,
    prompt,
    quarantine,
    trust,
    trust_changes,
    trust_waiting,
    whatif,
)

urlpatterns: list[URLPattern] = [
    path("memories/", memories.memories, name="memories"),
    path("memories/<str:memory>/", memory.memory, name="memory"),
    path("memories/<str:memory>/quarantine/", quarantine.quarantine, name="memory-quarantine"),
    path("memories/<str:memory>/release/", quarantine.release, name="memory-release"),
    path("trust/", trust.trust, name="trust"),
    path("trust/matrix/", trust.matrix, name="trust-matrix"),
    path("trust/waiting/", trust_waiting.waiting, name="trust-waiting"),
    path("trust/waiting/<str:waiting>/", trust_waiting.answer, name="trust-answer"),
    path("trust/<str:owner>/<str:accessor>/", trust.one, name="trust-one"),
    path("trust/<str:owner>/<str:accessor>/set/", trust_changes.set_trust, name="trust-set"),
    path("trust/<str:owner>/<str:accessor>/lower/", trust_changes.lower, name="trust-lower"),
    path("trust/<str:owner>/<str:accessor>/request/", trust_changes.request_trust, name="trust-request"),
    path("system-profile/preview/", prompt.preview, name="prompt-preview"),
    path("access/", access.access, name="access"),
    path("access/what-if/", whatif.what_if, name="what-if"),
    path("access/what-if/make/", whatif.make, name="what-if-make"),
    path("access/tried/<str:job>/", whatif.tried, name="tried"),
    path("policies/", policies.policies, name="policies"),
    path("policies/try/", policies.try_it, name="policies-try"),
    path("policies/save/", policies.save, name="policies-save"),
    path("policies/versions/", policies.versions, name="policy-versions"),
    path("memories/<str:memory>/generalize/", generalizing.generalize, name="memory-generalize"),
    path("generalizations/", generalizing.generalizations, name="generalizations"),
    path("generalizations/<str:generalization>/answer/", generalizing.answer, name="generalization-answer"),
    path("generalizations/<str:generalization>/keep/", generalizing.keep, name="generalization-keep"),
    path("consents/", consents.consents, name="consents"),
    path("consents/<str:consent>/", consents.consent, name="consent"),
    path("consents/<str:consent>/answer/", consents.answer, name="consent-answer"),
    path("contexts/", contexts.contexts, name="contexts"),
    path("contexts/new/", context_changes.new, name="context-new"),
    path("contexts/sessions/<str:session>/close/", contexts.close, name="context-close"),
    path("contexts/<str:context>/", contexts.context, name="context"),
    path("contexts/<str:context>/edit/", context_changes.edit, name="context-edit"),
]
