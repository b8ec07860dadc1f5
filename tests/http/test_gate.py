"""What stands before the site: no thread waits for a body, and nothing arrives without bounds."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from memory_admin.gate import PIECE, Gate
from memory_admin.http.arriving import Bounds

SCOPE: dict[str, Any] = {
    "type": "http",
    "method": "POST",
    "path": "/é",
    "query_string": b"q=1",
    "http_version": "1.1",
    "headers": [],
}
SEEN: list[dict[str, Any]] = []


def site(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
    """Answer with what arrived."""
    SEEN.append(environ)
    start("201 Created", [("X-Echo", "yes")])
    return [environ["wsgi.input"].read(), b"!"]


class Client:
    """One client, that sends chunks and then waits or goes."""

    def __init__(self, *chunks: bytes, then: str = "end") -> None:
        self.sent: list[dict[str, Any]] = []
        last = len(chunks) - 1
        self.messages = [
            {"type": "http.request", "body": chunk, "more_body": then != "end" or place < last}
            for place, chunk in enumerate(chunks)
        ]
        self.then = then

    async def receive(self) -> dict[str, Any]:
        if self.messages:
            return self.messages.pop(0)
        if self.then == "go":
            return {"type": "http.disconnect"}
        await asyncio.Event().wait()
        raise AssertionError

    async def send(self, message: Any) -> None:
        self.sent.append(dict(message))

    async def ask(self, gate: Gate, **scope: Any) -> Client:
        await gate({**SCOPE, **scope}, self.receive, self.send)
        return self

    @property
    def status(self) -> int:
        return int(self.sent[0]["status"])

    @property
    def body(self) -> bytes:
        return bytes(self.sent[1]["body"])


@pytest.fixture(autouse=True)
def nothing_seen() -> None:
    SEEN.clear()


def test_a_request_that_is_whole_is_answered() -> None:
    client = asyncio.run(Client(b"Bel", b"la").ask(Gate(site)))
    assert (client.status, client.body) == (201, b"Bella!")
    assert client.sent[0]["headers"] == [(b"x-echo", b"yes")]
    assert SEEN[0]["PATH_INFO"].encode("latin-1").decode() == "/é" and SEEN[0]["QUERY_STRING"] == "q=1"


@pytest.mark.parametrize("bad", [b"%FF", b"%ED%A0%80", b"mem_%C3"])
def test_an_address_of_the_api_that_is_not_utf8_is_400(bad: bytes) -> None:
    """Seen failing when replacement characters took the place of the bytes, and another id was meant."""
    client = asyncio.run(Client(b"").ask(Gate(site), path="/api/v1/\ufffd", raw_path=b"/api/v1/" + bad))
    assert (client.status, json.loads(client.body)["code"], SEEN) == (400, "bad_text", [])


def test_an_address_arrives_as_it_was_sent() -> None:
    for raw, arrived in (
        (b"/a%2Fb%20c", b"/a/b c"),
        (b"/%FF", b"/\xff"),
        (b"/api/%C3%A9", "/api/é".encode()),
    ):
        asyncio.run(Client(b"").ask(Gate(site), path="/?", raw_path=raw))
        assert SEEN[-1]["PATH_INFO"].encode("latin-1") == arrived


def test_bodies_that_never_end_take_no_thread_from_anybody() -> None:
    async def crowd() -> Client:
        gate = Gate(site, threads=1)
        stuck = [asyncio.create_task(Client(b"half", then="wait").ask(gate)) for _ in range(200)]
        await asyncio.sleep(0)
        answered = await asyncio.wait_for(Client(b"whole").ask(gate), 5)
        for one in stuck:
            one.cancel()
        return answered

    assert asyncio.run(crowd()).status == 201 and len(SEEN) == 1


def test_a_body_that_does_not_come_is_told_so() -> None:
    client = asyncio.run(Client(b"half", then="wait").ask(Gate(site, bounds=Bounds(seconds=0.05))))
    answer = json.loads(client.body)
    assert (client.status, answer["code"]) == (408, "body_timeout") and not SEEN
    headers = dict(client.sent[0]["headers"])
    assert headers[b"content-type"] == b"application/problem+json"
    assert headers[b"x-request-id"].decode() == answer["request_id"]


def test_one_that_is_too_large_is_refused_before_it_is_whole() -> None:
    client = asyncio.run(Client(b"x" * 11, then="wait").ask(Gate(site, bounds=Bounds(body=10))))
    assert client.status == 413 and not SEEN


def test_what_arrives_at_once_is_bounded_in_all_and_the_room_is_given_back() -> None:
    async def crowd() -> tuple[int, int]:
        gate = Gate(site, bounds=Bounds(body=10, waiting=15))
        first = asyncio.create_task(Client(b"x" * 9, then="wait").ask(gate))
        await asyncio.sleep(0)
        refused = await Client(b"x" * 9).ask(gate)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        return refused.status, (await Client(b"x" * 9).ask(gate)).status

    assert asyncio.run(crowd()) == (503, 201)


def test_a_body_counts_until_it_is_answered() -> None:
    """Seen failing while a body that waited for a thread counted for nothing any more."""
    begun, go_on = threading.Event(), threading.Event()

    def slow(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        begun.set()
        go_on.wait(10)
        return site(environ, start)

    async def crowd() -> tuple[int, int]:
        gate = Gate(slow, threads=1, bounds=Bounds(body=10, waiting=15))
        first = asyncio.create_task(Client(b"x" * 9).ask(gate))
        await asyncio.to_thread(begun.wait, 10)
        second = asyncio.create_task(Client(b"x" * 9).ask(gate))
        await asyncio.sleep(0.05)
        go_on.set()
        refused = (await second).status
        await first
        return refused, (await Client(b"x" * 9).ask(gate)).status

    assert asyncio.run(crowd()) == (503, 201)


def test_a_long_answer_is_sent_as_it_comes_and_never_held_as_a_whole() -> None:
    """Seen failing while an answer was joined: half a gigabyte of a file in memory for each that asked."""
    made: list[int] = []

    def parts() -> Iterator[bytes]:
        for number in range(40):
            made.append(number)
            yield bytes(PIECE // 4)

    def files(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        start("200 OK", [])
        return parts()

    client = Client(b"")
    ahead: list[int] = []
    plain = client.send

    async def send(message: Any) -> None:
        sent = sum(len(one.get("body", b"")) for one in client.sent)
        ahead.append(len(made) * PIECE // 4 - sent)
        await plain(message)

    asyncio.run(Gate(files)(SCOPE, client.receive, send))
    assert sum(len(one.get("body", b"")) for one in client.sent) == 10 * PIECE
    assert max(ahead) <= PIECE and not client.sent[-1].get("more_body", False)


def test_what_was_begun_is_closed_where_its_client_went_away() -> None:
    closed: list[bool] = []

    class Parts:
        def __iter__(self) -> Iterator[bytes]:
            return iter([bytes(PIECE)] * 5)

        def close(self) -> None:
            closed.append(True)

    def files(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        start("200 OK", [])
        return Parts()

    client = Client(b"")

    async def send(message: Any) -> None:
        if message["type"] == "http.response.body":
            raise ConnectionError

    with pytest.raises(ConnectionError):
        asyncio.run(Gate(files)(SCOPE, client.receive, send))
    assert closed == [True]


def test_whoever_goes_away_is_not_answered_and_nothing_is_done() -> None:
    client = asyncio.run(Client(b"half", then="go").ask(Gate(site)))
    assert client.sent == [] and not SEEN


def test_a_header_with_an_underscore_does_not_pass_for_one_with_a_dash() -> None:
    headers = [
        (b"x_act_as", b"human:sean"),
        (b"x-act-as", b"si:ash"),
        (b"cookie", b"a=1"),
        (b"cookie", b"b=2"),
    ]
    asyncio.run(Client(b"").ask(Gate(site), headers=headers))
    assert SEEN[0]["HTTP_X_ACT_AS"] == "si:ash" and SEEN[0]["HTTP_COOKIE"] == "a=1; b=2"


PAGE: dict[str, Any] = {"headers": [(b"accept", b"text/html,application/xhtml+xml")]}


def test_a_browser_that_sends_too_much_gets_a_page_that_says_how_much_it_may_be() -> None:
    """Seen failing when a person who chose a large file was shown a line of JSON."""
    client = asyncio.run(Client(b"123", b"45").ask(Gate(site, bounds=Bounds(body=4)), **PAGE))
    said = client.body.decode()
    assert client.status == 413 and "<!doctype html>" in said and "At most 4 bytes" in said
    headers = dict(client.sent[0]["headers"])
    assert headers[b"content-type"].startswith(b"text/html") and headers[b"cache-control"] == b"no-store"
    assert b"default-src 'none'" in headers[b"content-security-policy"]
    assert "send less at once" in said and "in its log" not in said, "the gate writes no log"


def test_a_part_of_a_page_is_told_in_place_and_a_program_as_ever() -> None:
    """Seen failing with the page sent to whatever asked for a part of one, and to the API's callers."""
    gate = Gate(site, bounds=Bounds(body=4))
    part = asyncio.run(Client(b"12345").ask(gate, headers=[*PAGE["headers"], (b"hx-request", b"true")]))
    assert part.status == 413 and b"<html" not in part.body and b'role="alert"' in part.body
    assert dict(part.sent[0]["headers"])[b"hx-reswap"] == b"afterbegin"
    for scope in ({}, {**PAGE, "path": "/api/v1/memories"}):
        program = asyncio.run(Client(b"12345").ask(gate, **scope))
        assert json.loads(program.body)["code"] == "too_large"
