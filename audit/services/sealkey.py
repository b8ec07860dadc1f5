"""The private key that signs the seals: a file of its own, never in the database."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings

from memory_admin.http.problem import Problem


def _problem(detail: str) -> Problem:
    return Problem(503, "seal_key_unusable", detail)


def load_key(*, create: bool) -> Ed25519PrivateKey:
    """Return the signing key of MEMORY_ADMIN_SEAL_KEY, making it (0600) on first use if `create`.

    Raises Problem 503 `seal_key_unusable`, saying why, when it is missing, open to others or no key."""
    path = Path(settings.SEAL_KEY).expanduser()
    if not path.exists():
        if not create:
            raise _problem(
                f"{path} is missing but there are seals. Put it back, or declare a gap for a new key."
            )
        _make(path)
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise _problem(f"{path} can be read by others. Run: chmod 600 {path}")
    try:
        key = serialization.load_pem_private_key(path.read_bytes(), password=None)
    except (ValueError, TypeError):
        raise _problem(f"{path} holds no private key in PEM.") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise _problem(f"{path} holds a key that is not ed25519.")
    return key


def _make(path: Path) -> None:
    """Write a new key that only its owner can read; a key that appeared meanwhile is left alone."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    pem = Ed25519PrivateKey.generate().private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(pem)
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink(missing_ok=True)


def public_key() -> bytes | None:
    """Return the public half for verifying, or None where this process has no key."""
    if not settings.SEAL_KEY or not Path(settings.SEAL_KEY).expanduser().is_file():
        return None
    return load_key(create=False).public_key().public_bytes_raw()
