"""Where a sign-in leads, and where passkeys belong: pure rules."""

from __future__ import annotations

import pytest

from profiles.rules.signing import own_page, passkey_origin

ELSEWHERE = [
    "https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", "\\\\elsewhere.example",
    "///x", "javascript:alert(1)", "data:text/html,x", "elsewhere", "", " /memories/", "/\n/x", "/sign-in/",
    "/sign-out/",
    "/" + "x" * 3000, "http:/memories/", "/​",
]  # fmt: skip


@pytest.mark.parametrize("address", ELSEWHERE)
def test_anything_but_a_page_of_this_site_leads_to_the_first(address: str) -> None:
    assert own_page(address) == "/"


@pytest.mark.parametrize("address", ["/", "/memories/", "/memories/?q=a&b=c#d", "/principals/human:sean/"])
def test_a_page_of_this_site_is_where_it_leads(address: str) -> None:
    assert own_page(address) == address


@pytest.mark.parametrize(
    ("public", "origin"),
    [
        ("http://127.0.0.1:8000", "http://localhost:8000"),
        ("http://localhost", "http://localhost"),
        ("http://[::1]:8000", "http://localhost:8000"),
        ("https://memory.example.org", "https://memory.example.org"),
        ("https://memory.example.org:443", "https://memory.example.org"),
        ("https://memory.example.org:8443/", "https://memory.example.org:8443"),
        ("http://memory.example.org", ""),
        ("https://192.0.2.7", ""),
        ("http://192.0.2.7", ""),
    ],
)
def test_passkeys_belong_to_a_host_with_a_name(public: str, origin: str) -> None:
    assert passkey_origin(public) == origin
