"""Addresses of memories, sharing, recall and questions about access."""

from django.urls import path

from consent.api import access, ingest, memories, prompt, recall, sharing, validation, verifying

urlpatterns = [
    path("memories", memories.Memories.as_view()),
    path("memories/batch", memories.MemoryBatch.as_view()),
    path("memories/ingest", ingest.MemoryIngest.as_view()),
    path("memories/<str:memory>", memories.OneMemory.as_view()),
    path("memories/<str:memory>/versions", memories.MemoryVersions.as_view()),
    path("memories/<str:memory>/verify", verifying.Verify.as_view()),
    path("memories/<str:memory>/quarantine", verifying.Quarantine.as_view()),
    path("memories/<str:memory>/release", verifying.Release.as_view()),
    path("memories/<str:memory>/grants", sharing.Grants.as_view()),
    path("memories/<str:memory>/grants/<str:grantee>", sharing.OneGrant.as_view()),
    path("recall", recall.Recall.as_view()),
    path("responses/validate", validation.ValidateResponse.as_view()),
    path("prompt", prompt.Prompt.as_view()),
    path("access/check", access.Check.as_view()),
    path("access/explain", access.Explain.as_view()),
    path("privacy/audit", access.PrivacyAudit.as_view()),
]
