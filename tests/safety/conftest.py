"""The stage that the malformed requests of S10 are played on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.safety.whole_api import Stage


@contextmanager
def staged() -> Iterator[Stage]:
    """Set a stage in a database of its own; in the end Django speaks to the one before again."""
    from django.core.cache import cache
    from django.db import connections

    from tests import conftest
    from tests.safety.whole_api import setting  # this file is read before Django has its settings

    before = str(connections["default"].settings_dict["NAME"])
    database = conftest.clone_database()
    conftest.point_django_at(database)
    cache.clear()
    yield setting(database)
    for connection in connections.all():
        connection.close()
    conftest.drop_database(database)
    conftest.point_django_at(replace(database, name=before))


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    """Return a stage that the tests of one file share: each leaves standing what the others name."""
    with staged() as made:
        yield made


@pytest.fixture
def fresh() -> Iterator[Stage]:
    """Return a stage of this test's own."""
    with staged() as made:
        yield made
