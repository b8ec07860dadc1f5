"""The pure rules: any tampering with a batch is found and the first bad event named."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.actions import ACTIONS
from audit.rules import canonical, chain
from audit.rules.compare import compare
from audit.rules.line import from_line, to_line
from audit.rules.mask import MASK, mask
from audit.types import Entry, Seal

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)


def batch(size: int) -> list[Entry]:
    """Return entries with ids 10, 20, ... and hashes of their own."""
    return [Entry(10 * (i + 1), bytes([i]) * 32) for i in range(size)]


def chained(*sizes: int) -> list[Seal]:
    """Return a chain of seals."""
    seals: list[Seal] = []
    start = chain.BEGINNING
    for number, size in enumerate(sizes, 1):
        cover = chain.Cover(start, number * 100)
        entries = canonical.pack(batch(size))
        seals.append(chain.make_seal(seals[-1] if seals else None, cover, entries, KEY, now=NOW))
        start = number * 100
    return seals


@given(st.integers(2, 30), st.data())
@settings(max_examples=60)
def test_any_one_change_is_named_at_its_event(size: int, data: st.DataObject) -> None:
    sealed = batch(size)
    at = data.draw(st.integers(0, size - 1))
    other = data.draw(st.integers(0, size - 1).filter(lambda one: one != at))
    swapped = list(sealed)
    swapped[at] = Entry(sealed[at].event_id, sealed[other].digest)
    swapped[other] = Entry(sealed[other].event_id, sealed[at].digest)
    changes = {
        "edit": [*sealed[:at], Entry(sealed[at].event_id, b"x" * 32), *sealed[at + 1 :]],
        "delete": [*sealed[:at], *sealed[at + 1 :]],
        "insert": [*sealed[:at], Entry(sealed[at].event_id - 5, b"x" * 32), *sealed[at:]],
        "reorder": swapped,
    }
    expected = dict.fromkeys(changes, sealed[at].event_id)
    expected |= {"insert": sealed[at].event_id - 5, "reorder": sealed[min(at, other)].event_id}
    for kind, found in changes.items():
        finding = compare(1, canonical.pack(sealed), canonical.pack(found))
        assert finding and (finding.kind, finding.event_id) == (kind, expected[kind])
    assert compare(1, canonical.pack(sealed), canonical.pack(sealed)) is None


@given(st.lists(st.tuples(st.integers(-(2**63), 2**63 - 1), st.binary(min_size=32, max_size=32))))
def test_entries_come_back_as_they_were_packed(given_entries: list[tuple[int, bytes]]) -> None:
    entries = [Entry(*one) for one in given_entries]
    assert list(canonical.unpack(canonical.pack(entries))) == entries


def test_a_seal_follows_only_its_predecessor() -> None:
    first, second, third = chained(2, 0, 3)
    assert all(chain.sound(one) for one in (first, second, third))
    assert chain.follows(first, None) and chain.follows(second, first) and chain.follows(third, second)
    assert not chain.follows(third, first) and not chain.follows(first, second)
    assert not chain.follows(second, None)


def test_a_line_brings_a_seal_back_and_a_torn_one_none() -> None:
    seal = chained(3)[0]
    line = to_line(seal)
    assert from_line(line) == seal and line.count(b"\n") == 1
    assert all(from_line(line[:cut]) is None for cut in range(0, len(line) - 1, 7))
    for junk in (b"", b"{}", b"[]", b"null", b"\xff\xfe", b'{"number": "x"}'):
        assert from_line(junk) is None


def test_the_zone_a_time_was_read_in_changes_nothing() -> None:
    elsewhere = NOW.astimezone(timezone(timedelta(hours=5, minutes=30)))
    assert canonical.instant(elsewhere) == canonical.instant(NOW)


@given(st.text())
def test_a_mask_hides_every_letter_and_digit_and_keeps_offsets(text: str) -> None:
    masked = mask(text)
    assert len(masked) == len(text)
    assert not any(one.isalnum() for one in masked)
    assert all(one == MASK or (one.isascii() and one.isprintable()) for one in masked)


def test_the_catalogue_has_actions_of_two_words_each() -> None:
    assert len(ACTIONS) > 80
    assert all(len(one.split(".")) == 2 for one in ACTIONS)
