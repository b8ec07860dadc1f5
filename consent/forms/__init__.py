"""What the pages ask: filters of memories, questions about access, answers to consent requests."""

from __future__ import annotations

from consent.forms.acting import (
    Answer,
    Answered,
    Asked,
    Incoming,
    LookedAt,
    Outgoing,
    RightAnswered,
    RightAsked,
    StatementForm,
    Sure,
    TrustForm,
    YesOrNo,
)
from consent.forms.asking import (
    ENTITY,
    AboutQuestion,
    AccessQuestion,
    BenchForm,
    ConsentFilter,
    EntityField,
    MemoryFilter,
    PastedForm,
    PublicIdField,
    SightQuestion,
    StaffSightQuestion,
    TrustFilter,
)

__all__ = [
    "ENTITY",
    "AboutQuestion",
    "AccessQuestion",
    "Answer",
    "Answered",
    "Asked",
    "BenchForm",
    "ConsentFilter",
    "EntityField",
    "Incoming",
    "LookedAt",
    "MemoryFilter",
    "Outgoing",
    "PastedForm",
    "PublicIdField",
    "RightAnswered",
    "RightAsked",
    "SightQuestion",
    "StaffSightQuestion",
    "StatementForm",
    "Sure",
    "TrustFilter",
    "TrustForm",
    "YesOrNo",
]
