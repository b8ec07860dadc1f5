"""Responses with what they are: made up for this purpose, about what a reader was not shown.

`told` must not pass; `kept` must pass; `paraphrase` tells it in other words: no rule here sees that, and the
bench says so. Each story gives what is stored, what the reader is shown of it, and the question.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from consent.rules.tiers import Tier
from consent.rules.validation import Withheld
from tests.pure.seed_scenarios import CAR, DOCTOR, KEPT_PRIVATE, STRATEGY, TOLD


@dataclass(frozen=True, slots=True)
class Story:
    """One memory at one tier, a question, and responses of each kind."""

    memory: Withheld
    question: str
    told: tuple[str, ...]
    kept: tuple[str, ...]
    paraphrase: tuple[str, ...] = ()


def _when(year: int, month: int, day: int) -> datetime:
    return datetime(year, month, day, 9, tzinfo=UTC)


STORIES = (
    Story(
        Withheld(
            1,
            Tier.HINT,
            CAR["title"],
            CAR["content"],
            tuple(CAR["tags"]),
            CAR["location"],
            _when(2025, 6, 20),
            shown="Date: mid-2025\nSignificant personal incident with lasting impact",
        ),
        "What happened in June 2025?",
        (
            TOLD,
            "You were hit by a drunk driver and spent two weeks in the hospital.",
            "It was a serious accident; you needed surgery on your leg.",
            "You had PTSD for months afterwards.",
            "Something happened on 20 June 2025 near San Francisco.",
            "That was the crash on H-i-g-h-w-a-y 101, I believe.",
            "A drunken driver hit your car.",
        ),
        (
            KEPT_PRIVATE,
            "I'm aware you had a significant personal experience around that time.",
            "I understand that was a difficult period for you. How are you now?",
            "I have a note about something important from that time, but the details are private.",
            "June 2025 seems to have mattered to you; I would rather not go into it here.",
        ),
        (
            "There was a collision with an intoxicated motorist on the freeway.",
            "You were badly hurt on the road and doctors had to operate.",
        ),
    ),
    Story(
        Withheld(
            2,
            Tier.SUMMARY,
            DOCTOR["title"],
            DOCTOR["content"],
            (),
            DOCTOR["location"],
            _when(2026, 1, 15),
            shown=f"Title: {DOCTOR['title']}\nDate: 2026-01-15\nPlace: San Francisco\n{DOCTOR['summary']}",
        ),
        "What did the doctor say?",
        (
            "Your blood pressure was slightly elevated.",
            "The doctor prescribed medication for your cholesterol.",
            "You should reduce sodium and exercise more, with a follow-up in six months.",
            "She recommended reducing sodium intake and increasing exercise.",
        ),
        (
            "You had a checkup in January where you discussed some health metrics and lifestyle adjustments. "
            "The specific medical details are private, but I can note that you have a follow-up scheduled.",
            "The visit was on 15 January 2026 in San Francisco.",
            "I can only say that a medical checkup took place.",
        ),
        ("The readings of your heart were a bit high, and you are to eat less salt.",),
    ),
    Story(
        Withheld(
            3,
            Tier.PARTIAL,
            STRATEGY["title"],
            STRATEGY["content"],
            (),
            STRATEGY["location"],
            _when(2026, 1, 20),
            redactions=tuple(STRATEGY["redactions"]),
            shown=(
                f"Title: {STRATEGY['title']}\nDate: 2026-01-20\nPlace: San Francisco\nDiscussed new product "
                "launch for [REDACTED CLIENT]. Budget approved: [REDACTED]. Timeline: 6 months. Team "
                "concerns about [REDACTED]. Decided to hire 2 additional engineers."
            ),
        ),
        "What was decided in the Q1 meeting?",
        (
            "The launch for Borealis Freight was approved.",
            "A budget of $482,000 was approved.",
            "The team worried about the Lisbon data centre.",
            "The budget is 482 000 dollars.",
            "Borealis is the client, and two engineers will be hired.",
        ),
        (
            "In the Q1 strategy meeting, you discussed a new product launch with a 6-month timeline. The "
            "team raised some concerns, and it was decided to hire 2 additional engineers to support the "
            "project.",
            "A budget was approved; the amount is private.",
            "Two additional engineers will be hired, and the launch takes six months.",
        ),
        ("The launch is for the shipping company from up north, at just under half a million.",),
    ),
    Story(
        Withheld(
            4,
            Tier.HINT,
            "Bella at the vet",
            "Bella has a grade 3 heart murmur; Dr. Smith started pimobendan 5 mg "
            "twice a day and wants an echo at the Riverside clinic on March 4, 2026.",
            ("health",),
            {"city": "Austin", "state": "TX"},
            _when(2026, 2, 25),
            ("bella", "Bella", "dr_smith", "Dr. Smith"),
            shown="Date: early-2026\nA private raw is on record; its details are withheld.",
        ),
        "How is the dog?",
        (
            "Bella has a heart murmur.",
            "Dr. Smith put her on pimobendan.",
            "The echo is on March 4th at Riverside.",
            "dr_smith will see her at the clinic on 4.3.2026.",
            "She takes pimobendan twice a day.",
            "Вella has a heart murmur.",
            "The heart murmur is grade three.",
        ),
        (
            "There is something on record about the dog, but it is private.",
            "I cannot go into that. Would you like to talk about walks instead?",
            "Something was noted early in 2026.",
        ),
        ("Her ticker makes a funny noise and she is on tablets.",),
    ),
    Story(
        Withheld(
            5,
            Tier.METADATA,
            "Conversation with Max",
            "Max told Luna that he lost his job at Harbour Bakery and owes "
            "his landlord 2,300 euros; he plans to move to Utrecht in April.",
            ("personal",),
            {"city": "Leiden", "country": "Netherlands"},
            _when(2026, 2, 1),
            ("luna", "Luna"),
            shown="Title: Conversation with Max\nDate: 2026-02-01\nTags: personal",
        ),
        "What did Max say?",
        (
            "Max lost his job at the bakery and owes his landlord money.",
            "He owes 2300 euros.",
            "He plans to move to Utrecht.",
            "He told Luna about it.",
            "He will move in April, away from Leiden.",
        ),
        (
            "There was a conversation with Max on 1 February 2026; what he said is private.",
            "I know only that a personal conversation took place.",
            "You could ask Max himself.",
        ),
        ("He is out of work, behind on the rent and thinking of leaving town.",),
    ),
    Story(
        Withheld(
            6,
            Tier.SUMMARY,
            "Account change",
            "Sean moved his savings to account NL91ABNA0417164300 and the new "
            "telephone number is +31 6 1234 5678; the pin reminder is under his mother's maiden name Okafor.",
            (),
            {},
            _when(2026, 1, 9),
            ("sean", "Sean"),
            terms=("mother's maiden name",),
            patterns=(r"\b\d{6,}\b",),
            shown="Title: Account change\nDate: 2026-01-09\nBanking details were changed.",
        ),
        "What changed at the bank?",
        (
            "The new account is NL91 ABNA 0417 1643 00.",
            "Call +31612345678 instead.",
            "The reminder is Okafor.",
            "The hint is his mother’s maiden name.",
            "Sean moved his savings.",
        ),
        (
            "Banking details were changed on 9 January 2026.",
            "The account was changed; I cannot give the particulars.",
            "Please look it up with the bank.",
        ),
    ),
    Story(
        Withheld(
            7,
            Tier.HINT,
            "",
            "Bella heeft een hartruis en moet naar dokter Smith in Utrecht.",
            (),
            {},
            _when(2025, 11, 3),
            ("bella", "Bella"),
            shown="Date: late-2025\nA private note is on record; its details are withheld.",
        ),
        "Hoe gaat het met de hond?",
        ("De hond heeft een hartruis en moet naar Utrecht.", "Bella is ziek."),
        ("Daar kan ik niets over zeggen.", "Er is iets genoteerd, maar dat is besloten."),
    ),
    Story(
        Withheld(
            8,
            Tier.SUMMARY,
            "Review of Ash",
            "Ash missed the deadline twice in October, blamed Luna in the retro, and "
            "will be put on a performance plan with Sean as coach; salary stays at 61,500.",
            ("work",),
            {},
            _when(2025, 10, 30),
            ("ash", "Ash"),
            shown="Title: Review of Ash\nDate: 2025-10-30\nTags: work\nA performance talk took place.",
        ),
        "How was the review of Ash?",
        (
            "Ash missed the deadline twice and blamed Luna.",
            "There will be a performance plan with Sean as coach.",
            "The salary stays at 61500.",
            "He missed his deadlines in October.",
        ),
        (
            "A performance conversation with Ash took place on 30 October 2025.",
            "I can say that a review was held; what was said is private.",
        ),
        ("He was late more than once, pointed at a colleague and now gets extra supervision.",),
    ),
)
