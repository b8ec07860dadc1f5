"""No cell of a CSV file runs, and what was written is read back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_admin.http.cells import guarded, unguarded


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "＝1", "'=1", "''=1", "%x", "|x"]
)
def test_what_a_spreadsheet_would_run_is_guarded(text: str) -> None:
    assert guarded(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "Bella naps", "'tis", "1 = 1", "'"])
def test_what_it_would_not_is_left_alone(text: str) -> None:
    assert guarded(text) == text


@given(st.text(alphabet="'=+ @\taB1＝", max_size=8))
def test_a_cell_is_read_back_as_it_was_written(text: str) -> None:
    assert unguarded(guarded(text)) == text
