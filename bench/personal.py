"""`python -m bench.personal`: personal data found and mistaken, per type and public set, beside Presidio's.

Rows are split by a hash of the template they were made from (of their id where there is none): the rules were
written while looking at one half; of the other, only the sums of the tables were ever seen. Presidio is
measured on the same rows where MEMORY_ADMIN_BENCH_PRESIDIO names a Python that has it and
MEMORY_ADMIN_PII_MODEL a spaCy model.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.datasets import dataset
from bench.tables import machine, table
from consent.rules.disclosure import render
from consent.rules.fields import MemoryFields
from consent.rules.tiers import Tier
from text.personal import find_personal

DATA = dataset("pii")
SETS = ("presidio_synth_v2", "presidio_generated_small", "wnut17")
HALVES = ("looked at", "unseen")
# What the sets and Presidio call it, and the name of a row of the tables; the rest is not claimed by either.
TYPES = {
    **dict.fromkeys(("PERSON", "person"), "person"),
    **dict.fromkeys(("STREET_ADDRESS", "ADDRESS", "ZIP_CODE", "address"), "address"),
    **dict.fromkeys(("GPE", "LOCATION", "location"), "place"),
    **dict.fromkeys(("CREDIT_CARD", "IBAN_CODE", "US_BANK_NUMBER", "CRYPTO", "account_id"), "account_id"),
    **dict.fromkeys(("US_SSN", "UK_NHS", "US_ITIN", "US_PASSPORT", "national_id"), "national_id"),
    **dict.fromkeys(("PHONE_NUMBER", "phone"), "phone"),
    **dict.fromkeys(("EMAIL_ADDRESS", "email"), "email"),
    **dict.fromkeys(("IP_ADDRESS", "ip_address"), "ip_address"),
}
Span = tuple[int, int, str]
_WHEN = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass
class Count:
    """Spans of one type: in the set, of these wholly gone, found, of these right."""

    gold: int = 0
    gone: int = 0
    found: int = 0
    right: int = 0

    def cells(self) -> tuple[str, str]:
        return _share(self.right, self.found), _share(self.gone, self.gold)


@dataclass
class Sums:
    """Counts per type of one finder on one half of a set."""

    by_type: dict[str, Count] = field(default_factory=lambda: defaultdict(Count))

    def add(self, row: dict[str, Any], found: list[Span]) -> None:
        text = row["text"]
        gold = [(one["start"], one["end"], TYPES.get(one["type"], "")) for one in row["spans"]]
        hidden = bytearray(len(text))
        for start, end, _ in found:
            hidden[start:end] = b"\x01" * (end - start)
        for start, end, name in gold:
            self.by_type[name].gold += 1
            self.by_type[name].gone += all(hidden[at] or not text[at].isalnum() for at in range(start, end))
        for start, end, name in found:
            count = self.by_type[TYPES.get(name, "")]
            count.found += 1
            count.right += any(_fits(TYPES.get(name, ""), other) and low < end and start < high
                               for low, high, other in gold)  # fmt: skip


def _fits(found: str, gold: str) -> bool:
    return found == gold or {found, gold} == {"address", "place"}


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} % ({part}/{whole})" if whole else "-"


def rows(name: str) -> list[dict[str, Any]]:
    """Return the rows of one set."""
    with (DATA / f"{name}.dev.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def half(row: dict[str, Any]) -> int:
    """Return 0 for the half that was looked at, 1 for the other."""
    return hashlib.sha256(str(row.get("group") or row["id"]).encode()).digest()[0] & 1


def ours(texts: Iterable[str]) -> list[list[Span]]:
    """Return our findings."""
    return [[(one.start, one.end, one.kind) for one in find_personal(text)] for text in texts]


def presidio(texts: Iterable[str]) -> list[list[Span]]:
    """Return Presidio's findings, as it comes, for English."""
    python, model = os.environ["MEMORY_ADMIN_BENCH_PRESIDIO"], os.environ["MEMORY_ADMIN_PII_MODEL"]
    asked = "".join(json.dumps(text) + "\n" for text in texts)
    script = Path(__file__).with_name("presidio.py")
    answer = subprocess.run(
        [python, str(script), model], input=asked, capture_output=True, text=True, check=True
    )
    return [
        [(low, high, name) for low, high, name in json.loads(line)]
        for line in answer.stdout.splitlines()[:-1]
    ]


def _sums(read: list[dict[str, Any]], finder: Callable[[Iterable[str]], list[list[Span]]]) -> list[Sums]:
    sums = [Sums(), Sums()]
    for row, found in zip(read, finder([row["text"] for row in read]), strict=True):
        sums[half(row)].add(row, found)
    return sums


def found_and_mistaken(name: str) -> str:
    """Return the table of one set: precision and recall per type, both halves, both finders."""
    read = rows(name)
    finders = {"ours": _sums(read, ours)}
    if os.environ.get("MEMORY_ADMIN_BENCH_PRESIDIO"):
        finders["Presidio"] = _sums(read, presidio)
    head = ["type"]
    for who in finders:
        head += [f"{who}: {what}, {which}" for which in HALVES for what in ("precision", "recall")]
    known = sorted({kind for sums in finders.values() for one in sums for kind in one.by_type if kind})
    lines = [
        (kind, *(cell for sums in finders.values() for one in sums for cell in one.by_type[kind].cells()))
        for kind in known
    ]
    return table(f"Personal data found in {name} ({len(read)} rows)", head, lines)


def speed() -> str:
    """Return the table of time per size, each the best of five."""
    sources = {name: "\n".join(row["text"] for row in rows(name)) for name in SETS}
    sources["digits and dots only"] = "12.34-56 78/" * 9000
    sources["capitalized words only"] = "Sean Miller " * 9000
    found = []
    for name, text in sources.items():
        raw = text.encode() * (1 + 100_000 // len(text.encode()))
        found.append((name, *(f"{_per_kb(raw[: size * 1000]):.3f}" for size in (1, 10, 100))))
    return table("Time in ms per kB, finding and redacting", ("text", "1 kB", "10 kB", "100 kB"), found)


def twenty_items() -> str:
    """Return one line: 20 texts of 4 kB found and redacted one after another."""
    raw = "\n".join(row["text"] for row in rows(SETS[0])).encode()
    raw *= 1 + 80_000 // len(raw)
    texts = [raw[at * 4000 : at * 4000 + 4000].decode("utf-8", "ignore") for at in range(20)]
    taken = []
    for _ in range(5):
        begun = time.process_time()
        for text in texts:
            hide(text)
        taken.append((time.process_time() - begun) * 1000)
    return f"20 texts of 4 kB: {min(taken):.1f} ms, found and redacted (the best of five).\n"


def hide(text: str) -> str:
    """Return what the partial tier shows of a text: what is personal found, and taken out in any spelling."""
    return render(MemoryFields("note", None, text, _WHEN), Tier.PARTIAL).body


def _per_kb(raw: bytes) -> float:
    text = raw.decode("utf-8", "ignore")
    taken = []
    for _ in range(5):
        begun = time.process_time()
        hide(text)
        taken.append(time.process_time() - begun)
    return min(taken) * 1000 / (len(raw) / 1000)


def main() -> int:
    """Print every table; the data is read where it lies and copied nowhere."""
    if not DATA.is_dir():
        print(f"The public sets are not here ({DATA}).", file=sys.stderr)
        return 1
    print(f"{machine()}.\n")
    for name in SETS:
        print(found_and_mistaken(name), flush=True)
    print(speed(), twenty_items(), sep="\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
