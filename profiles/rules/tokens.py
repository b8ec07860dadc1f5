"""The shape of secrets that are shown once: what they look like and what is kept of them."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from typing import Final

ALPHABET: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
PREFIX_LENGTH: Final = 8
# 62 ** 43 is a little more than 2 ** 256.
SECRET_LENGTH: Final = 43
_TOKEN: Final = re.compile(rf"ma_([0-9a-z]{{{PREFIX_LENGTH}}})_([0-9A-Za-z]{{{SECRET_LENGTH}}})")


@dataclass(frozen=True, slots=True)
class Token:
    """A bearer token taken apart; its text never shows in a representation."""

    prefix: str
    secret: str = field(repr=False)

    @property
    def digest(self) -> bytes:
        """Return the SHA-256 of the secret, all that is kept of it."""
        return digest(self.secret)

    @property
    def text(self) -> str:
        """Return the token as its holder presents it."""
        return f"ma_{self.prefix}_{self.secret}"


def digest(secret: str) -> bytes:
    """Return the SHA-256 of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).digest()


def parse(text: str) -> Token | None:
    """Return the token in a text, or None for anything that is not exactly one."""
    found = _TOKEN.fullmatch(text)
    return Token(found[1], found[2]) if found else None
