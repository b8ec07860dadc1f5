"""The page on settings lists what is read from the environment, and nothing else."""

from __future__ import annotations

import re

from tests.wiring.test_docs import ROOT

NAME = r"(?:MEMORY_ADMIN_[A-Z_]*[A-Z]|DATABASE(?:_OWNER)?_URL|REDIS_URL|EMBEDDINGS_URL)"
READ = re.compile(rf'env\.\w+\(\s*"({NAME})"|^[A-Z_]+(?:: Final)? = "({NAME})"', re.M)
OF_A_PROVIDER = re.compile(r'_PREFIX \+ "([A-Z_]+)"')


def read() -> set[str]:
    sources = {file: file.read_text() for file in (ROOT / "memory_admin").rglob("*.py")}
    found = {name for text in sources.values() for pair in READ.findall(text) for name in pair if name}
    return found | {
        f"MEMORY_ADMIN_OIDC_{end}" for text in sources.values() for end in OF_A_PROVIDER.findall(text)
    }


def test_every_setting_that_is_read_is_on_the_page() -> None:
    """Seen failing for eight that no page named, among them where a second opinion is asked."""
    page = set(re.findall(rf"`({NAME})`", (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")))
    assert len(page) > 25
    assert read() - page == set()
    assert page - read() == set()
