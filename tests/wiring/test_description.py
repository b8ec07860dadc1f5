"""The description that the site publishes has one name for each shape."""

from __future__ import annotations

import io

from django.core.management import call_command


def test_no_two_shapes_share_a_name_in_the_published_description() -> None:
    """Two shapes of one name are described as one of them. Seen failing with two called FindingShape."""
    call_command("spectacular", fail_on_warn=True, stdout=io.StringIO())
