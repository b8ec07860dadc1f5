"""ASGI entry point of the agents' door (MCP); the site and the API are memory_admin.site."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_admin.settings")
django.setup()

from memory_admin.mcp.http import application as make  # noqa: E402

application = make()
