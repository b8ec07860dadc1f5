"""The description that the site publishes has one name for each shape."""

from __future__ import annotations

import io
import json

from django.core.management import call_command


def test_no_two_shapes_share_a_name_in_the_published_description() -> None:
    """Two shapes of one name are described as one of them. Seen failing with two called FindingShape."""
    call_command("spectacular", fail_on_warn=True, stdout=io.StringIO())


def test_no_shape_is_described_by_what_is_said_to_who_writes_one() -> None:
    """Seen failing with the sentence of the class that all shapes are of."""
    said = io.StringIO()
    call_command("spectacular", format="openapi-json", stdout=said)
    shapes = json.loads(said.getvalue())["components"]["schemas"]
    of_all = {name for name, shape in shapes.items() if "Override `validate`" in shape.get("description", "")}
    assert of_all == set()
