"""The seed's cases of precedence and isolation, asked of every door that can ask them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from audit.models import Violation
from profiles.models import ProfileProposal
from profiles.queries.profiles import profile_of
from profiles.queries.proposals import public
from tests.cast import principal
from tests.commands.shell import Shell
from tests.conftest import Database
from tests.layers.told import STORIES, Plain, token_of, told
from tests.mcp import agents
from tests.profiles.conftest import Ask

Answer = tuple[int, Plain]
Door = Callable[[Plain, Plain], Answer | None]


def over_rest(ask: Ask) -> Door:
    def answer(question: Plain, facts: Plain) -> Answer | None:
        held = token_of(question["by"], facts)
        named = {"session_id": question.get("session"), "caller": question.get("caller")}
        body = {name: value for name, value in named.items() if value is not None}
        body["platform"] = question.get("platform", [])
        body["budget"] = {"max_characters": question.get("max_characters")}
        match question["ask"]:
            case "prompt":
                got = ask(held, "POST", "prompt", body)
            case "facts":
                got = ask(held, "GET", f"sessions/{question['session']}/facts")
            case _:
                got = ask(held, "GET", "profile")
        return got.status_code, got.json()

    return answer


def over_mcp(question: Plain, facts: Plain) -> Answer | None:
    """Nobody is named over MCP, and facts have no tool."""
    if "caller" in question or question["ask"] == "facts":
        return None
    given = {"session_id": question.get("session"), "platform": question.get("platform")}
    given["budget"] = {"max_characters": question["max_characters"]} if "max_characters" in question else None
    tool = "prompt_build" if question["ask"] == "prompt" else "profile_get"
    kept = (
        {name: value for name, value in given.items() if value is not None} if tool == "prompt_build" else {}
    )
    got = agents.call(token_of(question["by"], facts), tool, **kept)
    fields = dict(got.structured_content or {})
    return (fields["status"] if got.is_error else 200), fields


def on_the_command_line(shell: Shell) -> Door:
    """The machine acts as whoever asks for itself; accounts elsewhere have no option there."""

    def answer(question: Plain, facts: Plain) -> Answer | None:
        if question["ask"] == "facts" or question["by"] in facts.get("gateways", {}):
            return None
        if question["ask"] == "profile":
            return 200, shell.answer("profile", "show", question["by"])
        words = ["prompt", "--as", question["by"], "--json"]
        words += ["--session", question["session"]] if "session" in question else []
        words += [one for text in question.get("platform", []) for one in ("--platform", text)]
        words += ["--max-characters", str(question["max_characters"])] if "max_characters" in question else []
        ran = shell(*words)
        return (200, json.loads(ran.out)) if ran.code == 0 else (422, {"code": ran.err.strip()[-40:]})

    return answer


def right(question: Plain, answer: Answer) -> list[str]:
    """Return what is wrong with an answer; nothing where it is as the story says."""
    status, body = answer
    if "refused" in question:
        said = str(body.get("code", ""))
        return [] if status >= 400 and question["refused"] in said and "messages" not in body else [said]
    if "holds" in question:
        held = body.get("facts", body.get("fields"))
        return [] if held == question["holds"] else [f"holds {held}"]
    return list(_wrong_prompt(question, body)) if status == 200 else [f"{status} {body.get('code')}"]


def _wrong_prompt(question: Plain, body: Plain) -> list[str]:
    text = "\n".join(message["content"] for message in body["messages"])
    system = "\n".join(one["content"] for one in body["messages"] if one["role"] == "system")
    places = [text.find(words) for words in question.get("in_order", [])]
    layers = [one["layer"] for one in body["layers"]]
    dropped = [[one["layer"], one["key"], one["reason"]] for one in body["dropped"]]
    wrong = [f"says {one}" for one in question.get("lacks", []) if one in text]
    wrong += [f"the system says {one}" for one in question.get("system_lacks", []) if one in system]
    wrong += [] if -1 not in places and places == sorted(places) else [f"out of order: {places}"]
    wrong += [] if layers == question.get("layers", layers) else [f"layers {layers}"]
    return wrong + ([] if dropped == question.get("dropped", dropped) else [f"dropped {dropped}"])


READ = [name for name, story in STORIES.items() if name != "writes"]


@pytest.mark.parametrize("name", READ)
def test_every_door_answers_the_story(
    name: str, ask: Ask, db: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    story, wrong, asked = STORIES[name], list[str](), dict[str, int]()
    told(story["facts"])
    doors = {"rest": over_rest(ask), "mcp": over_mcp, "cli": on_the_command_line(Shell(capsys))}
    for number, question in enumerate(story["questions"], start=1):
        for door, put in doors.items():
            answer = put(question, story["facts"])
            if answer is not None:
                asked[door] = asked.get(door, 0) + 1
                wrong += [f"{number} over {door}: {one}" for one in right(question, answer)]
    assert wrong == [] and asked["rest"] == len(story["questions"]) and {"mcp", "cli"} <= asked.keys()


def write(ask: Ask, question: Plain, facts: Plain) -> Any:
    held = token_of(question["by"], facts)
    headers = {"X-On-Behalf-Of": question["behalf"]} if "behalf" in question else {}
    match question["ask"]:
        case "write":
            body = {key: question[key] for key in ("fields", "principal") if key in question}
            return ask(held, "PATCH", "profile", body, **headers)
        case "answer":
            one = public(ProfileProposal.objects.get(changes__tone="warm"))
            return ask(held, "POST", f"proposals/{one}/{question['word']}", {}, **headers)
        case "promote":
            path = f"sessions/{question['session']}/promote"
            return ask(held, "POST", path, {"key": question["key"]}, **headers)
    return ask(held, "PUT", "system-profile", {"sections": []})


def counted() -> Counter[str]:
    """Return how often each kind of violation was reported; what repeats within the hour is one row."""
    found: Counter[str] = Counter()
    for kind, repeats in Violation.objects.values_list("kind", "repeats"):
        found[kind] += 1 + repeats
    return found


def test_every_write_of_the_story_ends_as_it_says(ask: Ask) -> None:
    story, wrong = STORIES["writes"], list[Any]()
    told(story["facts"])
    for number, question in enumerate(story["questions"], start=1):
        before = counted()
        got = write(ask, question, story["facts"])
        code = got.json().get("code")
        kinds = list((counted() - before).elements())
        wanted = (
            question["status"],
            question.get("code"),
            [question["violation"]] if "violation" in question else [],
        )
        if (got.status_code, code, kinds) != wanted:
            wrong.append((number, got.status_code, code, kinds))
        for entity, values in question.get("after", {}).items():
            if profile_of(principal(entity).pk).values != values:
                wrong.append((number, entity, profile_of(principal(entity).pk).values))
    assert wrong == []


def test_the_stories_say_yes_and_no() -> None:
    for story in STORIES.values():
        refused = [one for one in story["questions"] if "refused" in one or one.get("status", 200) >= 400]
        assert 0 < len(refused) < len(story["questions"]), story["name"]
