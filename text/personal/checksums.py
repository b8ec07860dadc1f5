"""The arithmetic that tells numbers of identity and account from other numbers of their length."""

from collections.abc import Sequence
from typing import Final

_LONG_IBAN: Final = 34
# Letters and digits of an IBAN per country (ISO 13616 registry); others are judged by their sum alone.
_IBAN_LENGTHS: Final = {
    "AD": 24,
    "AE": 23,
    "AT": 20,
    "BE": 16,
    "BG": 22,
    "CH": 21,
    "CY": 28,
    "CZ": 24,
    "DE": 22,
    "DK": 18,
    "EE": 20,
    "ES": 24,
    "FI": 18,
    "FR": 27,
    "GB": 22,
    "GR": 27,
    "HR": 21,
    "HU": 28,
    "IE": 22,
    "IL": 23,
    "IS": 26,
    "IT": 27,
    "LI": 21,
    "LT": 20,
    "LU": 20,
    "LV": 21,
    "MT": 31,
    "NL": 18,
    "NO": 15,
    "PL": 28,
    "PT": 25,
    "RO": 24,
    "SA": 24,
    "SE": 24,
    "SI": 19,
    "SK": 24,
    "TR": 26,
    "UA": 29,
    "BR": 29,
    "SM": 27,
}


def luhn(digits: str) -> bool:
    """Tell whether digits end in their Luhn check digit (ISO/IEC 7812)."""
    doubled = sum(sum(divmod(2 * int(digit), 10)) for digit in digits[-2::-2])
    return (doubled + sum(map(int, digits[-1::-2]))) % 10 == 0


def iban(value: str) -> bool:
    """Tell whether letters and digits are an IBAN: the length of its country and remainder 1 (ISO 7064)."""
    if not 15 <= len(value) <= _LONG_IBAN or _IBAN_LENGTHS.get(value[:2], len(value)) != len(value):
        return False
    return int("".join(str(int(char, 36)) for char in value[4:] + value[:4])) % 97 == 1


def weighted(digits: str, weights: Sequence[int]) -> int:
    """Return the sum of digits times their weights."""
    return sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=False))


_DIHEDRAL: Final = (
    *("0123456789", "1234067895", "2340178956", "3401289567", "4012395678", "5987604321", "6598710432"),
    *("7659821043", "8765932104", "9876543210"),
)
_PERMUTED: Final = (
    *("0123456789", "1576283094", "5803796142", "8916043527", "9453126870", "4286573901", "2793806415"),
    "7046913258",
)


def verhoeff(digits: str) -> bool:
    """Tell whether digits end in their Verhoeff check digit (J. Verhoeff, 1969)."""
    check = 0
    for place, digit in enumerate(reversed(digits)):
        check = int(_DIHEDRAL[check][int(_PERMUTED[place % 8][int(digit)])])
    return check == 0
