"""S4 for vectors: what is hidden, as a memory or by a tier, moves neither what is found nor order or score.

Seen failing against: nearness to every rendering of a memory whose label lets the asker in, whatever the tier
shown; and nearness to rows that the coded audience met, before the decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from consent.models import TrustRelationship
from consent.rules.tiers import Tier, tier_of
from consent.services.memories import create
from tests.cast import NOW, OUTSIDER, OWNER, caller, draft, principal
from tests.conftest import Database
from tests.embeddings.asking import embed_all
from tests.embeddings.conftest import model  # noqa: F401
from tests.embeddings.serving import Service
from tests.safety.outside import Step, play, token_of
from tests.safety.test_s4_what_may_not_be_seen_leaves_no_trace import (
    ACCIDENT,
    ASKED,
    differences,
    hide_a_lot,
    low_trust_world,
    rewrite,
    shared_world,
    stage,  # noqa: F401
)

NEAR = ["puppy by the river", "cardiac murmur", "hound", "physician visit", "heart", "small dog", "tablet"]


def questions(words: list[str]) -> Iterator[Step]:
    for word in words:
        yield "POST", "/api/v1/recall", {"query": word, "limit": 20, "explain": True}
        yield "POST", "/api/v1/recall", {"query": word, "limit": 1}


def test_an_outsider_gets_the_same_order_and_scores_with_and_without_hidden_memories(
    stage: Callable[..., tuple[list[str], list[str]]],  # noqa: F811
    db: Database,
    model: Service,  # noqa: F811
) -> None:
    shared_world()
    create(draft("A hound with a cardiac murmur"), by=caller(OUTSIDER), now=NOW)
    token = token_of(OUTSIDER)
    embed_all()

    def hide() -> None:
        hide_a_lot()
        embed_all()

    without, with_hidden = stage(lambda: play(token, questions(NEAR), frozenset()), hide)
    assert sum("hybrid" in answer for answer in without) == 2 * len(NEAR)
    assert differences(without, with_hidden) == []


@pytest.mark.parametrize("trust", [0.0, 0.25, 0.5, 0.75])
def test_what_a_tier_hides_is_near_to_no_question(
    stage: Callable[..., tuple[list[str], list[str]]],  # noqa: F811
    db: Database,
    model: Service,  # noqa: F811
    trust: float,
) -> None:
    shared_world()
    memory, tier = low_trust_world(), tier_of(trust)
    TrustRelationship.objects.create(
        owner=principal(OWNER), accessor=principal(OUTSIDER), base_trust=trust, last_updated=NOW
    )
    token = token_of(OUTSIDER)

    def say(secret: str) -> None:
        rewrite(memory, secret, tier)
        embed_all()

    say("nothing")
    without, with_hidden = stage(
        lambda: play(token, questions([*ASKED, *ACCIDENT.split(", ")]), frozenset({memory})),
        lambda: say(ACCIDENT),
    )
    assert differences(without, with_hidden) == []
    assert any(f'\\"{tier.word}\\"' in answer for answer in without) or tier is Tier.HINT


def test_the_next_question_after_a_withdrawal_finds_nothing_by_meaning(
    db: Database,
    model: Service,  # noqa: F811
) -> None:
    from consent.models import LabelGrant
    from tests.embeddings.asking import found

    create(draft("The puppy limps", access_grants=(OUTSIDER,)), by=caller(OWNER), now=NOW)
    embed_all()
    assert found(OUTSIDER, "hound") == ["The puppy limps"]
    LabelGrant.objects.all().delete()
    assert found(OUTSIDER, "hound") == []
