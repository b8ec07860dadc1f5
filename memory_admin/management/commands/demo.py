"""`memory-admin demo`: load the demonstration data."""

from __future__ import annotations

from argparse import Namespace

from django.utils import timezone

from memory_admin.demo import load
from profiles.commands import ProductCommand, Shown


class Command(ProductCommand):
    """Load the demonstration once."""

    help = "Load the demonstration: Bella's health, the dog park, the school and the vet. Does nothing twice."

    def do(self, asked: Namespace) -> Shown:
        """Return how many memories were loaded."""
        loaded = load(timezone.now())
        line = f"{loaded} memories loaded." if loaded else "The demonstration is already there."
        return Shown({"loaded": loaded}, [line])
