"""Which personal data a policy has looked for, by the groups an administrator sees.

What the policy does not say, or says in a way that is not understood, is looked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from text.personal import KINDS

GROUPS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "people": frozenset({"person", "username"}),
        "phone": frozenset({"phone"}),
        "email": frozenset({"email"}),
        "address": frozenset({"address", "place", "ip_address"}),
        "ids": frozenset({"national_id", "account_id", "birth_date"}),
        "money": frozenset({"money"}),
        "medical": frozenset({"medical"}),
        "secrets": frozenset({"secret", "url_token"}),
    }
)
EVERYTHING: Final = frozenset[str](KINDS)


def looked_for(recognizers: object) -> frozenset[str]:
    """Return the kinds of personal data to take out, from the setting `redaction_recognizers`."""
    said = recognizers if isinstance(recognizers, Mapping) else {}
    off = [kinds for name, kinds in GROUPS.items() if said.get(name) is False]
    return EVERYTHING.difference(*off)
