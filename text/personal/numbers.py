"""Runs of digits: cards, identity numbers and telephone numbers, told apart by checksums, forms and cues."""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final

from text.personal.checksums import iban, luhn
from text.personal.marks import pattern, spans
from text.personal.types import LIKELY, PROVEN, STATED, Candidate, Kind
from text.personal.view import View

_RUN: Final = pattern(rb"(?:[+(]{1,2}|\b)[0-9](?:[ .()/-]{0,3}[0-9]){5,}")
_GROUP: Final = re.compile(r"[0-9]++")
_IBAN: Final = pattern(rb"\b[A-Z]{2}[ -]?[0-9]{2}(?:[ -]?[A-Z0-9]{1,4}){3,9}\b")
_CUES: Final = pattern(
    rb"(?i)\b(?P<phone>(?:tele)?phone|tel|telefono?|telefone|mobile?|cell(?:phone)?|call|text|dial|"
    rb"ring|fax|sms|"
    rb"whatsapp|handy|rufnummer|movil|celular|portable|contact number|reach \w+ (?:at|on)|hotline|pager|"
    rb"answering at|messages to)\b|"
    rb"\b(?P<card>cards?|cc|visa|mastercard|amex|karte|kreditkarte|tarjeta|carte|carta|cartao|debit|"
    rb"credit)\b|"
    rb"\b(?P<account>account|acct|iban|konto|kontonummer|cuenta|compte|conto|conta|sort code|routing|swift|"
    rb"wallet|policy number|member(?:ship)? (?:id|number)|customer (?:id|number))\b|"
    rb"\b(?P<identity>ssn|social security|social insurance|national (?:id|insurance)|nino|passport|"
    rb"reisepass|"
    rb"pasaporte|passeport|driver'?s? licen[cs]e|licen[cs]e number|dni|nie|nif|cpf|cnpj|pesel|bsn|"
    rb"codice fiscale|steuer-?id|steueridentifikationsnummer|tax id|tin|itin|ein|aadhaa?r|pan|nhs|medicare|"
    rb"insurance number|ausweis|identity (?:card|number)|id (?:card|number|no)|mrn|medical record|"
    rb"(?:patient|student|employee) id)\b"
)
_KIND_OF_CUE: Final = [(name.decode(), at) for name, at in _CUES.groupindex.items()]
# Asked of short stretches only, so the library's own engine, which is quicker to call, goes back in little.
_SAID_AFTER: Final = re.compile(rb"(?i) ?[-(,] ?(?:office|fax|home|mobile|cell|work|direct|tel|phone)\b")
_KINDS: Final[dict[str, Kind]] = {
    "phone": "phone",
    "card": "account_id",
    "account": "account_id",
    "identity": "national_id",
}
_NEAR: Final = 48
# How cards are printed: 16 and 19 digits, 15, 14.
_GROUPED: Final = ((4, 4, 4, 4), (4, 4, 4, 4, 3), (4, 6, 5), (4, 6, 4))
_SHORTEST_CARD: Final = 12
_SHORTEST: Final = {"phone": 6, "card": 12, "account": 6, "identity": 6}


class Run:
    """Digits with what stands between them."""

    def __init__(self, start: int, end: int, written: str) -> None:
        self.start, self.end, self.written = start, end, written
        self.digits = "".join(_GROUP.findall(written))


def numbers(view: View) -> Iterator[Candidate]:
    """Yield cards, accounts, identity and telephone numbers."""
    cued = _Cues(view.raw)
    for start, end in spans(_RUN, view.raw):
        run = Run(start, end, view.text[start:end])
        if len(run.digits) >= _SHORTEST_CARD:
            yield from cards(run)
        yield from _stated(run, cued.before(start))
        yield from phone(run)
        if _SAID_AFTER.match(view.raw, end):
            yield Candidate(start, end, "phone", STATED)
    yield from ibans(view)


def ibans(view: View) -> Iterator[Candidate]:
    """Yield account numbers of ISO 13616; what follows one may be written like a part of it."""
    for start, end in spans(_IBAN, view.raw):
        for stop in _ends(view.text, start, end):
            if iban(view.text[start:stop].replace(" ", "").replace("-", "")):
                yield Candidate(start, stop, "account_id", PROVEN)
                break


def _ends(text: str, start: int, end: int) -> Iterator[int]:
    yield end
    for at in range(end - 1, start + 14, -1):
        if text[at] in " -":
            yield at


def cards(run: Run) -> Iterator[Candidate]:
    """Yield payment cards: 12 to 19 digits in equal company whose Luhn digit holds."""
    groups = [found.span() for found in _GROUP.finditer(run.written)]
    at = 0
    while at < len(groups):
        last = _card_end(run.written, groups, at)
        if last is not None:
            yield Candidate(run.start + groups[at][0], run.start + groups[last][1], "account_id", PROVEN)
            at = last
        at += 1


def _card_end(written: str, groups: list[tuple[int, int]], first: int) -> int | None:
    digits = ""
    sizes: tuple[int, ...] = ()
    for last in range(first, min(first + 5, len(groups))):
        start, end = groups[last]
        if last > first and start - groups[last - 1][1] > 1:
            return None
        digits += written[start:end]
        sizes = (*sizes, end - start)
        grouped = len(sizes) == 1 or sizes in _GROUPED
        if grouped and _SHORTEST_CARD <= len(digits) <= 19 and digits[0] in "13456" and luhn(digits):
            return last
    return None


def _stated(run: Run, cue: str) -> Iterator[Candidate]:
    if cue and len(run.digits) >= _SHORTEST[cue]:
        yield Candidate(run.start, run.end, _KINDS[cue], STATED)


_PHONES: Final = (
    r"\+\(?[0-9](?:[ .()/-]{0,3}[0-9]){6,14}",
    r"(?:\+?1[ .-]?)?\([2-9][0-9]{2}\)[ .-]?[0-9]{3}[ .-][0-9]{4}",
    r"(?:1[ .-])?[2-9][0-9]{2}([ .-])[0-9]{3}[ .-][0-9]{4}",
    r"\(?0[0-9]{1,5}\)?[ /-][ ]?[0-9](?:[ -]?[0-9]){4,9}",
    r"0[1-9](?:[ .-]?[0-9]{2}){4}",
    r"0[0-9]{9,10}",
    r"00[1-9](?:[ .()/-]{0,3}[0-9]){7,13}",
    r"[0-9]{2,4}(?:[ .-][0-9]{3}){1,2}[ .-][0-9]{4}",
    r"\([0-9]{2,5}\) ?[0-9]{2,5}(?:[ -][0-9]{2,5}){0,3}",
)
_PHONE: Final = re.compile("|".join(f"(?:{form})" for form in _PHONES))


def phone(run: Run) -> Iterator[Candidate]:
    """Yield a telephone number written as people write them, without a word that says so."""
    if 7 <= len(run.digits) <= 15 and _PHONE.fullmatch(run.written):
        yield Candidate(run.start, run.end, "phone", LIKELY)


def _kind_of(cue: Any) -> str:
    named: Iterator[str] = (name for name, at in _KIND_OF_CUE if cue.span(at)[0] >= 0)
    return next(named)


class _Cues:
    """Words that say what a number near after them is."""

    def __init__(self, raw: bytes) -> None:
        self._raw = raw
        self._at = 0

    @cached_property
    def _ends(self) -> list[tuple[int, str]]:
        return [(found.end(), _kind_of(found)) for found in _CUES.finditer(self._raw)]

    def before(self, start: int) -> str:
        """Return the kind of cue that ends nearest before `start`, or nothing; ask in order of place."""
        while self._at < len(self._ends) and self._ends[self._at][0] <= start:
            self._at += 1
        if not self._at:
            return ""
        end, name = self._ends[self._at - 1]
        return name if start - end <= _NEAR else ""
