"""What a response gives away: caught when told, let through when kept, however it is written."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consent.rules.tiers import Tier
from consent.rules.validation import Action, Category, Verdict, Withheld, answered, judge, redacted
from consent.rules.validation.asked import Said, digests
from consent.rules.validation.redacting import LEAST_WIDENED, WITHHELD
from tests.pure.labelled_responses import STORIES, Story

KEY = b"test"
CAR = STORIES[0]
TOLD = [(story, response) for story in STORIES for response in story.told]
KEPT = [(story, response) for story in STORIES for response in story.kept]
PARAPHRASED = [(story, response) for story in STORIES for response in story.paraphrase]


def said(question: str) -> Callable[[str], bool]:
    return Said(digests(question, KEY), KEY)


def verdict(response: str, story: Story = CAR, question: str | None = None) -> Verdict:
    return judge(response, [story.memory], said(story.question if question is None else question))


def weight(found: Verdict) -> float:
    """Return what the distinct details found weigh together."""
    return sum({one.key: one.weight for one in found.findings}.values())


def categories(response: str, story: Story = CAR) -> set[Category]:
    return {one.category for one in verdict(response, story).findings}


@pytest.mark.parametrize(("story", "response"), TOLD)
def test_what_tells_fails_and_its_redacted_form_tells_nothing(story: Story, response: str) -> None:
    found = verdict(response, story)
    assert not found.compliant
    clean = redacted(response, answered(response, found), found.action, lambda text: verdict(text, story))
    assert not verdict(clean, story).findings


@pytest.mark.parametrize(("story", "response"), KEPT)
def test_what_keeps_it_passes(story: Story, response: str) -> None:
    assert verdict(response, story).action is Action.ALLOWED


@pytest.mark.parametrize(("story", "response"), PARAPHRASED)
def test_other_words_for_it_are_not_seen_and_that_is_said_in_the_benchmarks(
    story: Story, response: str
) -> None:
    assert verdict(response, story).compliant


@pytest.mark.parametrize(
    "response",
    [
        "It was on HIGHWAY 101.",
        "It was on Ｈｉｇｈｗａｙ １０１.",
        "It was on Hіghwау 101.",  # Cyrillic letters
        "It was on High\u200bway 101.",
        "It was on H i g h w a y 1 0 1.",
        "It was on Highway101.",
        "It was on highways 101.",
    ],
)
def test_disguises_of_a_word_are_seen_through(response: str) -> None:
    assert not verdict(response).compliant


RIVER = Withheld(1, Tier.HINT, content="We walked by the harbour.", shown="We walked.", patterns=("river",))


def test_an_owners_pattern_is_found_disguised_beside_what_is_not() -> None:
    # Seen failing while a disguised match was looked for only where no plain one was found.
    text = "A river, and one more r\u200biver, too."
    found = judge(text, [RIVER], said(""))
    assert [text[one.start : one.end] for one in found.findings] == ["river", "r\u200biver"]


def test_a_response_is_withheld_where_an_owners_rule_cannot_be_read() -> None:
    # Seen failing while an unreadable rule found nothing.
    unreadable = replace(RIVER, patterns=("(",))
    assert judge("It is a sunny day.", [unreadable], said("")).action is Action.BLOCKED
    hidden = replace(RIVER, patterns=(), redactions=({"field": "content", "pattern": "("},), shown="")
    assert Category.REDACTED in {one.category for one in judge("by the harbour", [hidden], said("")).findings}


TERMS = Withheld(
    *(1, Tier.HINT),
    content="Call 415-555-0199 about it.",
    shown="A note.",
    names=("bella", "Dr. Smith"),
    terms=("secret garden",),
)


@pytest.mark.parametrize(
    ("told", "category"),
    [
        ("Bel la", Category.NAME),
        ("BEL-LA", Category.NAME),
        ("D r S mith", Category.NAME),
        ("the sec ret gar den", Category.TERM),
        ("415 - 555 - 0199", Category.NUMBER),
        ("4\u200b\u200b\u200b\u200b15 555 0199", Category.NUMBER),
        ("\u2463\u2460\u2464 555 0199", Category.NUMBER),
        ("1, 415 555 0199", Category.NUMBER),
        ("no4155550199", Category.NUMBER),
        ("555 - 0199", Category.NUMBER),
    ],
)
def test_what_redaction_hides_in_a_spelling_is_caught_in_it(told: str, category: Category) -> None:
    # Seen failing while names were looked for as words alone and digits with two signs between at most.
    text = f"So it is {told} then."
    found = [one for one in judge(text, [TERMS], said("")).findings if one.category is category]
    assert [text[one.start : one.end] in told for one in found] == [True]
    assert not judge(text, [TERMS], said("")).compliant


def test_words_that_spell_a_name_by_chance_only_warn_and_what_was_shown_stays_free() -> None:
    chance = judge("Ring the bell a second time.", [TERMS], said(""))
    assert chance.action is Action.WARNED and [one.category for one in chance.findings] == [Category.NAME]
    assert judge("I saw Bel la.", [TERMS], said("Where is Bella?")).action is Action.ALLOWED
    assert judge("On 415 - 555 - 0199.", [TERMS], said("Is it 415-555-0199?")).action is Action.ALLOWED
    assert not judge("Dr Smith came.", [TERMS], said("")).compliant
    # Seen failing while letters set apart that are also words ("a") passed for chance.
    ivan = replace(TERMS, names=("\u0418\u0432\u0430\u043d",))
    assert not judge("So \u0418_\u0432_\u0430_\u043d came.", [ivan], said("")).compliant


def test_a_word_inside_another_is_not_that_word() -> None:
    assert weight(verdict("Cars were legendary; the carpet drunkenly lefthanded.")) < 0.3


def test_what_the_question_said_is_not_held_against_the_answer() -> None:
    response = "About your accident on Highway 101: I would rather not say more."
    assert not verdict(response).compliant
    assert verdict(response, question="What of my accident on Highway 101?").compliant


def test_what_the_rendering_showed_is_not_held_against_it_nor_what_another_showed() -> None:
    other = Withheld(
        9, Tier.FULL, content="", shown="A serious car accident was in the news, on Highway 101."
    )
    response = "There was a car accident on Highway 101."
    assert judge(response, [CAR.memory, other], said("")).action is Action.ALLOWED
    hidden = Withheld(9, Tier.FULL, shown=other.shown, included=False)
    assert not judge(response, [CAR.memory, hidden], said("")).compliant


def test_a_date_is_one_however_it_is_written_and_one_that_was_shown_is_free() -> None:
    for written in ("June 20, 2025", "20th of June", "2025-06-20", "6/20/2025", "20.6.2025"):
        assert Category.DATE in categories(f"That was {written}."), written
    assert verdict("The visit was on January 15, 2026.", STORIES[1]).action is Action.ALLOWED
    assert verdict("That was June 21, 2025.").compliant


def test_the_stricter_the_tier_the_heavier_the_same_detail() -> None:
    totals = [
        weight(judge("It was on Highway 101.", [Withheld(1, tier, content=CAR.memory.content)], said("")))
        for tier in (Tier.HINT, Tier.METADATA, Tier.SUMMARY, Tier.PARTIAL)
    ]
    assert totals == sorted(totals, reverse=True) and len(set(totals)) == 4


def test_a_detail_told_twice_counts_once() -> None:
    once, twice = verdict("On Highway 101."), verdict("On Highway 101. Yes, on Highway 101.")
    assert weight(once) == weight(twice) and len(twice.findings) == 2 * len(once.findings)


def test_personal_data_weighs_as_what_it_is() -> None:
    memory = Withheld(1, Tier.SUMMARY, content="Sean's key is sk-live-4f9Qz81LmN0pXy77 and he is at home.")
    assert judge("The key is sk-live-4f9Qz81LmN0pXy77.", [memory], said("")).score <= 0.25


def test_places_are_exact_while_few_and_wide_where_a_list_of_words_was_tried() -> None:
    few = verdict("It was on Highway 101.")
    assert answered("It was on Highway 101.", few) == few.findings
    secret = CAR.memory.content.lower().replace(".", "").split()
    guesses = [f"guess{number}" for number in range(3000)]
    for place, word in enumerate(secret):
        guesses[(place * 97) % 3000] = word
    for text in (" ".join(guesses), ". ".join(guesses)):
        told = answered(text, verdict(text))
        assert told and min(one.end - one.start for one in told) >= LEAST_WIDENED
        assert redacted(text, told, verdict(text).action, verdict) == WITHHELD


def test_places_grow_too_where_many_details_were_told_and_little_of_each() -> None:
    words = ("accident", "drunk", "driver", "spent", "hospital", "surgery", "symptoms")
    text = " ".join(f"{'So it goes on and on. ' * 10} Was it the {word}?" for word in words)
    found = verdict(text)
    assert found.action is Action.REDACTED
    assert min(one.end - one.start for one in answered(text, found)) >= LEAST_WIDENED
    assert max(one.end - one.start for one in found.findings) < 10


def test_a_blocked_response_is_withheld_whole() -> None:
    response = CAR.memory.content
    found = verdict(response)
    assert (found.score, found.action) == (0.0, Action.BLOCKED)
    assert redacted(response, answered(response, found), found.action, verdict) == WITHHELD


def test_a_second_opinion_only_lowers() -> None:
    clean, bad = verdict("Nothing to tell."), verdict(CAR.told[0])
    assert clean.lowered(0.5).action is Action.BLOCKED, "nothing to redact is known, so none of it is used"
    assert bad.lowered(1.0) == bad
    assert bad.lowered(0.0).action is Action.BLOCKED


@given(st.text(max_size=400), st.text(max_size=400), st.sampled_from(list(Tier)))
def test_any_text_is_judged_and_places_lie_inside_it_in_order(content: str, text: str, tier: Tier) -> None:
    memory = Withheld(1, tier, title=content[:50], content=content, location={"city": content[:9]})
    response = f"{text} {content}"
    found = judge(response, [memory], said(""))
    reached = 0
    for one in found.findings:
        assert reached <= one.start < one.end <= len(response)
        reached = one.end
    clean = redacted(
        response, answered(response, found), found.action, lambda again: judge(again, [memory], said(""))
    )
    assert clean == WITHHELD or not judge(clean, [memory], said("")).findings


HOSTILE: dict[str, Callable[[int], str]] = {
    "one sentence": lambda size: "harbour copper violin " * (size // 22),
    "figures": lambda size: "415 555 0199; " * (size // 14),
    "names": lambda size: "Bella " * (size // 6),
    "numbers alike": lambda size: "; ".join(f"{10_000 + one}5550199" for one in range(size // 14)),
    "dates": lambda size: "3 June 2025, " * (size // 13),
    "letters": lambda size: "a b " * (size // 4),
    "separators": lambda size: "1 - " * (size // 4),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_ten_times_the_text_takes_about_ten_times_as_long(kind: str) -> None:
    def taken(size: int) -> float:
        text = HOSTILE[kind](size)
        memory = Withheld(1, Tier.HINT, content=text[: len(text) // 2])
        began = time.process_time()
        judge(text, [memory], said(""))
        return time.process_time() - began

    taken(1_000)
    assert min(taken(100_000) for _ in range(2)) < 40 * max(min(taken(10_000) for _ in range(3)), 0.001)
