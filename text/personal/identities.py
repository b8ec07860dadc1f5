"""Numbers of identity that states give people: by their form, and their check digits where they have any.

Each rule is a form and a proof of its digits and letters. A form that is only so many digits is not taken
without a word that says what it is (`numbers`).
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

from text.personal.checksums import luhn, verhoeff, weighted
from text.personal.marks import pattern, spans
from text.personal.types import LIKELY, PROVEN, STATED, Candidate
from text.personal.view import View

_SPAIN: Final = "TRWAGMYFPDXBNJZSQVHLCKE"
_ITALY_ODD: Final = dict(
    zip(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        (1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12,
         14, 16, 10, 22, 25, 24, 23),
        strict=True,
    )
)  # fmt: skip
_FINLAND: Final = "0123456789ABCDEFHJKLMNPRSTUVWXY"
_NOT_KEPT: Final = re.compile(r"[^0-9A-Z]")


def _day(month: str, day: str) -> bool:
    return 1 <= int(month) <= 12 and 1 <= int(day) <= 31


def spanish(value: str) -> bool:
    """Prove a DNI or NIE: its letter is the number modulo 23."""
    number = str("XYZ".find(value[0])) + value[1:-1] if value[0] in "XYZ" else value[:-1]
    return _SPAIN[int(number) % 23] == value[-1]


def italian(value: str) -> bool:
    """Prove a codice fiscale: its last letter."""
    odd = sum(_ITALY_ODD[char] for char in value[:15:2])
    return (
        odd + sum(int(char, 36) if char.isdigit() else ord(char) - 65 for char in value[1:15:2])
    ) % 26 == (ord(value[15]) - 65)


def french(value: str) -> bool:
    """Prove a numero de securite sociale: the last two digits complete it to a multiple of 97."""
    number = value[:13].replace("2A", "19").replace("2B", "18")
    return number.isdigit() and 97 - int(number) % 97 == int(value[13:])


def german(value: str) -> bool:
    """Prove a Steueridentifikationsnummer (ISO 7064, modulus 11,10): one digit stands twice or thrice."""
    product = 10
    for digit in value[:10]:
        product = (int(digit) + product) % 10 or 10
        product = product * 2 % 11
    most = max(value[:10].count(digit) for digit in value[:10])
    return value[0] != "0" and 2 <= most <= 3 and (11 - product) % 10 == int(value[10])


def polish(value: str) -> bool:
    """Prove a PESEL: its date, with the century in the month, and its check digit."""
    total = weighted(value, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1))
    return _day(str(int(value[2:4]) % 20), value[4:6]) and total % 10 == 0


def brazilian(value: str) -> bool:
    """Prove a CPF or CNPJ: two check digits modulo 11."""
    size = len(value) - 2
    for length in (size, size + 1):
        weights = [(length - at - 1) % (8 if size == 12 else 99) + 2 for at in range(length)]
        if weighted(value[:length], weights) * 10 % 11 % 10 != int(value[length]):
            return False
    return len(set(value)) > 1


def nhs(value: str) -> bool:
    """Prove an NHS number: a check digit modulo 11."""
    return (11 - weighted(value[:9], range(10, 1, -1)) % 11) % 11 == int(value[9])


def chinese(value: str) -> bool:
    """Prove a resident identity number: its date and its check character (ISO 7064, modulus 11,2)."""
    total = weighted(value[:17], (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2))
    return _day(value[10:12], value[12:14]) and "10X98765432"[total % 11] == value[17]


def norwegian(value: str) -> bool:
    """Prove a fodselsnummer: its date and two check digits modulo 11."""
    first = weighted(value[:9], (3, 7, 6, 1, 8, 9, 4, 5, 2)) + int(value[9])
    second = weighted(value[:10], (5, 4, 3, 2, 7, 6, 5, 4, 3, 2)) + int(value[10])
    return _day(value[2:4], value[:2]) and first % 11 == 0 and second % 11 == 0


def swedish(value: str) -> bool:
    """Prove a personnummer: its date and its Luhn digit."""
    return _day(value[-8:-6], str(int(value[-6:-4]) % 60)) and luhn(value[-10:])


def finnish(value: str) -> bool:
    """Prove a henkilotunnus: its date and its check character."""
    digits = value[:6] + value[-4:-1]
    return _day(value[2:4], value[:2]) and _FINLAND[int(digits) % 31] == value[-1]


def swiss(value: str) -> bool:
    """Prove an AHV number: the check digit of EAN-13."""
    return weighted(value, (1, 3) * 6 + (1,)) % 10 == 0


def belgian(value: str) -> bool:
    """Prove a national register number: 97 minus the rest, for both centuries."""
    rests = {97 - int(century + value[:9]) % 97 for century in ("", "2")}
    return _day(str(int(value[2:4]) % 20), value[4:6]) and int(value[9:]) in rests


def korean(value: str) -> bool:
    """Prove the date in a resident registration number; new numbers have no check digit."""
    return _day(value[2:4], value[4:6])


def south_african(value: str) -> bool:
    """Prove an identity number: its date and its Luhn digit."""
    return _day(value[2:4], value[4:6]) and luhn(value)


def turkish(value: str) -> bool:
    """Prove a kimlik number: two check digits."""
    tenth = (7 * sum(map(int, value[0:9:2])) - sum(map(int, value[1:8:2]))) % 10
    return value[0] != "0" and tenth == int(value[9]) and sum(map(int, value[:10])) % 10 == int(value[10])


def _always(value: str) -> bool:
    return True


_RULES: Final[tuple[tuple[int, bytes, Callable[[str], bool]], ...]] = (
    (STATED, rb"[0-9]{3}-[0-9]{2}-[0-9]{4}", _always),  # United States
    (
        STATED,
        rb"[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-D]",
        _always,
    ),  # Britain
    (LIKELY, rb"[0-9]{3} [0-9]{3} [0-9]{4}", nhs),
    (PROVEN, rb"[0-9]{8}-?[A-HJ-NP-TV-Z]", spanish),
    (PROVEN, rb"[XYZ]-?[0-9]{7}-?[A-HJ-NP-TV-Z]", spanish),
    (PROVEN, rb"[A-Z]{6}[0-9LMNP-V]{2}[A-EHLMPR-T][0-9LMNP-V]{2}[A-Z][0-9LMNP-V]{3}[A-Z]", italian),
    (PROVEN, rb"[12] ?[0-9]{2} ?[0-9]{2} ?[0-9][0-9AB] ?[0-9]{3} ?[0-9]{3} ?[0-9]{2}", french),
    (PROVEN, rb"[1-9][0-9] ?[0-9]{3} ?[0-9]{3} ?[0-9]{3}", german),
    (PROVEN, rb"[0-9]{11}", polish),
    (PROVEN, rb"[0-9]{11}", norwegian),
    (PROVEN, rb"[1-9][0-9]{10}", turkish),
    (PROVEN, rb"[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}|[0-9]{11}", brazilian),
    (PROVEN, rb"[0-9]{2}\.[0-9]{3}\.[0-9]{3}/[0-9]{4}-[0-9]{2}", brazilian),
    (PROVEN, rb"[2-9][0-9]{3}[ -]?[0-9]{4}[ -]?[0-9]{4}", verhoeff),  # India, Aadhaar
    (STATED, rb"[A-Z]{3}[ABCFGHJLPT][A-Z][0-9]{4}[A-Z]", _always),  # India, PAN
    (PROVEN, rb"[1-9][0-9]{16}[0-9X]", chinese),
    (PROVEN, rb"(?:19|20)?[0-9]{6}[-+][0-9]{4}", swedish),
    (PROVEN, rb"[0-9]{6}[-+A-FU-Y][0-9]{3}[0-9A-Y]", finnish),
    (PROVEN, rb"756\.?[0-9]{4}\.?[0-9]{4}\.?[0-9]{2}", swiss),
    (PROVEN, rb"[0-9]{2}\.[0-9]{2}\.[0-9]{2}-[0-9]{3}\.[0-9]{2}", belgian),
    (PROVEN, rb"[0-9]{6}-[1-8][0-9]{6}", korean),
    (PROVEN, rb"[0-9]{13}", south_african),
    (STATED, rb"[A-Z]{4}[0-9]{6}[HM][A-Z]{5}[0-9A-Z][0-9]", _always),  # Mexico, CURP
    (STATED, rb"[STFGM][0-9]{7}[A-Z]", _always),  # Singapore
)
# Asked of short stretches only, so the library's own engine, which is quicker to call, goes back in little.
_FORMS: Final = [(certainty, re.compile(form), proof) for certainty, form, proof in _RULES]
_ANY: Final = pattern(rb"\b(?:" + b"|".join(form for _, form, _ in _RULES) + rb")\b", longest=True)


def identities(view: View) -> Iterator[Candidate]:
    """Yield numbers of identity; of two that begin at one place, the longer is asked."""
    for start, end in spans(_ANY, view.raw):
        certainty = _proven(view.raw[start:end])
        if certainty:
            yield Candidate(start, end, "national_id", certainty)


def _proven(written: bytes) -> int:
    """Return how surely this is a number of identity; 0 when no proof holds."""
    value = _NOT_KEPT.sub("", written.decode("latin-1"))
    return max((sure for sure, form, proof in _FORMS if form.fullmatch(written) and proof(value)), default=0)
