"""Who belongs to what, who answers for whom, and what an asker answers to."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from functools import partial
from typing import Any, LiteralString

import pytest

from memory_admin.http.problem import Problem
from profiles.models import Credential, Custodian, Membership, Principal
from profiles.queries import reach as reaching
from profiles.queries.prepared import ask
from profiles.queries.reach import containers, custodians, members, reach
from profiles.rules.terms import Term
from profiles.services import custody, identities, memberships, merging, principals
from tests.profiles.cast import HOUR, NOW, admin, agent, at_once, someone, token_of

pytestmark = pytest.mark.usefixtures("db")


def _join(collective: Principal, member: Principal, until: object = None) -> None:
    memberships.join(collective.pk, member.pk, by=admin(), now=NOW, term=Term(until))  # type: ignore[arg-type]


def _names(ids: tuple[int, ...]) -> set[str]:
    return set(Principal.objects.filter(pk__in=ids).values_list("entity_id", flat=True))


def test_an_asker_answers_to_itself_its_collectives_above_them_and_everyone() -> None:
    sean, team, clinic, other = map(someone, ("human:sean", "group:team", "org:clinic", "group:other"))
    _join(team, sean)
    _join(clinic, team)
    assert _names(reach([sean.pk], NOW)[sean.pk]) == {"human:sean", "group:team", "org:clinic", "*"}
    assert _names(reach([other.pk], NOW)[other.pk]) == {"group:other", "*"}
    assert _names(containers([sean.pk], NOW)[sean.pk]) == {"group:team", "org:clinic"}
    assert _names(members([clinic.pk], NOW)[clinic.pk]) == {"human:sean", "group:team"}


def test_many_askers_are_resolved_in_one_statement(monkeypatch: pytest.MonkeyPatch) -> None:
    people = [someone(f"human:p{number}") for number in range(5)]
    team = someone("group:team")
    _join(team, people[0])
    asked: list[object] = []

    def counted(sql: LiteralString, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        asked.append(values)
        return ask(sql, values)

    monkeypatch.setattr(reaching, "ask", counted)
    found = reach([one.pk for one in people], NOW)
    assert len(asked) == 1
    assert [len(found[one.pk]) for one in people] == [3, 2, 2, 2, 2]
    assert reach([], NOW) == {} and reach([10_000], NOW) == {10_000: (0, 10_000)}


@pytest.mark.parametrize("end", ["leave", "until", "held", "inactive"])
def test_what_ended_gives_nothing_from_that_moment(end: str) -> None:
    sean, team, clinic = map(someone, ("human:sean", "group:team", "org:clinic"))
    _join(team, sean, NOW + HOUR if end == "until" else None)
    _join(clinic, team)
    later = NOW + HOUR
    if end == "leave":
        memberships.leave(team.pk, sean.pk, by=admin(), now=later)
    if end in ("held", "inactive"):
        Principal.objects.filter(pk=team.pk).update(held=end == "held", active=end != "inactive")
    else:
        just_before = later - timedelta(microseconds=1)
        assert _names(reach([sean.pk], just_before)[sean.pk]) == {
            "human:sean",
            "group:team",
            "org:clinic",
            "*",
        }
    assert _names(reach([sean.pk], later)[sean.pk]) == {"human:sean", "*"}
    assert members([clinic.pk], later)[clinic.pk] in ((), (team.pk,))
    assert sean.pk not in members([team.pk, clinic.pk], later)[clinic.pk]


def test_a_membership_that_begins_later_counts_later() -> None:
    sean, team = someone("human:sean"), someone("group:team")
    Membership.objects.create(collective=team, member=sean, since=NOW + HOUR)
    assert team.pk not in reach([sean.pk], NOW)[sean.pk]
    assert team.pk in reach([sean.pk], NOW + HOUR)[sean.pk]


def test_a_cycle_is_refused_at_any_length() -> None:
    a, b, c = map(someone, ("group:a", "group:b", "group:c"))
    with pytest.raises(Problem, match="409 membership_cycle"):
        _join(a, a)
    _join(a, b)
    _join(b, c)
    for below in (b, c):
        with pytest.raises(Problem, match="409 membership_cycle"):
            _join(below, a)
    memberships.leave(a.pk, b.pk, by=admin(), now=NOW + HOUR)
    memberships.join(c.pk, a.pk, by=admin(), now=NOW + HOUR)


def test_a_cycle_that_got_in_anyway_is_harmless() -> None:
    a, b, sean = map(someone, ("group:a", "group:b", "human:sean"))
    for collective, member in ((a, b), (b, a), (a, sean), (a, a)):
        Membership.objects.create(collective=collective, member=member, since=NOW)
    assert _names(reach([sean.pk], NOW)[sean.pk]) == {"human:sean", "group:a", "group:b", "*"}
    assert _names(members([b.pk], NOW)[b.pk]) == {"human:sean", "group:a"}


def test_the_parts_of_a_cycle_added_at_once_never_all_stay() -> None:
    by = admin()
    for number in range(5):
        a, b, c = (someone(f"group:{name}{number}") for name in "abc")

        def join(collective: Principal, member: Principal) -> None:
            memberships.join(collective.pk, member.pk, by=by, now=NOW)

        told = at_once(*[partial(join, *pair) for pair in ((a, b), (b, c), (c, a))])
        assert [str(error) for error in told] == ["409 membership_cycle"]
        assert Membership.objects.filter(collective__in=(a, b, c)).count() == 2


@pytest.mark.parametrize(
    ("collective", "member"),
    [
        ("human:sean", "human:luna"),
        ("si:ash", "human:luna"),
        ("ctx:park", "human:luna"),
        ("group:a", "ctx:park"),
    ],
)
def test_only_a_group_an_org_or_a_role_has_members(collective: str, member: str) -> None:
    one, other = someone(collective), someone(member)
    with pytest.raises(Problem, match="422"):
        _join(one, other)


def test_who_belongs_already_is_not_added_twice_and_whoever_left_may_return() -> None:
    sean, team = someone("human:sean"), someone("group:team")
    _join(team, sean)
    with pytest.raises(Problem, match="409 already_member"):
        _join(team, sean)
    memberships.leave(team.pk, sean.pk, by=admin(), now=NOW)
    with pytest.raises(Problem, match="404"):
        memberships.leave(team.pk, sean.pk, by=admin(), now=NOW)
    _join(team, sean)


def test_a_member_may_leave_by_itself_and_nobody_makes_it_leave() -> None:
    team, ash, max_ = someone("group:team"), agent("si:ash"), agent("si:max")
    for one in (ash, max_):
        memberships.join(team.pk, one.principal_id, by=admin(), now=NOW)
    with pytest.raises(Problem, match="403"):
        memberships.leave(team.pk, ash.principal_id, by=max_, now=NOW)
    with pytest.raises(Problem, match="403"):
        memberships.join(team.pk, someone("human:sean").pk, by=ash, now=NOW)
    memberships.leave(team.pk, ash.principal_id, by=ash, now=NOW)
    assert team.pk not in reach([ash.principal_id], NOW)[ash.principal_id]


def test_custodians_are_live_individuals_and_not_passed_on() -> None:
    bella, sean, luna = map(someone, ("dog:bella", "human:sean", "human:luna"))
    custody.appoint(bella.pk, sean.pk, by=admin(), now=NOW)
    custody.appoint(sean.pk, luna.pk, by=admin(), now=NOW, term=Term(NOW + HOUR))
    assert custodians([bella.pk, sean.pk], NOW) == {bella.pk: (sean.pk,), sean.pk: (luna.pk,)}
    assert custodians([bella.pk, sean.pk], NOW + HOUR) == {bella.pk: (sean.pk,), sean.pk: ()}
    custody.dismiss(bella.pk, sean.pk, by=admin(), now=NOW + HOUR)
    assert custodians([bella.pk], NOW + HOUR)[bella.pk] == ()


@pytest.mark.parametrize("custodian", ["group:team", "dog:bella", "ctx:park"])
def test_a_custodian_is_another_individual(custodian: str) -> None:
    bella = someone("dog:bella")
    other = bella if custodian == "dog:bella" else someone(custodian)
    with pytest.raises(Problem, match="422"):
        custody.appoint(bella.pk, other.pk, by=admin(), now=NOW)


def test_a_custodian_is_set_by_administrators_only() -> None:
    bella, by = someone("dog:bella"), agent("si:ash", "principals", "consent")
    with pytest.raises(Problem, match="403"):
        custody.appoint(bella.pk, by.principal_id, by=by, now=NOW)
    assert not Custodian.objects.exists()


@pytest.mark.parametrize("proof", ["token", "account", "address"])
def test_who_acts_for_itself_gets_a_guardian_with_an_end_only(proof: str) -> None:
    luna, sean = someone("human:luna"), someone("human:sean")
    custody.appoint(luna.pk, sean.pk, by=admin(), now=NOW)
    custody.dismiss(luna.pk, sean.pk, by=admin(), now=NOW)
    if proof == "token":
        token_of(luna)
    if proof == "account":
        identities.bind(luna.pk, provider="telegram", external_id="1", by=admin(), now=NOW)
    if proof == "address":
        changes = {"email": "luna@example.org", "email_verified": True}
        principals.update(luna.pk, changes, by=admin(), now=NOW)
    with pytest.raises(Problem, match="422 guardianship_without_end"):
        custody.appoint(luna.pk, sean.pk, by=admin(), now=NOW)
    custody.appoint(luna.pk, sean.pk, by=admin(), now=NOW, term=Term(NOW + HOUR))


def test_an_account_elsewhere_is_one_principals_exactly_and_verifies_it() -> None:
    named = principals.register(["human:sean", "human:luna"], by=admin(), now=NOW)
    sean, luna = named["human:sean"], named["human:luna"]
    identities.bind(sean.pk, provider="telegram", external_id="Ab", by=admin(), now=NOW)
    identities.bind(luna.pk, provider="telegram", external_id="ab", by=admin(), now=NOW)
    assert Principal.objects.get(pk=sean.pk).verified_at == NOW
    with pytest.raises(Problem, match="409 identity_taken"):
        identities.bind(luna.pk, provider="telegram", external_id="Ab", by=admin(), now=NOW)
    with pytest.raises(Problem, match="403"):
        identities.bind(luna.pk, provider="signal", external_id="1", by=agent("si:ash", "gateway"), now=NOW)
    for provider, external in (
        ("Tele gram", "1"),
        ("telegram", ""),
        ("telegram", " 1"),
        ("telegram", "1\u200b"),
    ):
        with pytest.raises(Problem, match="422 identity_refused"):
            identities.bind(luna.pk, provider=provider, external_id=external, by=admin(), now=NOW)


def test_an_agent_binds_no_account_on_its_own_say_so() -> None:
    by = agent("si:ash", "gateway", "principals")
    with pytest.raises(Problem, match="403"):
        identities.bind_proven(by.principal_id, provider="telegram", external_id="1", by=by, now=NOW)


def test_a_merged_duplicate_is_another_name_of_the_survivor() -> None:
    sean, double, team = someone("human:sean"), someone("human:sean2"), someone("group:team")
    _join(team, double)
    identities.bind(double.pk, provider="telegram", external_id="42", by=admin(), now=NOW)
    merging.merge(double.pk, sean.pk, by=admin(), now=NOW, reason="one person")
    double.refresh_from_db()
    assert (double.merged_into_id, double.active) == (sean.pk, False)
    assert principals.register(["human:sean2"], by=agent("si:ash"), now=NOW)["human:sean2"] == sean
    assert _names(reach([sean.pk], NOW)[sean.pk]) == {"human:sean", "human:sean2", "group:team", "*"}
    assert _names(containers([sean.pk], NOW)[sean.pk]) == {"group:team"}
    assert custodians([double.pk], NOW)[double.pk] == (sean.pk,)
    assert sean.identities.count() == 1


def test_what_cannot_be_merged_is_refused() -> None:
    sean, team, ash = someone("human:sean"), someone("group:team"), someone("si:ash")
    token_of(ash)
    for one, other, code in (
        (sean, sean, "422"),
        (team, sean, "422"),
        (sean, team, "422"),
        (ash, sean, "409"),
    ):
        with pytest.raises(Problem, match=code):
            merging.merge(one.pk, other.pk, by=admin(), now=NOW, reason="x")
    Credential.objects.update(revoked_at=NOW)
    merging.merge(ash.pk, sean.pk, by=admin(), now=NOW, reason="x")
    with pytest.raises(Problem, match="409"):
        merging.merge(ash.pk, sean.pk, by=admin(), now=NOW, reason="again")
    with pytest.raises(Problem, match="403"):
        merging.merge(sean.pk, ash.pk, by=agent("si:max"), now=NOW, reason="x")
