"""Everything of a question is read in one view of the database, and what comes after it is not."""

from __future__ import annotations

import pytest
from django.db import connection, transaction

from consent.queries.asking import Question, snapshot
from tests.cast import NOW, OWNER, principal


def isolation() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SHOW transaction_isolation")
        return str(cursor.fetchone()[0])


def test_a_snapshot_reads_one_view_and_leaves_the_connection_as_it_was(db: object) -> None:
    """Seen failing when the transaction began as any other, and when the next one still began so."""
    question = Question(asker=principal(OWNER).pk)
    with snapshot(question, now=NOW):
        assert isolation() == "repeatable read"
    with transaction.atomic():
        assert isolation() == "read committed"


def test_a_snapshot_that_fails_leaves_the_connection_as_it_was(db: object) -> None:
    question = Question(asker=principal(OWNER).pk)
    with pytest.raises(ZeroDivisionError), snapshot(question, now=NOW):
        raise ZeroDivisionError
    with transaction.atomic():
        assert isolation() == "read committed"


def test_a_snapshot_within_another_transaction_is_refused(db: object) -> None:
    """Seen failing when the driver said so in its own words."""
    question = Question(asker=principal(OWNER).pk)
    with transaction.atomic():
        assert isolation() == "read committed"
        with pytest.raises(RuntimeError), snapshot(question, now=NOW):
            pass
