"""Owner, provenance and trust travel in no metadata, at no depth and under no spelling."""

from __future__ import annotations

import pytest

from consent.rules.drafts import refused_metadata


@pytest.mark.parametrize(
    ("metadata", "path"),
    [
        ({"owner": "si:max"}, "metadata.owner"),
        ({"Ｏwner": "si:max"}, "metadata.Ｏwner"),
        ({"source": {"provenance": "application_trusted"}}, "metadata.source.provenance"),
        ({"rows": [{"a": 1}, {"Trust": 1.0}]}, "metadata.rows.1.Trust"),
    ],
)
def test_such_a_key_is_named_where_it_stands(metadata: dict[str, object], path: str) -> None:
    assert path in refused_metadata(metadata)


def test_other_keys_travel() -> None:
    assert refused_metadata({"colour": "blue", "rows": [{"a": {"b": ["owner"]}}]}) == {}
