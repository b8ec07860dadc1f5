"""Walking the whole chain, against an exported file where there is one, and naming what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from audit.rules import canonical, chain
from audit.rules.compare import Finding, compare
from audit.types import Seal

Batch = Callable[[Seal], bytes]


class Exported(Protocol):
    """The exported file: the seals as they were when they left the database."""

    @property
    def last(self) -> int:
        """Return the number of the last seal."""

    def get(self, number: int) -> Seal | None:
        """Return the seal of a number, or None beyond the end."""


@dataclass(slots=True)
class Walk:
    """What is carried from seal to seal, and what was found so far."""

    previous: Seal | None = None
    seals: int = 0
    events: int = 0
    gaps: list[Seal] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    key_since: Seal | None = None


def verify_chain(
    seals: Iterable[Seal], batch: Batch, trusted: bytes | None, exported: Exported | None
) -> Walk:
    """Recompute every seal and every event; the findings come in order, the first bad event first.

    `batch` returns the packed entries that the table now gives for a seal's range. A cut tail and a
    rewrite by someone who has the key show only against `exported`."""
    walk = Walk()
    for seal in seals:
        walk.findings.extend(_judge(seal, walk.previous, batch, exported))
        _step(walk, seal)
    walk.findings.extend(_end(walk, trusted, exported))
    return walk


def _step(walk: Walk, seal: Seal) -> None:
    """Carry a judged seal on."""
    if walk.previous is None or walk.previous.public_key != seal.public_key:
        walk.key_since = seal
    if seal.kind == "gap":
        walk.gaps.append(seal)
    walk.previous = seal
    walk.seals += 1
    walk.events += seal.count


def _judge(seal: Seal, previous: Seal | None, batch: Batch, exported: Exported | None) -> Iterator[Finding]:
    """Yield what is wrong with one seal: its place, itself, its twin in the file, its events."""
    expected = previous.number + 1 if previous else 1
    if seal.number != expected:
        yield Finding("seal_delete", expected, _first_event(exported, expected))
    sound = chain.sound(seal) and (seal.number != expected or chain.follows(seal, previous))
    twin = exported.get(seal.number) if exported else None
    if sound and twin and twin.chain_hash != seal.chain_hash:
        yield _rewritten(seal, twin)
        return
    truth = seal if sound else twin
    finding = compare(seal.number, truth.entries, batch(truth)) if truth else None
    if finding:
        yield finding
    if not sound:
        yield Finding("seal_edit", seal.number)


def _rewritten(seal: Seal, twin: Seal) -> Finding:
    """Name the first event at which a well-signed seal differs from the one that was exported."""
    first = compare(seal.number, twin.entries, seal.entries)
    if first is None:
        return Finding("rewrite", seal.number, None, "seal")
    return Finding("rewrite", seal.number, first.event_id, first.kind)


def _end(walk: Walk, trusted: bytes | None, exported: Exported | None) -> Iterator[Finding]:
    """Yield what only shows at the end: a foreign key, and seals that the file has and the table lost."""
    last = walk.previous
    if trusted is not None and last is not None and last.public_key != trusted and walk.key_since:
        entries = canonical.unpack(walk.key_since.entries)
        first = next((one.event_id for one in entries), None)
        yield Finding("rewrite", walk.key_since.number, first, "foreign_key")
    after = (last.number if last else 0) + 1
    if exported and exported.last >= after:
        yield Finding("cut_tail", after, _first_event(exported, after))


def _first_event(exported: Exported | None, number: int) -> int | None:
    """Return the first event of an exported seal."""
    seal = exported.get(number) if exported else None
    return next((one.event_id for one in canonical.unpack(seal.entries)), None) if seal else None
