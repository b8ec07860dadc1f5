"""Recomputing the whole chain from the tables, against an exported file where one is given."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path

from django.utils import timezone

from audit.models import Event
from audit.queries.exported import ExportedFile
from audit.queries.seals import packed_events, seals_after
from audit.queries.shown import shown_findings
from audit.rules.compare import Finding
from audit.rules.verify import Walk, verify_chain
from audit.types import Seal


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """What a verification went through and what it found; `findings` empty means nothing is wrong.

    `lost` are seals that a declared gap left behind, `unexported` those the file does not have yet,
    `torn` lines of the file that a crash cut and that were written again."""

    seals: int
    events: int
    gaps: tuple[Seal, ...]
    findings: tuple[Finding, ...]
    lost: tuple[int, ...] = ()
    unexported: int = 0
    torn: int = 0

    @property
    def ok(self) -> bool:
        """Say whether nothing was tampered with."""
        return not self.findings


def verify(
    *, against: Path | None = None, trusted: bytes | None = None, using: str = "default"
) -> Verification:
    """Recompute every seal and event, and hold the records of what was shown against their events.

    Raises OSError when the file cannot be read.

    `trusted` is the public key that must have signed the last seal."""
    with ExitStack() as stack:
        exported = stack.enter_context(closing(ExportedFile(against))) if against else None
        walk = verify_chain(
            seals_after(0, using=using),
            lambda seal: packed_events(seal.from_xid, seal.to_xid, using=using),
            trusted,
            exported,
        )
        return _report(walk, exported, using)


def _report(walk: Walk, exported: ExportedFile | None, using: str) -> Verification:
    findings = [_moved(finding, using) for finding in walk.findings]
    if exported:
        findings.extend(_damage(exported))
    findings.extend(shown_findings(timezone.now(), using=using))
    return Verification(
        seals=walk.seals,
        events=walk.events,
        gaps=tuple(walk.gaps),
        findings=tuple(findings),
        lost=tuple(exported.lost) if exported else (),
        unexported=max(0, walk.seals - exported.last) if exported else 0,
        torn=exported.torn if exported else 0,
    )


def _moved(finding: Finding, using: str) -> Finding:
    """Call an event that is missing from its batch but still in the table edited, not deleted."""
    if finding.kind != "delete" or finding.event_id is None:
        return finding
    if not Event.objects.using(using).filter(id=finding.event_id).exists():
        return finding
    return replace(finding, kind="edit", detail="moved")


def _damage(exported: ExportedFile) -> Iterator[Finding]:
    """Yield the lines of the file that no seal of this chain could have left."""
    for number in exported.damaged:
        yield Finding("file_damage", number)
