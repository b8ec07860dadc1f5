"""S10: whatever bytes a body is made of, the answer is a problem and nothing is changed."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tests.safety.digests import changed, digest
from tests.safety.problems import ECHO, wrong_with
from tests.safety.whole_api import API, ROWS, Row, Stage, shape_of, with_bodies

MEGABYTE = 1024 * 1024


def _nested(levels: int) -> bytes:
    return b'{"content":' + b"[" * levels + b"]" * levels + b"}"


BYTES: dict[str, tuple[bytes, str]] = {
    "nothing JSON": (b"zebrafinch", "invalid_json"),
    "cut short": (b'{"content":"zebrafinch', "invalid_json"),
    "two values": (b'{}{"a":1}', "invalid_json"),
    "a trailing comma": (b'{"a":1,}', "invalid_json"),
    "single quotes": (b"{'a':1}", "invalid_json"),
    "a comment": (b'{"a":1} // zebrafinch', "invalid_json"),
    "only spaces": (b"   ", "invalid_json"),
    "a byte order mark": (b"\xef\xbb\xbf{}", "invalid_json"),
    "a raw NUL in text": (b'{"content":"a\x00zebrafinch"}', "invalid_json"),
    "a raw line feed in text": (b'{"content":"a\nzebrafinch"}', "invalid_json"),
    "a list": (b'["zebrafinch"]', "not_an_object"),
    "a string": (b'"zebrafinch"', "not_an_object"),
    "a number": (b"5", "not_an_object"),
    "null": (b"null", "not_an_object"),
    "NaN": (b'{"content":NaN}', "bad_number"),
    "minus infinity": (b'{"content":[-Infinity]}', "bad_number"),
    "a float beyond all": (b'{"content":1e999}', "bad_number"),
    "a whole number of 5,000 digits": (b'{"content":' + b"9" * 5000 + b"}", "bad_number"),
    "a whole number beyond 64 bits": (b'{"version":9223372036854775808}', "bad_number"),
    "200 levels": (_nested(200), "too_deep"),
    "100,000 levels": (_nested(100_000), "too_deep"),
    "a key twice": (b'{"content":"zebrafinch","content":"b"}', "duplicate_key"),
    "a key twice deep inside": (b'{"metadata":{"a":[{"b":1,"b":"zebrafinch"}]}}', "duplicate_key"),
    "a key twice by an escape": (b'{"content":"zebrafinch","c\\u006fntent":"b"}', "duplicate_key"),
    "an escaped NUL": (b'{"content":"a\\u0000zebrafinch"}', "bad_text"),
    "an escaped NUL deep inside": (b'{"metadata":{"a":[{"b":"\\u0000"}]}}', "bad_text"),
    "an escaped NUL in a key": (b'{"con\\u0000tent":"zebrafinch"}', "bad_text"),
    "an escaped NUL in a key deep inside": (b'{"metadata":{"a":{"\\u0000":1}}}', "bad_text"),
    "a lone high surrogate": (b'{"content":"\\ud83d zebrafinch"}', "bad_text"),
    "a lone low surrogate": (b'{"content":"\\udc00"}', "bad_text"),
    "surrogates the wrong way round": (b'{"content":"\\udc00\\ud83d"}', "bad_text"),
    "a surrogate as UTF-8": (b'{"content":"\xed\xa0\x80"}', "bad_text"),
    "Latin-1": (b'{"content":"caf\xe9 zebrafinch"}', "bad_text"),
    "UTF-16": ('{"content":"zebrafinch"}'.encode("utf-16"), "bad_text"),
    "an overlong NUL": (b'{"content":"\xc0\x80"}', "bad_text"),
}


ASKED_OF_EVERY_ADDRESS = ("200 levels", "NaN", "a key twice", "an escaped NUL deep inside", "a list")


def test_a_body_of_doubtful_bytes_is_a_problem_and_changes_nothing(stage: Stage) -> None:
    before, wrong = digest(stage.database), []
    for row in with_bodies(stage):
        for name in BYTES if row.path in {"/memories", "/memories/batch"} else ASKED_OF_EVERY_ADDRESS:
            sent, code = BYTES[name]
            response = stage.send(row, API + stage.filled(row.path), sent)
            wrong += [(row.method, row.path, name, one) for one in wrong_with(response, {400}, {code})]
    assert wrong == []
    assert changed(before, digest(stage.database)) == []


def test_a_body_over_the_limit_is_413_and_changes_nothing(stage: Stage) -> None:
    sent = b'{"content":"' + b"a" * 11 * MEGABYTE + b'"}'
    before, wrong = digest(stage.database), []
    for row in with_bodies(stage):
        response = stage.send(row, API + stage.filled(row.path), sent)
        wrong += [(row.method, row.path, one) for one in wrong_with(response, {413}, {"too_large"})]
    assert wrong == []
    assert changed(before, digest(stage.database)) == []


def test_a_length_that_promises_too_much_is_413_before_a_byte_is_read(stage: Stage) -> None:
    for row in with_bodies(stage):
        response = stage.send(row, API + stage.filled(row.path), b"{}", CONTENT_LENGTH=str(64 * MEGABYTE))
        assert wrong_with(response, {413}, {"too_large"}) == []


def test_a_length_that_is_no_number_is_400(stage: Stage) -> None:
    for length in ("-5", "1e3", "٥", "5, 5", "0x10", " "):
        response = stage.as_("owner").generic(
            "POST", f"{API}/memories", b"{}", "application/json", CONTENT_LENGTH=length
        )
        assert wrong_with(response, {400, 413}) == [], length


def test_a_body_in_pieces_without_a_length_is_411(stage: Stage) -> None:
    for row in with_bodies(stage):
        response = stage.as_(row.who).generic(
            row.method, API + stage.filled(row.path), b"{}", "application/json",
            HTTP_TRANSFER_ENCODING="chunked", CONTENT_LENGTH="",
        )  # fmt: skip
        assert wrong_with(response, {411}, {"length_required"}) == []


KINDS = (
    "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/json",
    "application/json; charset=latin-1", "application/json, text/plain", "application/merge-patch+json",
    "*/*", "JSON", "application/xml",
)  # fmt: skip


def test_a_body_of_another_kind_is_415_and_changes_nothing(stage: Stage) -> None:
    before, wrong = digest(stage.database), []
    for place, row in enumerate(with_bodies(stage)):
        sent = json.dumps(stage.filled(row.body)).encode()
        for kind in KINDS if row.path == "/memories" else (KINDS[place % len(KINDS)], "text/plain"):
            response = stage.send(row, API + stage.filled(row.path), sent, content_type=kind)
            found = wrong_with(response, {415}, {"unsupported_media_type"})
            wrong += [(row.method, row.path, kind, one) for one in found]
    assert wrong == []
    assert changed(before, digest(stage.database)) == []


def test_a_body_where_none_is_taken_is_refused(stage: Stage) -> None:
    before, wrong = digest(stage.database), []
    for row in ROWS:
        if row.method != "GET" and shape_of(stage, row).shared().fields:
            continue
        for sent in (b'{"reason":"zebrafinch"}', b'{"limit":1}'):
            response = stage.send(row, API + stage.filled(row.path) + row.query, sent)
            found = wrong_with(response, {400}, {"unexpected_body", "unknown_field"})
            wrong += [(row.method, row.path, one) for one in found]
    assert wrong == []
    assert changed(before, digest(stage.database)) == []


def test_one_bad_item_of_a_batch_is_told_and_the_others_stand(stage: Stage) -> None:
    for number, bad in enumerate(_bad_items()):
        items = [b'{"content":"first %d"}' % number, bad, b'{"content":"last %d"}' % number]
        sent = b'{"items":[' + b",".join(items) + b"]}"
        response = stage.send(Row("POST", "/memories/batch"), f"{API}/memories/batch", sent)
        results = response.json()["results"]
        assert [one["status"] for one in results] == [201, 400, 201], (bad, response.content)
        assert results[1]["error"]["request_id"] == response["X-Request-ID"]
        assert ECHO not in json.dumps(results[1])


def _bad_items() -> Iterator[bytes]:
    yield b'{"content":"zebra\\u0000finch"}'
    yield b'{"content":"a","metadata":{"a":["\\ud800"]}}'
    yield b'{"content":"a","metadata":{"\\u0000":1}}'
    yield b'{"content":"a","owner":"zebrafinch"}'
    yield b'{"content":"a","subject_ids":["zebrafinch"]}'
    yield b'{"content":"a","occurred_at":"2026-03-01T09:00:00"}'
    yield b'{"content":"a","trust":2}'
    yield b'"zebrafinch"'
    yield b"null"
    yield b"[]"
    yield b"{}"
