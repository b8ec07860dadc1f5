"""Asking the interface about the layers of a prompt."""

from tests.profiles.conftest import ask as ask

__all__ = ["ask"]
