"""`memory-admin mcp`: serve one agent on standard input and output."""

from __future__ import annotations

import os
from argparse import Namespace

from django.core.management.base import CommandError

from memory_admin.http.problem import Problem
from memory_admin.mcp.stdio import VARIABLE, serve
from profiles.commands import USAGE, ProductCommand, Shown


class Command(ProductCommand):
    """The agents' door on the command line."""

    help = "Serve an agent over MCP on standard input and output; its token is MEMORY_ADMIN_TOKEN."

    def do(self, given: Namespace) -> Shown:
        """Serve until the client closes; without a token nobody is served."""
        token = os.environ.get(VARIABLE, "")
        if not token:
            raise CommandError(
                f"{VARIABLE} is not set: memory-admin token create ENTITY --scopes recall,memory makes one.",
                returncode=USAGE,
            )
        try:
            serve(token)
        except Problem as problem:
            if problem.code != "unauthenticated":
                raise
            wrong = f"The token in {VARIABLE} is unknown here, paused, revoked or expired"
            raise CommandError(f"{wrong}: memory-admin token list shows them. (unauthenticated)") from None
        return Shown({})
