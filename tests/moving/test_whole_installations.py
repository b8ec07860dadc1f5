"""Whole installations: taken out at one moment, put back elsewhere, where everybody sees what it saw."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from audit.models import Event
from consent.models import LabelGrant, Memory
from consent.moving.formats import entries_of
from consent.moving.restoring import Back
from consent.moving.tally import Tally
from consent.moving.whole import putting_back, taking_out
from consent.moving.whole.taking_out import everything
from consent.rules.contexts import Outline, Seat
from consent.rules.trusting import Pair, Terms
from consent.services import (
    context_sessions,
    contexts,
    editing,
    generalizing,
    policies,
    trust,
    trust_requests,
)
from consent.services.contradicting import contradict
from consent.services.generalizing import Proposed
from consent.services.memories import create, create_many
from consent.services.remaking import make_anew
from consent.services.rights import requests
from consent.services.rights.requests import Asked
from profiles.commands import local_caller
from profiles.models import Custodian, Membership, Principal
from profiles.rules.profile_fields import Field
from profiles.rules.system_profile import Setting, Text
from profiles.services import (
    aliases,
    custody,
    identities,
    knowledge,
    merging,
    profiles,
    schema,
    system_profile,
)
from tests import cast
from tests.cast import CUSTODIAN, GRANTEE, NOW, OUTSIDER, OWNER, caller, draft
from tests.commands.shell import Shell
from tests.conftest import clone_database, drop_database, point_django_at
from tests.moving.test_our_own_format import a_stack, another_installation, made

TEAM, PARK = "group:care_team", "ctx:dog_park"
DAY = "2026-03-01T09:00:00Z"
SEAT = {"entity": OWNER, "role": None, "added_at": DAY, "added_by": None}


def a_context() -> None:
    """Seat two in a context with a memory of its own, one of whom is there."""
    by = caller(OWNER)
    contexts.create(Outline(PARK, (Seat(OWNER, "role:walker"), Seat(GRANTEE))), by=by, now=NOW)
    stay = context_sessions.enter(PARK, by=by, now=NOW)
    made("The gate sticks", context_session=f"ctxs_{stay.public_id.hex}")


def trusting() -> None:
    """Set, raise and ask for trust, and say by policy what is usual."""
    for value in (0.75, 0.5):
        terms = Terms(value, reason="as it went", strict_mode=value < 0.6)
        trust.set_trust(Pair(OWNER, GRANTEE), terms, by=caller(OWNER), now=NOW)
    trust_requests.request(Pair(OWNER, OUTSIDER), 0.75, "to help", by=caller(OUTSIDER), now=NOW)
    settings = {"default_trust": 0.75}
    policies.change(settings, "care", version=0, by=cast.admin(), now=NOW)


def names_besides() -> None:
    """Give somebody another name, an account elsewhere and a duplicate; let a custodian's office end."""
    admin, sean = cast.admin(), cast.principal(CUSTODIAN).pk
    aliases.add(sean, "Seanchai", by=admin, now=NOW)
    identities.bind(sean, provider="telegram", external_id="4711", by=admin, now=NOW)
    merging.merge(cast.principal("human:sean_2").pk, sean, by=admin, now=NOW, reason="one person")
    custody.dismiss(cast.principal("human:sean_2").pk, sean, by=admin, now=NOW)


def layers() -> None:
    """Write a profile in a field of this installation's own, a system profile and notes about nobody."""
    schema.put(Field("nickname", "Nickname", "text", 40), by=cast.admin(), now=NOW)
    profiles.write({"nickname": "Sea", "interests": ["dogs"]}, by=caller(CUSTODIAN), now=NOW)
    text = Text({"safety": "Be kind."}, {"tone": Setting("plain", locked=True)})
    system_profile.edit(text, by=replace(cast.admin(), local=True, door="cli"), now=NOW, reason="first")
    noted = knowledge.draft("Parks open at dawn", "Parks", by=caller(OWNER), now=NOW)
    word = knowledge.Word({one["check"] for one in noted.findings}, "true")
    knowledge.approve(f"kno_{noted.public_id.hex}", word, by=cast.admin(), now=NOW)


def links() -> None:
    """Let a memory contradict another, and a belief be drawn from one."""
    one, other = made("The park is open"), made("The park is closed")
    rows = [Memory.objects.get(pk=written.memory_id) for written in (one, other)]
    contradict(*rows, by=caller(OWNER), now=NOW)
    wish = Proposed("Parks have hours", ("*",), acknowledge=("specificity", "reversibility"))
    drawn = generalizing.generalize(one.public_id, wish, by=caller(OWNER), now=NOW)
    assert drawn.status == "accepted"


def everything_there_is() -> None:
    """Write two stacks, a group, people who speak for others, and all else that a copy brings along."""
    a_stack()
    cast.member(TEAM, OUTSIDER)
    a_context()
    trusting()
    names_besides()
    layers()
    links()
    made("The gate code is on the board", access_grants=(TEAM,))
    gone = made("Luna is shy")
    made("Luna needs time", derived_from=(gone.public_id,), access_grants=(GRANTEE,))
    editing.delete(gone.public_id, by=caller(OWNER), now=NOW)


@pytest.fixture
def stage(db: Any) -> Any:
    everything_there_is()
    return db


@pytest.fixture(scope="module")
def taken_out() -> bytes:
    """The file of an installation that is gone since."""
    full = clone_database()
    point_django_at(full)
    everything_there_is()
    found = b"".join(everything("moving house", by=local_caller(), clock=timezone.now))
    drop_database(full)
    return found


def out(shell: Shell, path: Path) -> bytes:
    shell.answer("export", "jsonl", str(path), "--everything", "moving house")
    return path.read_bytes()


def back(shell: Shell, path: Path, *more: str) -> dict[str, Any]:
    words = ("import", "jsonl", str(path), "--everything", "moving in", *more)
    found: dict[str, Any] = shell.answer(*words)
    return found


def seen(shell: Shell) -> dict[str, set[str]]:
    rows = Principal.objects.filter(namespace__in=("si", "human")).exclude(entity_id="human:admin")
    people = rows.values_list("entity_id", flat=True)
    return {
        one: {item["content"] for item in shell.answer("memory", "list", "--as", one)["items"]}
        for one in people
    }


@pytest.fixture
def elsewhere(taken_out: bytes, db: Any, tmp_path: Path) -> Path:
    """An empty installation, with the file of the full one."""
    file = tmp_path / "first.jsonl"
    file.write_bytes(taken_out)
    return file


def test_a_whole_installation_put_back_is_taken_out_byte_for_byte(shell: Shell, elsewhere: Path) -> None:
    told = back(shell, elsewhere)
    assert (told["refused"], told["written"], told["kinds"]["memory"]) == (0, True, 12), told
    first = elsewhere.read_bytes()
    assert out(shell, elsewhere.with_name("second")) == first
    again = back(shell, elsewhere)
    assert (again["created"], again["consents"], again["unchanged"]) == (0, 0, first.count(b"\n") - 2)
    assert out(shell, elsewhere.with_name("third")) == first


def test_everybody_sees_in_it_what_it_saw_before(stage: Any, shell: Shell, tmp_path: Path) -> None:
    """Seen failing before memberships and custodians came along, and with sources that are gone forgotten."""
    before = seen(shell)
    out(shell, tmp_path / "first.jsonl")
    with another_installation(stage):
        back(shell, tmp_path / "first.jsonl")
        assert seen(shell) == before
    assert "The gate code is on the board" in before[OUTSIDER]
    assert not any("Luna needs time" in found for found in before.values())


def test_what_is_put_back_is_on_record_with_its_reason(shell: Shell, elsewhere: Path) -> None:
    back(shell, elsewhere)
    said = Event.objects.filter(reason="moving in", details__restored=True)
    for action, count in {
        "memory.import": 12,
        "profile.update": 1,
        "knowledge.approve": 1,
        "memory.generalize": 1,
        "context.create": 1,
        "trust.set": 1,
        "membership.add": 1,
        "custodian.set": 2,
    }.items():
        assert said.filter(action=action).count() == count, action


def test_a_dry_run_counts_and_leaves_nothing(shell: Shell, elsewhere: Path) -> None:
    told = back(shell, elsewhere, "--dry-run")
    assert (told["kinds"]["membership"], told["kinds"]["custodian"], told["written"]) == (1, 2, False)
    assert not Memory.objects.exists() and not Membership.objects.exists() and not Custodian.objects.exists()


def test_a_membership_that_ended_since_does_not_come_back(shell: Shell, elsewhere: Path) -> None:
    """Seen failing while memberships were known by their ends too."""
    back(shell, elsewhere)
    Membership.objects.update(until=NOW)
    ran = shell("import", "jsonl", str(elsewhere), "--everything", "again", "--json")
    told = json.loads(ran.out)
    assert (ran.code, told["written"], told["errors"][0]["code"]) == (1, False, "id_taken")
    assert list(Membership.objects.values_list("until", flat=True)) == [NOW]


def changed(path: Path, kind: str, /, **fields: Any) -> Path:
    """Write a file in which the first line of a kind says something else."""
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    line = next(one for one in lines if one["type"] == kind)
    line.update(fields)
    other = path.with_name("other.jsonl")
    other.write_bytes(b"".join(json.dumps(one).encode() + b"\n" for one in lines))
    return other


HOSTILE: dict[str, tuple[str, dict[str, Any], str]] = {
    "an unknown kind": ("membership", {"type": "superuser"}, "Must be one of"),
    "an unknown field": ("membership", {"is_admin": True}, "not known here"),
    "a member of a person": ("membership", {"collective": OWNER}, "Only a group, org or role"),
    "a member of a context": ("membership", {"member": "ctx:park"}, "somebody whom no line"),
    "a stranger": ("custodian", {"custodian": "human:mallory"}, "somebody whom no line"),
    "a group that speaks for somebody": ("custodian", {"custodian": TEAM}, "never a collective"),
    "one's own custodian": ("custodian", {"custodian": "dog:bella"}, "their own custodian"),
    "an end before its beginning": ("custodian", {"until": "2020-01-01T00:00:00Z"}, "before it begins"),
    "everyone as an entity": ("principal", {"entity": "*"}, "everyone"),
    "another form of a name": ("principal", {"entity": "human:SEAN"}, "one form"),
    "a held one that is verified": ("principal", {"held": True, "verified_at": DAY}, "not verified"),
    "the administrator's address": (
        "principal",
        {"email": "mallory@example.org", "verified_at": DAY},
        "another address",
    ),
    "a context that is none": ("context", {"id": TEAM}, "is a ctx: entity"),
    "a context of a group's": ("context", {"owner": TEAM}, "of an individual"),
    "a group in a context": ("context", {"participants": [{**SEAT, "entity": TEAM}]}, "does not sit"),
    "a role that is none": ("context", {"participants": [{**SEAT, "role": OWNER}]}, "no role"),
    "somebody twice": ("context", {"participants": [SEAT, SEAT]}, "listed twice"),
    "a stay without end": ("context_session", {"expires_at": "2029-03-01T09:00:00Z"}, "a day at most"),
    "a stay nowhere": ("context_session", {"context": "ctx:nowhere"}, "somebody whom no line"),
    "a stay in no context": ("context_session", {"context": TEAM}, "a context that no line"),
    "trust in oneself": ("trust", {"accessor": OWNER}, "always trusts itself"),
    "a group that trusts": ("trust", {"owner": TEAM}, "Only an individual"),
    "trust of everyone": ("trust", {"owner": "*"}, "everyone"),
    "more than full trust": ("trust", {"base_trust": 1.5}, "from 0 to 1"),
    "trust asked of oneself": ("trust_request", {"accessor": OWNER}, "somebody else"),
    "a setting nobody knows": ("policy", {"settings": {"is_open": True}}, "no such setting"),
    "a setting out of range": ("policy", {"settings": {"default_trust": 7}}, "default_trust"),
    "another's merge": ("merge", {"into": TEAM}, "two different individuals"),
    "an everyday alias": ("alias", {"text": "dog"}, "everyday word"),
    "an account of the administrator": ("identity", {"entity": "human:admin"}, "administrator"),
    "an account of nobody's": ("identity", {"provider": "Not one"}, "no account elsewhere"),
    "a field nobody has": ("profile", {"fields": {"nickname": {"a": 1}}}, "text, yes or no"),
    "a field of no kind": ("profile_field", {"kind": "script"}, "Must be one of"),
    "a section nobody knows": ("system_profile", {"sections": {"root": "x"}}, "no system profile"),
    "settings that are none": ("system_profile", {"settings": {"tone": 1}}, "no system profile"),
    "a note nobody approved": ("knowledge", {"answered_by": None}, "somebody has approved"),
    "a note that is blocked": ("knowledge", {"findings": [{"level": "block"}]}, "is not approved"),
    "a contradiction in itself": ("contradiction", {"other": "mem_" + "0" * 32}, "a memory that no line"),
    "a belief from nowhere": ("generalization", {"source": "mem_" + "0" * 32}, "a memory that no line"),
    "a belief that is none": ("generalization", {"result": None}, "Names the belief"),
    "a consent of somebody unknown": ("consent", {"grantor": "human:mallory"}, "somebody whom no line"),
    "a consent for one memory": ("consent", {"scope": "memory"}, "in that memory's line"),
    "a pattern that cannot be read": ("memory", {"forbidden_patterns": ["("]}, "forbidden_patterns"),
    "patterns that cost too much": (
        "memory",
        {"content": "a " * 90_000, "forbidden_patterns": ["(a|b|c){200}x"] * 50},
        "too many or too long",
    ),
    "an owner in metadata": ("memory", {"metadata": {"owner": OWNER}}, "do not travel in metadata"),
    "everyone as a subject": ("memory", {"subject_ids": ["*"]}, "everyone"),
    "everyone as an owner": ("memory", {"owner": "*"}, "everyone"),
    "a context of a memory that is none": ("memory", {"context": OWNER}, "Must be a ctx: entity"),
    "everyone as a collective": ("membership", {"collective": "*"}, "everyone"),
    "everyone as a custodian": ("custodian", {"custodian": "*"}, "everyone"),
    "everyone who agrees": ("consent", {"grantor": "*"}, "everyone"),
    "everyone's alias": ("alias", {"entity": "*"}, "everyone"),
    "everyone's profile": ("profile", {"entity": "*"}, "everyone"),
    "everyone in a context": ("context", {"participants": [{**SEAT, "entity": "*"}]}, "everyone"),
    "trust beyond all": ("memory", {"trust": 2}, "from 0 to 1"),
    "another end": ("end", {"lines": 3}, "missing, or too many"),
    "two beginnings": (
        "membership",
        {"type": "export", "format": "memory-admin", "version": 1},
        "one beginning",
    ),
    "one stack's beginning": ("export", {"everything": False}, "no copy of a whole installation"),
}


@pytest.mark.parametrize(("kind", "fields", "said"), HOSTILE.values(), ids=HOSTILE)
def test_a_line_no_service_writes_is_refused_by_its_number_and_nothing_is_written(
    shell: Shell, elsewhere: Path, kind: str, fields: dict[str, Any], said: str
) -> None:
    if kind == "principal" and "email" in fields:
        fields = {**fields, "entity": "human:admin"}
    ran = shell("import", "jsonl", str(changed(elsewhere, kind, **fields)), "--everything", "in", "--json")
    told = json.loads(ran.out)
    assert (ran.code, told["written"]) == (1, False), ran
    assert told["errors"][0]["where"].startswith("line ") and said in told["errors"][0]["detail"], told
    assert not Memory.objects.exists() and Principal.objects.count() == 2


def test_a_file_that_was_cut_short_is_refused(shell: Shell, elsewhere: Path) -> None:
    whole = elsewhere.read_bytes().splitlines(keepends=True)
    elsewhere.write_bytes(b"".join(whole[:-1]))
    ran = shell("import", "jsonl", str(elsewhere), "--everything", "in")
    assert ran.code == 1 and "ends before its last line" in ran.out and not Memory.objects.exists()


@pytest.mark.parametrize("how", [(), ("--atomic",), ("--restore", "mine")], ids=["", "atomic", "restore"])
def test_nobodys_own_import_takes_anything_but_memories_from_it(
    shell: Shell, elsewhere: Path, how: tuple[str, ...]
) -> None:
    """Seen failing with the lines of other kinds passed over in silence."""
    cast.principal(OWNER)
    ran = shell("import", "jsonl", str(elsewhere), "--as", OWNER, *how, "--json")
    told = json.loads(ran.out)
    assert ran.code == 1 and "--everything REASON" in told["errors"][0]["detail"]
    assert not Membership.objects.exists() and not Custodian.objects.exists()
    assert not LabelGrant.objects.filter(owner_agreed=True).exists()


def test_what_waits_for_an_answer_and_stays_is_said(db: Any, shell: Shell, tmp_path: Path) -> None:
    """Seen failing while requests of persons were left behind in silence."""
    cast.principal(CUSTODIAN)
    requests.erase(CUSTODIAN, Asked("in writing", ring=False), by=cast.admin(), now=NOW)
    words = ("export", "jsonl", str(tmp_path / "first.jsonl"), "--everything", "moving house")
    assert "first: requests of persons about their own data (1)." in shell(*words).out


def test_only_the_machines_own_command_line_takes_everything(shell: Shell, elsewhere: Path) -> None:
    for words in (("export", "jsonl", str(elsewhere.with_name("no"))), ("import", "jsonl", str(elsewhere))):
        ran = shell(*words, "--everything", "in", "--as", OWNER)
        assert ran.code == 2 and "leave --as" in ran.err, ran
    assert not elsewhere.with_name("no").exists()


def write_meanwhile() -> None:
    made("Written meanwhile", subject_ids=("dog:rex",))
    connection.close()


def test_a_whole_installation_is_one_moment_of_it(stage: Any) -> None:
    """A line of what came in while it was written would name somebody no line brings in."""
    lines = everything("moving", by=local_caller(), clock=timezone.now)
    found = [next(lines), next(lines)]
    with ThreadPoolExecutor(1) as other:  # on a connection of its own: this one is inside of the snapshot
        other.submit(write_meanwhile).result()
    found += list(lines)
    assert b"dog:rex" not in b"".join(found) and CUSTODIAN.encode() in b"".join(found)


def shown(shell: Shell, entity: str) -> list[dict[str, Any]]:
    """Return what somebody is shown, word for word, but for numbers of the installation."""
    found: list[dict[str, Any]] = shell.answer("memory", "list", "--as", entity)["items"]
    return found


def test_what_tiers_hide_is_hidden_there_too(db: Any, shell: Shell, tmp_path: Path) -> None:
    """Seen failing with aliases left out, and with what a model found in a text."""
    bella = cast.principal("dog:bella").pk
    cast.custodian("dog:bella", CUSTODIAN)
    aliases.add(bella, "Zabellina", by=cast.admin(), now=NOW)
    trust.set_trust(Pair(CUSTODIAN, GRANTEE), Terms(0.75), by=caller(CUSTODIAN), now=NOW)
    fields = {"subject_ids": ("dog:bella",), "access_grants": (GRANTEE,)}
    written = create(draft("Zabellina met Korwin at noon", **fields), by=caller(CUSTODIAN), now=NOW)
    Memory.objects.filter(pk=written.memory_id).update(findings=[["content", 14, 20, "person"]])
    with transaction.atomic():
        make_anew([written.memory_id])
    before = shown(shell, GRANTEE)
    assert "Zabellina" not in str(before) and "Korwin" not in str(before) and "noon" in str(before)
    out(shell, tmp_path / "first.jsonl")
    with another_installation(db):
        back(shell, tmp_path / "first.jsonl")
        assert shown(shell, GRANTEE) == before


def test_authority_is_lowered_to_what_the_administrator_says(shell: Shell, elsewhere: Path) -> None:
    file = changed(elsewhere, "memory", provenance="application_trusted")
    back(shell, file)
    assert not Memory.objects.filter(provenance="application_trusted").exists()


def test_authority_comes_back_where_the_administrator_says_so(shell: Shell, elsewhere: Path) -> None:
    file = changed(elsewhere, "memory", provenance="application_trusted")
    back(shell, file, "--max-provenance", "application_trusted")
    assert Memory.objects.filter(provenance="application_trusted").count() == 1
    assert out(shell, elsewhere.with_name("second")).count(b"application_trusted") == 1


def test_what_is_here_and_says_something_else_stops_the_whole(shell: Shell, elsewhere: Path) -> None:
    """Seen failing with whoever is here taken for what its line says."""
    cast.principal(OWNER, display_name="Ash of this place")
    ran = shell("import", "jsonl", str(elsewhere), "--everything", "in", "--json")
    told = json.loads(ran.out)
    assert (ran.code, told["written"], told["errors"][0]["code"]) == (1, False, "id_taken")
    assert Principal.objects.get(entity_id=OWNER).display_name == "Ash of this place"
    assert not Membership.objects.exists()


def test_much_is_taken_out_and_put_back_a_stretch_at_a_time(
    db: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both ways hold a few stretches, however many lines there are. Seen failing with either holding all."""
    monkeypatch.setattr(taking_out, "_STRETCH", 20)
    monkeypatch.setattr(putting_back, "BATCH", 20)
    cast.principal(OWNER)
    for at in range(0, 1200, 100):
        drafts = [draft(f"Line {number} " + "x" * 2500) for number in range(at, at + 100)]
        create_many(drafts, by=caller(OWNER), now=NOW, atomic=True)
    file = tmp_path / "first.jsonl"
    assert peak(lambda: write(file)) < file.stat().st_size / 2
    with another_installation(db):
        by = local_caller()
        word = Back(by, by, "moving in", NOW)
        told = entries_of("jsonl", file)
        assert peak(lambda: putting_back.put_back_everything(told, word, nobody)) < file.stat().st_size / 2
        assert Memory.objects.count() == 1200


def nobody(told: Tally) -> None:
    """Hear of each stretch."""


def write(file: Path) -> None:
    with file.open("wb") as stream:
        stream.writelines(everything("moving house", by=local_caller(), clock=timezone.now))


def peak(act: Callable[[], object]) -> int:
    """Return how many bytes more than before were held at once."""
    tracemalloc.start()
    try:
        act()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
