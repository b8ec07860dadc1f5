"""Everything that is stored about memories and who may know them, a file for each subject."""

from __future__ import annotations

from consent.models.consents import Consent, ConsentAsking
from consent.models.contexts import Context, ContextSession, Participant
from consent.models.generalizations import Generalization
from consent.models.governing import ErasureMarks, Policy, RightsRequest
from consent.models.memories import (
    KINDS,
    STATES,
    Label,
    LabelGrant,
    Memory,
    MemoryConflict,
    MemoryVersion,
    Remembered,
)
from consent.models.moving import Imported
from consent.models.renderings import ModelReading, Remaking, Rendering, Reveal, SearchedLanguage
from consent.models.trust import TrustChange, TrustRelationship, TrustRequest, TrustSuggestion
from consent.models.validations import Validation, ValidationTicket

__all__ = [
    "KINDS",
    "STATES",
    "Consent",
    "ConsentAsking",
    "Context",
    "ContextSession",
    "ErasureMarks",
    "Generalization",
    "Imported",
    "Label",
    "LabelGrant",
    "Memory",
    "MemoryConflict",
    "MemoryVersion",
    "ModelReading",
    "Participant",
    "Policy",
    "Remaking",
    "Remembered",
    "Rendering",
    "Reveal",
    "RightsRequest",
    "SearchedLanguage",
    "TrustChange",
    "TrustRelationship",
    "TrustRequest",
    "TrustSuggestion",
    "Validation",
    "ValidationTicket",
]
