"""Files of jobs: one kind for what is sent, what is taken out and what a person is handed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from consent.models import RightsRequest
from consent.moving import kept
from consent.queries.persons import person_of
from consent.queries.rights import file_of
from consent.services.rights.forgetting import forget
from jobs import files, queries
from jobs.files import PIECE, Leaving
from jobs.models import JobFile
from jobs.services import Running, start
from memory_admin.http.problem import Problem
from tests.cast import NOW, OWNER, admin, caller, custodian, principal
from tests.conftest import Database

WARD = "dog:bella"


def left(about: str, content: bytes, **more: Any) -> JobFile:
    """Leave a file about somebody by a job of somebody else's."""
    job = start("subject_export", {}, by=caller(OWNER), now=NOW, ring=False)
    leaving = Leaving("x.jsonl", "text/plain", principal(about).pk, timedelta(days=7), **more)
    return files.write(job, leaving, [content], now=NOW)


def test_a_file_is_for_whom_it_is_about_its_custodian_and_administrators_alone(db: Database) -> None:
    """Seen failing with the starter of its job let in."""
    custodian(WARD, "human:sean")
    file = left(WARD, b"a copy")
    assert [files.may_fetch(file, caller(one), NOW) for one in (WARD, "human:sean", OWNER)] == [
        True,
        True,
        False,
    ]
    assert files.may_fetch(file, admin(), NOW)


def test_a_file_for_one_alone_is_at_no_other_door_not_even_an_administrators(db: Database) -> None:
    """Seen failing with the question whether it is for one alone left out."""
    file = left("human:sean", b"memories", alone=True)
    assert file.job is not None
    for by in (caller("human:sean"), admin()):
        with pytest.raises(Problem) as refused:
            files.fetch(queries.public(file.job), by=by, now=NOW, reason="why")
        assert refused.value.status == 404
    assert kept.find(kept.public(file), caller("human:sean"), NOW, outgoing=True) == file
    for by, outgoing in ((admin(), True), (caller(OWNER), True), (caller("human:sean"), False)):
        with pytest.raises(Problem):
            kept.find(kept.public(file), by, NOW, outgoing=outgoing)


def test_a_file_is_written_a_piece_at_a_time_whatever_it_is_sent_in(db: Database) -> None:
    """Seen failing while a job's file was gathered whole before it was stored."""
    told = 0

    def parts() -> Iterator[bytes]:
        nonlocal told
        for _ in range(6):
            told += 1
            yield b"x" * PIECE
            assert JobFile.objects.get().pieces.count() >= told - 1

    job = start("export", {}, by=caller(OWNER), now=NOW, ring=False)
    file = kept.give(Running(job), parts(), "jsonl", holds=list, now=NOW)
    assert (file.size, sum(map(len, files.parts_of(file)))) == (6 * PIECE, 6 * PIECE)


def test_a_file_still_being_written_or_past_its_time_is_nowhere(db: Database) -> None:
    """Seen failing where whoever it is alone for was handed what there was of it so far."""
    sean = caller("human:sean")
    mine, theirs = left("human:sean", b"half", alone=True), left("human:sean", b"half")
    rights = RightsRequest(job=theirs.job.public_id if theirs.job else None)
    week = timedelta(days=7)
    assert kept.find(kept.public(mine), sean, NOW, outgoing=True) == mine and file_of(rights, NOW) == theirs
    assert not files.whole(NOW + week).exists()
    JobFile.objects.update(sha256="")
    with pytest.raises(Problem):
        kept.find(kept.public(mine), sean, NOW, outgoing=True)
    assert file_of(rights, NOW) is None and not files.whole(NOW).exists()


def test_a_name_across_two_pieces_is_found_by_an_erasure(db: Database) -> None:
    """Seen failing while each stretch of a file was searched by itself."""
    orrie = principal("human:orrie", display_name="Orrin Vale")
    left("human:max", b"x" * (PIECE - 6) + b" Orrin Vale naps")
    other = left("human:max", b"x" * PIECE + b" Bella naps")
    forget(person_of(orrie), (), now=NOW)
    assert JobFile.objects.get() == other
