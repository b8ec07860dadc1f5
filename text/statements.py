"""Check a statement that is meant for others than its sources: names, details, personal data.

Each check returns what it found, with offsets into the statement as written; nothing here decides what
becomes of it. Shared by generalizations, which have sources, and by notes that are about nobody.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Literal

from text.names import NameMatcher
from text.normalize import normalize
from text.personal import KINDS, find_personal
from text.sentences import begins_sentence
from text.tokens import pieces

Level = Literal["block", "warn", "advice"]
NAMES, SPECIFICITY, PERSONAL = "names", "specificity", "personal"
SHARED_RUN: Final = 6
# Kinds that name somebody or give access; the rest may be said of anybody, and somebody looks at it.
_GIVES_AWAY: Final = frozenset(KINDS) - {"money", "medical", "ip_address"}

_MONTHS: Final = (
    "january|february|march|april|june|july|august|september|october|november|december|janvier|f[ée]vrier|"
    "mars|avril|juin|juillet|ao[ûu]t|septembre|octobre|novembre|d[ée]cembre|januar|februar|m[äa]rz|juni|juli|"
    "oktober|dezember|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|"
    "diciembre"
)
_DATE = re.compile(
    rf"\b\d{{4}}-\d{{1,2}}(?:-\d{{1,2}})?\b|\b\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}}\b|\b(?:{_MONTHS})\b|\b(?-i:May)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_QUOTED = re.compile(r"[\"“„«「]([^\"“”„«»「」\n]{3,300})[\"”“»」]")
_ONLY = re.compile(
    r"\b(?:the (?:only|sole|first|last)|el [úu]nico|la [úu]nica|le seul|la seule|der einzige|die einzige|"
    r"das einzige|o [úu]nico|a [úu]nica|il solo|l'unic[oa])\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_][^\W_]*(?:[-'’][^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class Finding:
    """Something a statement says that somebody should look at, and whether it has to go."""

    check: str
    level: Level
    kind: str
    start: int
    end: int


def check_names(statement: str, matcher: NameMatcher, *, level: Level = "block") -> tuple[Finding, ...]:
    """Return where a statement says one of the names of a matcher, however it is spelled."""
    hits = matcher.find(statement)
    spans = dict.fromkeys((hit.start, hit.end) for hit in hits)
    return tuple(Finding(NAMES, level, "name", start, end) for start, end in spans)


def likely_names(text: str) -> frozenset[str]:
    """Return the words of a text that are written like names: capitalized where no sentence begins."""
    found: set[str] = set()
    for word in _WORD.finditer(text):
        if word[0][0].isupper() and word[0] not in {"I", "OK"} and not begins_sentence(text, word.start()):
            found.add(word[0])
    return frozenset(found)


def check_personal(statement: str) -> tuple[Finding, ...]:
    """Return personal data in a statement: what names somebody or gives access blocks, the rest warns.

    A single word that is some people's first name warns only: it may be a town or a month."""
    return tuple(
        Finding(PERSONAL, _level(one.kind, statement[one.start : one.end]), one.kind, one.start, one.end)
        for one in find_personal(statement)
    )


def _level(kind: str, words: str) -> Level:
    lone = kind == "person" and len(words.split()) == 1
    return "block" if kind in _GIVES_AWAY and not lone else "warn"


def check_specificity(statement: str, source: str = "") -> tuple[Finding, ...]:
    """Return the details by which a statement may lead back to one case: dates, places, numbers, quotes."""
    spans = [("date", found.span()) for found in _DATE.finditer(statement)]
    spans += [("number", one) for one in _outside(_NUMBER.finditer(statement), spans)]
    spans += [("quote", found.span()) for found in _QUOTED.finditer(statement)]
    spans += [("only", found.span()) for found in _ONLY.finditer(statement)]
    spans += [("proper_name", one) for one in _outside(_capitals(statement), spans)]
    spans += [("shared_words", one) for one in _shared(statement, source)]
    found = [Finding(SPECIFICITY, "warn", kind, start, end) for kind, (start, end) in spans]
    if _ONLY.search(source) and not _ONLY.search(statement):
        found.append(Finding(SPECIFICITY, "warn", "only_in_source", 0, len(statement)))
    return tuple(sorted(found, key=lambda one: (one.start, one.end)))


def _capitals(statement: str) -> Iterable[re.Match[str]]:
    for word in _WORD.finditer(statement):
        if word[0][0].isupper() and word[0] != "I" and not begins_sentence(statement, word.start()):
            yield word


def _outside(
    matches: Iterable[re.Match[str]], spans: list[tuple[str, tuple[int, int]]]
) -> list[tuple[int, int]]:
    """Return the matches that no span covers already."""
    taken = [span for _, span in spans]
    return [
        found.span() for found in matches if not any(start <= found.start() < end for start, end in taken)
    ]


def _shared(statement: str, source: str) -> Iterable[tuple[int, int]]:
    """Yield the stretches of at least `SHARED_RUN` words that stand in the source in the same order."""
    if not source:
        return
    theirs = [normalize(source[start:end]) for start, end in pieces(source)]
    runs = {tuple(theirs[at : at + SHARED_RUN]) for at in range(len(theirs) - SHARED_RUN + 1)}
    spans = list(pieces(statement))
    ours = [normalize(statement[start:end]) for start, end in spans]
    covered = {
        at + step
        for at in range(len(ours) - SHARED_RUN + 1)
        if tuple(ours[at : at + SHARED_RUN]) in runs
        for step in range(SHARED_RUN)
    }
    for _, places in groupby(enumerate(sorted(covered)), key=lambda pair: pair[1] - pair[0]):
        run = [place for _, place in places]
        yield spans[run[0]][0], spans[run[-1]][1]
