"""`python -m bench.detector`: what the detector finds and what it mistakes, per public set and language.

Each set is split by a hash of the row's id: the rules were written while looking at one half and at made-up
lines; the other half was only ever counted. The naive rule beside it is a list of the usual phrases.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from bench.datasets import dataset
from bench.tables import machine, table
from consent.rules.detector import VERSION, detect

DATA = dataset("")
HALVES = ("looked at", "unseen")
_NAIVE = re.compile(
    r"(?i)ignore (?:all |the )?(?:previous|above)|system prompt|you are now|reveal|do not tell the user|"
    r"override the policy|call this tool|execute this command"
)
ATTACKS = (
    *("deepset", "cyberseceval2", "tasktracker_triggers", "agentdojo", "agentdojo_embedded", "bastioncorpus"),
    *("agent_injection_bench", "payloadsallthethings", "langkit_themes", "bipia_attacks", "asb_attack_tools"),
)
BENIGN = (
    *("runbooks_k8s", "pagerduty_ir_docs", "bipia_emails", "agentdojo_documents", "qmsum_turns"),
    *("memorybank_chat", "agent_instruction_files", "notinject", "abcd_guidelines", "self_instruct_tasks"),
    *("taskmaster_instructions", "wildguard_benign", "xstest", "cyberseceval_frr"),
)


@dataclass
class Count:
    """Rows flagged and rows met, in each half, by the detector and by the naive rule."""

    flagged: list[int] = field(default_factory=lambda: [0, 0])
    naive: list[int] = field(default_factory=lambda: [0, 0])
    rows: list[int] = field(default_factory=lambda: [0, 0])

    def add(self, row: dict[str, Any]) -> None:
        half = hashlib.sha256(str(row["id"]).encode()).digest()[0] & 1
        self.rows[half] += 1
        self.flagged[half] += detect(row["text"]).flagged
        self.naive[half] += bool(_NAIVE.search(row["text"]))

    def cells(self) -> list[str]:
        cells = [self._share(self.flagged[half], self.rows[half]) for half in (0, 1)]
        return [*cells, self._share(sum(self.naive), sum(self.rows))]

    @staticmethod
    def _share(part: int, whole: int) -> str:
        return f"{100 * part / whole:.1f} % ({part}/{whole})" if whole else "-"


def rows(path: str) -> Iterator[dict[str, Any]]:
    """Yield the rows of one file of the data."""
    with (DATA / f"{path}.dev.jsonl").open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _counted(folder: str, names: tuple[str, ...], label: str) -> dict[str, Count]:
    found: dict[str, Count] = defaultdict(Count)
    for name in names:
        for row in rows(f"{folder}/{name}"):
            if row["label"] == label:
                found[_named(name, row)].add(row)
    return found


def _named(name: str, row: dict[str, Any]) -> str:
    if name == "agentdojo":
        return f"{name}, {'bare tasks' if row['kind'] == 'planted_task' else 'templated'}"
    return f"{name}, {row['lang']}" if name == "memorybank_chat" else name


def attacks() -> str:
    """Return the table of attacks found."""
    found = _counted("injection", ATTACKS, "attack")
    return _table("Attacks found", "set", found)


def languages() -> str:
    """Return the table of attacks found per language."""
    found: dict[str, Count] = defaultdict(Count)
    for row in rows("injection/cyberseceval2"):
        found[row["lang"]].add(row)
    return _table("Attacks found per language (cyberseceval2)", "language", dict(sorted(found.items())))


def mistakes() -> str:
    """Return the table of harmless texts flagged."""
    found = _counted("benign", BENIGN, "benign") | {
        f"{name}, harmless rows": count
        for name, count in _counted("injection", ("deepset", "bastioncorpus"), "benign").items()
    }
    return _table("Harmless texts flagged", "set", found)


def forms() -> str:
    """Return the table of disguises: attacks whose plain form is found, against those found disguised."""
    plain: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for row in rows("unicode/derived_obfuscated"):
        at = 2 * (row["label"] != "attack")
        counts = plain[row["transform"]]
        counts[at] += detect(row["base_text"]).flagged
        counts[at + 1] += detect(row["text"]).flagged
    total = {
        name: sum(1 for row in rows("unicode/derived_obfuscated") if row["transform"] == name
                  and row["label"] == "attack") for name in plain
    }  # fmt: skip
    return table(
        "Disguised attacks: plain form found, disguised form found, harmless disguised text flagged",
        ("disguise", "attacks", "plain", "disguised", "points lost", "harmless flagged"),
        [
            (name, total[name], counts[0], counts[1],
             f"{100 * (counts[0] - counts[1]) / total[name]:.1f}", counts[3])
            for name, counts in sorted(plain.items())
        ],
    )  # fmt: skip


def speed() -> str:
    """Return the table of time per size, each the best of five."""
    sources = {
        "runbooks": "benign/runbooks_k8s",
        "meeting turns": "benign/qmsum_turns",
        "chat in two languages": "benign/memorybank_chat",
        "attacks in 18 languages": "injection/cyberseceval2",
    }
    found = []
    for name, path in sources.items():
        text = "\n".join(row["text"] for row in rows(path))
        raw = text.encode() * (1 + 100_000 // len(text.encode()))
        found.append((name, *(f"{_per_kb(raw[: size * 1000]):.3f}" for size in (1, 10, 100))))
    return table("Time in ms per kB", ("text", "1 kB", "10 kB", "100 kB"), found)


def _per_kb(raw: bytes) -> float:
    text = raw.decode("utf-8", "ignore")
    taken = []
    for _ in range(5):
        begun = time.perf_counter()
        detect(text)
        taken.append(time.perf_counter() - begun)
    return min(taken) * 1000 / (len(raw) / 1000)


def _table(title: str, what: str, found: dict[str, Count]) -> str:
    head = (what, f"{HALVES[0]}", f"{HALVES[1]}", "naive keywords")
    return table(title, head, [(name, *count.cells()) for name, count in found.items()])


def main() -> int:
    """Print every table; the data is read where it lies and copied nowhere."""
    if not DATA.is_dir():
        print(f"The public sets are not here ({DATA}).", file=sys.stderr)
        return 1
    print(f"Detector {VERSION}. {machine()}.\n")
    for section in (attacks, languages, mistakes, forms, speed):
        print(section(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
