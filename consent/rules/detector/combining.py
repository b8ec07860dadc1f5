"""Join cues to findings: a rule asks for several meanings close together, in any order and language.

The filler between them is bounded by the reach in characters, and the work by the number of cues.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from consent.rules.detector.cues import SENTENCE, Hit


@dataclass(frozen=True, slots=True)
class Rule:
    """Meanings that must stand within `reach` characters of each other; in one sentence unless `across`."""

    rule_id: str
    meanings: tuple[str, ...]
    reach: int = 60
    across: bool = False


Index = Mapping[str, tuple[Rule, ...]]


def index(rules: Iterable[Rule]) -> Index:
    """Sort rules under each of their meanings."""
    under: dict[str, list[Rule]] = defaultdict(list)
    for rule in rules:
        for meaning in rule.meanings:
            under[meaning].append(rule)
    return {meaning: tuple(of_it) for meaning, of_it in under.items()}


def combined(hits: Sequence[Hit], rules: Index) -> set[str]:
    """Return the ids of the rules whose meanings are met close together; hits come in order of place."""
    possible = _possible(hits, rules)
    return _close_together(hits, possible) if possible else set()


def _possible(hits: Sequence[Hit], rules: Index) -> Index:
    """Return the rules of which every meaning is met, however far apart: of most texts none."""
    met = frozenset[str]().union(*{meanings for _, meanings in hits})
    kept = (
        (meaning, [rule for rule in rules.get(meaning, ()) if met.issuperset(rule.meanings)])
        for meaning in met
    )
    return {meaning: tuple(of_it) for meaning, of_it in kept if of_it}


def _close_together(hits: Sequence[Hit], rules: Index) -> set[str]:
    last: dict[str, int] = {}
    sentence = -1
    found: set[str] = set()
    for at, meanings in hits:
        if SENTENCE in meanings:
            sentence = at
            continue
        for meaning in meanings:
            last[meaning] = at
        for meaning in meanings:
            for rule in rules.get(meaning, ()):
                if rule.rule_id not in found and _met(rule, last, at, sentence):
                    found.add(rule.rule_id)
    return found


def _met(rule: Rule, last: Mapping[str, int], at: int, sentence: int) -> bool:
    since = max(at - rule.reach, 0 if rule.across else sentence + 1)
    for meaning in rule.meanings:  # noqa: SIM110 - half the time of all(), and this is where it goes
        if last.get(meaning, -1) < since:
            return False
    return True
