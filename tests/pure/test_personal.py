"""Personal data in a text is found where it stands, and nothing else is taken for it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from text.personal import KINDS, find_personal


def found(text: str, kind: str) -> list[str]:
    return [text[one.start : one.end] for one in find_personal(text) if one.kind == kind]


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("email", "mail sean.o-brien+x@mail.example.co.uk!", "sean.o-brien+x@mail.example.co.uk"),
        ("email", "write to bella at example dot com", "bella at example dot com"),
        ("email", "write to bella [at] example [dot] org", "bella [at] example [dot] org"),
        ("email", "s\u200bean@exam\u200bple.com", "s\u200bean@exam\u200bple.com"),
        ("email", "ｓｅａｎ＠ｅｘａｍｐｌｅ．ｃｏｍ", "ｓｅａｎ＠ｅｘａｍｐｌｅ．ｃｏｍ"),
        ("phone", "on +49 30 901820 today", "+49 30 901820"),
        ("phone", "on (212) 555-0147 today", "(212) 555-0147"),
        ("phone", "call ０１２-３４５ ６７８９", "０１２-３４５ ６７８９"),
        ("account_id", "paid with 4111 1111 1111 1111 today", "4111 1111 1111 1111"),
        ("account_id", "to DE89 3704 0044 0532 0130 00 today", "DE89 3704 0044 0532 0130 00"),
        ("national_id", "her SSN is 078-05-1120", "078-05-1120"),
        ("money", "it cost $1,200.50 in all", "$1,200.50"),
        ("money", "it cost 30 euros in all", "30 euros"),
        ("url_token", "see https://x.example/a?token=abcdef123 now", "https://x.example/a?token=abcdef123"),
        ("ip_address", "from 10.20.0.1.", "10.20.0.1"),
        ("ip_address", "from fe80::1ff:fe23:4567:890a", "fe80::1ff:fe23:4567:890a"),
        ("secret", "password: hunter2!x", "hunter2!x"),
        ("secret", "the door code is 4711 today", "4711"),
        ("secret", "Authorization: Bearer abcdefghij0123456789==", "abcdefghij0123456789=="),
        ("url_token", "postgres://sean:hunter2@db.example/x now", "postgres://sean:hunter2@db.example/x"),
        ("person", "my name is sean miller", "sean miller"),
        ("person", "so Dr. Ashworth told me", "Ashworth"),
        ("person", "with Sölvi Salómonsson today", "Sölvi Salómonsson"),
        ("person", "Kind regards,\nLuna Peters", "Luna Peters"),
        ("person", "my sister Quenby moved", "Quenby"),
        ("person", "we met Willem van der Berg there", "Willem van der Berg"),
        ("person", "I told sean that", "sean"),
        ("person", "S\u200bean Mil\u00adler called", "S\u200bean Mil\u00adler"),
        (
            "address",
            "at 12 Main Street, Springfield, IL 62704 since",
            "12 Main Street, Springfield, IL 62704",
        ),
        ("address", "wohnt in der Lindenstraße 12, 10969 Berlin.", "Lindenstraße 12, 10969 Berlin"),
        ("address", "12 rue de la Paix, 75002 Paris.", "12 rue de la Paix, 75002 Paris"),
        ("address", "Calle Mayor 5, 28013 Madrid.", "Calle Mayor 5, 28013 Madrid"),
        ("address", "send it to P.O. Box 1234, please", "P.O. Box 1234"),
        ("address", "near SW1A 1AA today", "SW1A 1AA"),
        (
            "address",
            "34 Elm Road\nApt. 5\nSpringfield, IL 62704\nThanks!",
            "34 Elm Road\nApt. 5\nSpringfield, IL 62704",
        ),
        ("birth_date", "she was born on 3 May 1984 there", "3 May 1984"),
        ("birth_date", "DOB: 1984-05-03", "1984-05-03"),
        ("birth_date", "geboren am 03.05.1984 in", "03.05.1984"),
        ("medical", "he takes metformin daily", "metformin"),
        ("medical", "she has type 2 diabetes now", "diabetes"),
        ("medical", "the vet found pyelonephritis", "pyelonephritis"),
        ("medical", "blood pressure was 140/90 today", "140/90"),
        ("medical", "diagnosed with depression in June", "depression"),
        ("username", "ask @luna_peters about it", "@luna_peters"),
        ("username", "username: bella99", "bella99"),
        (
            "secret",
            "use ghp_abcdefghijklmnopqrst0123456789",
            "ghp_abcdefghijklmnopqrst0123456789",
        ),
    ],
)
def test_personal_data_is_found_where_it_stands(kind: str, text: str, value: str) -> None:
    assert found(text, kind) == [value]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("email", "meet me at example.com or @sean"),
        ("phone", "version 1.22.333 of 2026-11-29 12:30:00"),
        ("account_id", "order 4111 1111 1111 1112"),
        ("account_id", "to DE89 3704 0044 0532 0130 01 today"),
        ("money", "30 dogs in 1200 rooms"),
        ("url_token", "see https://x.example/a?page=2"),
        ("ip_address", "section 1.2.3 and 300.1.1.1"),
        ("secret", "she forgot her password again"),
        ("secret", "the password is required to sign in"),
        ("person", "The White House in New York on Monday"),
        ("person", "Will you come in April? Hope so."),
        ("person", "During the Industrial Revolution many moved"),
        ("person", "from Miller Brothers Ltd"),
        ("address", "in 12 Main points and 3 roads"),
        ("address", "During 1971, sales rose"),
        ("birth_date", "released on 3 May 1984"),
        ("medical", "the economic depression of 1929"),
        ("medical", "a diplomat with sympathy and nostalgia"),
        ("username", "an @ sign"),
    ],
)
def test_what_only_looks_alike_is_left(kind: str, text: str) -> None:
    assert found(text, kind) == []


@given(st.text())
def test_stretches_lie_in_the_text_in_order_and_apart(text: str) -> None:
    past = 0
    for one in find_personal(text):
        assert past <= one.start < one.end <= len(text)
        assert one.kind in KINDS
        past = one.end
