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
    AccessQuestion,
    BenchForm,
    ConsentFilter,
    EntityField,
    MemoryFilter,
    PastedForm,
    PublicIdField,
    TrustFilter,
)

__all__ = [
    "ENTITY",
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
    "StatementForm",
    "Sure",
    "TrustFilter",
    "TrustForm",
    "YesOrNo",
]
