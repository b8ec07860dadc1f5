"""Events are listed by page, filter and stream."""

from __future__ import annotations

from typing import Any

from tests.audit.conftest import NOW, happen


def test_pages_go_forth_and_back_over_equal_times(db: Any) -> None:
    from audit.queries import EventFilter, events, key, stream

    happen(7)
    everything = events(EventFilter(), limit=100)
    assert len(everything) == 7
    first = events(EventFilter(), limit=3)
    second = events(EventFilter(), limit=3, after=key(first[-1]))
    assert [*first, *second] == everything[:6]
    assert events(EventFilter(), limit=3, after=key(second[0]), backward=True) == first[::-1]
    assert list(stream(EventFilter())) == everything[::-1]


def test_filters_narrow(db: Any) -> None:
    from audit.queries import EventFilter, events
    from audit.services import refuse
    from audit.types import Event

    happen(2)
    happen(1, action="grant.add", actor=8)
    refuse(Event(action="memory.read", actor_id=9, code="not_found"), now=NOW)

    def found(**chosen: Any) -> int:
        return len(events(EventFilter(**chosen), limit=10))

    assert found(action="memory.") == 3 and found(action="memory.create") == 2
    assert found(actor_id=8) == 1 and found(outcome="refused") == 1
    assert found(object_type="memory", object_id="m0") == 2
    assert found(since=NOW) == 4 and found(until=NOW) == 0
    assert found(request_id="") == 4 and found(request_id="req_1") == 0
