"""The ways to sign in, where one leads, and where a browser's passkeys belong."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

LINK: Final = "link"
CODE: Final = "code"
PASSKEY: Final = "passkey"
OPENID: Final = "openid"
# What a session keeps of how and when it was opened; one that says nothing was opened by a link.
WAY: Final = "signed_in_by"
SINCE: Final = "signed_in_at"
CODE_LASTS: Final = 10 * 60  # seconds
LONGEST: Final = 2000
START: Final = "/"


def own_page(address: str) -> str:
    """Return the page to go on to: a path of this site, or the first page for anything else."""
    plain = address.isprintable() and "\\" not in address and len(address) <= LONGEST
    if not plain or not address.startswith("/") or address.startswith("//"):
        return START
    parts = urlsplit(address)
    return START if parts.scheme or parts.netloc or parts.path.startswith("/sign-") else address


def passkey_origin(public: str) -> str:
    """Return the origin at which browsers keep passkeys for an installation, empty where they keep none.

    Browsers bind a passkey to a host's name, over https or on their own machine (WebAuthn 2, 5.1.3)."""
    parts = urlsplit(public)
    host = parts.hostname or ""
    if parts.scheme == "http" and _is_loopback(host):
        return f"http://localhost:{parts.port}" if parts.port else "http://localhost"
    if parts.scheme != "https" or _is_address(host):
        return ""
    return f"https://{host}:{parts.port}" if parts.port not in (None, 443) else f"https://{host}"


def is_private_channel(address: str) -> bool:
    """Tell whether what is said to an address stays between the two: https, or this machine."""
    parts = urlsplit(address)
    host = parts.hostname or ""
    return bool(host) and (parts.scheme == "https" or (parts.scheme == "http" and _is_loopback(host)))


def _is_loopback(host: str) -> bool:
    return host == "localhost" or (_is_address(host) and ip_address(host).is_loopback)


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
