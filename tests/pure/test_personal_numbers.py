"""Numbers of identity, accounts and telephones are told from other numbers by checksum, form and cue."""

import pytest

from text.personal import find_personal
from text.personal.checksums import iban, luhn, verhoeff

IDENTITIES = {
    "United States": "078-05-1120",
    "Britain": "AB 12 34 56 C",
    "British health": "943 476 5919",
    "Spain": "12345678Z",
    "foreigner in Spain": "X1234567L",
    "Italy": "RSSMRA85T10A562S",
    "France": "1 84 12 76 451 089 46",
    "Germany": "86095742719",
    "Poland": "44051401359",
    "Brazil": "529.982.247-25",
    "Brazilian firm": "11.222.333/0001-81",
    "India": "2341 2341 2346",
    "Indian tax": "ABCPE1234F",
    "China": "11010519491231002X",
    "Sweden": "811228-9874",
    "Finland": "131052-308T",
    "Switzerland": "756.9217.0769.85",
    "Belgium": "85.07.30-033.28",
    "Korea": "900101-1234567",
    "South Africa": "8001015009087",
    "Turkey": "10000000146",
}


def kinds(text: str) -> dict[str, str]:
    return {text[one.start : one.end]: one.kind for one in find_personal(text)}


@pytest.mark.parametrize("country", IDENTITIES)
def test_a_number_of_identity_is_known_by_itself(country: str) -> None:
    number = IDENTITIES[country]
    assert kinds(f"it is {number} as far as I know").get(number) == "national_id"


@pytest.mark.parametrize(
    "number",
    [
        *(
            "12345678A",
            "X1234567A",
            "RSSMRA85T10A562X",
            "1 84 12 76 451 089 47",
            "86095742718",
            "44051401358",
        ),
        *("529.982.247-26", "2341 2341 2347", "110105194912310021", "811228-9873", "131052-308U"),
        *("756.9217.0769.84", "85.07.30-033.29", "8001015009088", "10000000147"),
    ],
)
def test_a_number_whose_check_fails_is_none(number: str) -> None:
    assert "national_id" not in kinds(f"it is {number} as far as I know").values()


@pytest.mark.parametrize(
    ("text", "number", "kind"),
    [
        ("her passport is 123456789", "123456789", "national_id"),
        ("my DNI number: 12345678", "12345678", "national_id"),
        ("account number 0012345678", "0012345678", "account_id"),
        ("my card 4131034282458809", "4131034282458809", "account_id"),
        ("call me on 5550147", "5550147", "phone"),
        ("0171 5550147 (mobile)", "0171 5550147", "phone"),
    ],
)
def test_a_word_before_a_number_says_what_it_is(text: str, number: str, kind: str) -> None:
    assert kinds(text).get(number) == kind


@pytest.mark.parametrize(
    "text",
    [
        *(
            "on 2026-11-29 at 12:30:45",
            "build 20261129",
            "12 345 678 inhabitants",
            "3.14159265358979",
            "0.0012345",
        ),
        *(
            "pages 120-134, 180-190",
            "room 12 of 345",
            "ISBN 978 3 16 148410 0",
            "1,234,567 rows in 89 tables",
        ),
    ],
)
def test_other_numbers_are_left(text: str) -> None:
    assert kinds(text) == {}


def test_checksums_hold_for_what_is_right_and_fail_for_one_digit_changed() -> None:
    assert luhn("4111111111111111") and not luhn("4111111111111112")
    assert iban("DE89370400440532013000") and not iban("DE89370400440532013001")
    assert not iban("DE8937040044053201300") and not iban("GB82")
    assert verhoeff("2363") and not verhoeff("2364")
