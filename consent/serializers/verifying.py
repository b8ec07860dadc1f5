"""The shapes of vouching for a memory and of setting it aside."""

from __future__ import annotations

from consent.models import STATES
from consent.serializers.memories import EPISTEMIC, Verified
from memory_admin.http.fields import ChoiceOf, TextField, WholeField
from memory_admin.http.serializer import StrictSerializer


class VerifyBody(StrictSerializer):
    version = WholeField(low=1, high=2**31 - 1, required=False)
    reason = TextField(max_length=500, blank=True, default="")


class SetAsideBody(StrictSerializer):
    reason = TextField(max_length=500, blank=True, default="")


class Standing(StrictSerializer):
    """What became of a memory, without a word of what it says."""

    id = TextField(max_length=40)
    version = WholeField(low=1, high=2**31)
    state = ChoiceOf(STATES)
    epistemic_status = ChoiceOf(EPISTEMIC)
    verified = Verified(allow_null=True)
