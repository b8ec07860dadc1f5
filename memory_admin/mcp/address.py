"""Where the endpoint is, as clients reach it."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings

PATH: Final = "/mcp"
_METADATA: Final = "/.well-known/oauth-protected-resource"
WELL_KNOWN: Final = (_METADATA, _METADATA + PATH)


def url() -> str:
    """Return the address of the endpoint (MEMORY_ADMIN_MCP_URL)."""
    return str(settings.MCP_URL)


def metadata_url() -> str:
    """Return where it is described: the well-known path goes between host and path (RFC 9728, 3.1)."""
    parts = urlsplit(url())
    return urlunsplit((parts.scheme, parts.netloc, _METADATA + parts.path.rstrip("/"), "", ""))
