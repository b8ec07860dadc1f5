"""What a statement may not say of the private memory it was drawn from: examples, hostile spellings."""

from __future__ import annotations

import time

import pytest

from consent.rules.generalizing import Source, few_fit, findings, open_checks
from text.statements import Finding

SEEN = Source(
    "Robert saw that she coughs and William agreed. Maria Santos and Ash called from Elmwood Park.",
    frozenset({"bella", "Bells", "dr_smith"}),
    frozenset({"Austin"}),
)


def said(statement: str, source: Source = SEEN) -> set[tuple[str, str, str]]:
    return {(one.check, one.level, statement[one.start : one.end]) for one in findings(statement, source)}


def blocks(statement: str) -> bool:
    return any(one.level == "block" for one in findings(statement, SEEN))


@pytest.mark.parametrize(
    ("private", "statement", "expected"),
    [
        (
            Source("Sean's son struggled with fractions last Tuesday", frozenset({"sean"})),
            "Visual fraction models help kids who are concrete thinkers",
            set(),
        ),
        (
            Source("The only golden retriever at Zilker Dog Park has hip dysplasia", frozenset()),
            "Golden retrievers are prone to hip dysplasia",
            {("specificity", "warn", "Golden retrievers are prone to hip dysplasia")},
        ),
        (
            Source("Bella has a grade 2 heart murmur", frozenset({"bella"})),
            "My patient Bella has common cardiac issues",
            {("names", "block", "Bella")},
        ),
    ],
)
def test_the_three_worked_examples_of_the_seed(
    private: Source, statement: str, expected: set[tuple[str, str, str]]
) -> None:
    assert said(statement, private) == expected


@pytest.mark.parametrize(
    "name",
    [
        *("bella", "BELLA", "Bella's", "Bella\u2019s", "Bellas", "Bella-related", "pre-Bella"),
        *("b\u0435lla", "\u0412ella", "be\u0301lla", "B\u00e8ll\u00e2", "\uff22\uff25\uff2c\uff2c\uff21"),
        *("be\u200blla", "be\u00adlla", "b\u2060ella", "\U0001d401ella"),
        *("B e l l a", "B.e.l.l.a", "Bel la", "Bel-la", "BEL LA's", "BellaHeart", "#bella", "bella_heart"),
        *("B3lla", "be11a", "bell@", "Bells", "bells'"),
        *("Smith", "Dr. Smith", "dr-smith", "smith's"),
    ],
)
def test_a_name_of_whom_it_is_about_blocks_however_it_is_spelled(name: str) -> None:
    # Mutants seen failing: the parts of a name not looked for; no split names; no digits read as letters.
    assert blocks(f"we learned that {name} rests")


@pytest.mark.parametrize(
    "name",
    ["Robert", "Bob", "bobby", "Will", "Billy", "Maria", "santos", "Santos", "Mary", "Mar\u00eda", "Ash"],
)
def test_names_in_the_source_block_and_so_do_their_nicknames(name: str) -> None:
    # Mutant seen failing: `short_forms` that returns nothing.
    assert blocks(f"one may ask {name} about it")


@pytest.mark.parametrize(
    "statement",
    [
        "also alas, umbrellas will help a lot in the bills",
        "dogs in parks cough and it is agreed that one calls",
        "Heart murmurs in small breeds need exercise monitoring",
        "Ask before a dose; rest helps.",
    ],
)
def test_words_are_no_names(statement: str) -> None:
    assert not blocks(statement)


def test_what_only_may_be_a_nickname_warns() -> None:
    assert said("a belly aches") == {("names", "warn", "belly")}
    assert said("ask maria") == {("names", "warn", "maria")}


@pytest.mark.parametrize(
    ("statement", "detail"),
    [
        ("seen on 3 May", "May"),
        ("seen last Tuesday", "Tuesday"),
        ("seen for two weeks", "two weeks"),
        ("a grade two murmur", "grade two"),
        ("a grade 2 murmur", "2"),
        ("dogs of Austin rest", "Austin"),
        ("Austin dogs rest", "Austin"),
        ("some in Elmwood Park rest", "Elmwood Park"),
        ('they say "rest is all"', '"rest is all"'),
        ("the only dog rests", "the only"),
        ("here she coughs and william agreed to all", "coughs"),
    ],
)
def test_details_warn(statement: str, detail: str) -> None:
    found = {words for check, level, words in said(statement) if check == "specificity"}
    assert any(detail in words for words in found) or blocks(statement)


def test_personal_data_blocks() -> None:
    assert ("personal", "block", "a@example.org") in said("write to a@example.org")


def test_only_what_warns_is_acknowledged() -> None:
    found = [Finding("specificity", "warn", "date", 0, 1), Finding("names", "block", "name", 0, 1)]
    advice = [Finding("reversibility", "advice", "few_fit", 0, 1)]
    assert open_checks(found, {"specificity", "names"}) == ["names"]
    assert open_checks(found[:1], set()) == ["specificity"]
    assert open_checks([*found[:1], *advice], {"specificity"}) == []


def test_few_memories_that_fit_are_told_and_many_are_not() -> None:
    assert [one.level for one in few_fit("dogs rest", 1, 5)] == ["advice"]
    assert few_fit("dogs rest", 4, 9) == few_fit("dogs rest", 0, 0) == ()


@pytest.mark.parametrize(
    "private",
    [
        "We saw B" + "elwora" * 350 + " and Bella there.",
        "We saw Bella and "
        + " and ".join(f"Bella{'ab' * at}{'cd' * to}" for at in range(24) for to in range(24)),
    ],
    ids=["one endless word", "many words that may be names"],
)
def test_a_source_written_to_cost_time_does_not(private: str) -> None:
    # Seen failing while nicknames were made of every word of the source, whatever the statement said:
    # four seconds for the one word, six for the many.
    begun = time.process_time()
    assert ("names", "warn", "belly") in said("a belly aches", Source(private, frozenset()))
    assert time.process_time() - begun < 2
