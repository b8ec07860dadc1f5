"""Every door of REST and the command line that answers whether someone sees a memory, by name.

A door takes the stage and a question and returns what it answered, or None where it has no way to be asked
that: a command line acts for nobody, a check knows no visibility.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from tests.doors.stage import ADMIN, Plain, Stage

MOST: Final = 200


@dataclass(frozen=True, slots=True)
class Sees:
    """Who asks for which memory, in which session (its public id), for whom, how."""

    asker: str
    memory: str
    session: str | None = None
    behalf: str | None = None
    visibility: str = "context"
    recall_self: bool = False
    context_required: bool = False

    @property
    def is_plain(self) -> bool:
        """Tell whether nothing is asked that only a token can say."""
        return self.behalf is None and self.visibility == "context" and not self.context_required


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether it is seen, at which tier and for what reason where the door says so."""

    sees: bool
    tier: str | None = None
    reason: str | None = None


NO: Final = Answer(False)
Door = Callable[[Stage, Sees], Answer | None]


def _token(stage: Stage, asked: Sees) -> str:
    more = [*(["recall:self"] if asked.recall_self else []), *(["gateway"] if asked.behalf else [])]
    return stage.token(asked.asker, *more, context_required=asked.context_required)


def _where(asked: Sees) -> Plain:
    return {"context_session": asked.session, "visibility": asked.visibility}


def among(items: Iterable[Plain], public_id: str, key: str = "id") -> Answer:
    """Return whether a memory is among the items of an answer, and at which tier."""
    found = [one for one in items if one[key] == public_id]
    assert len(found) < 2, "twice on one page"
    return Answer(True, found[0]["tier"]) if found else NO


def words_for(stage: Stage, asked: Sees) -> str:
    """Return words that every tier of the memory shows some of: its content, and its kind."""
    return f"{stage.contents[asked.memory]} raw"


def rest_recall(stage: Stage, asked: Sees) -> Answer:
    """POST /recall."""
    body = {"query": words_for(stage, asked), "limit": MOST, **_where(asked)}
    found = stage.http(_token(stage, asked), "POST", "recall", body, behalf=asked.behalf)
    items = found.body["items"] if found.status == 200 else []
    answer = among(items, stage.memories[asked.memory], "memory_id")
    if found.status == 200 and not answer.sees:
        said = "\n".join(message["content"] for message in found.body["messages"])
        assert stage.contents[asked.memory] not in said
    return answer


def rest_list(stage: Stage, asked: Sees) -> Answer:
    """GET /memories, page after page of one."""
    return among(_pages(stage, asked, 2), stage.memories[asked.memory])


def _pages(stage: Stage, asked: Sees, limit: int) -> Iterator[Plain]:
    cursor: str | None = None
    while True:
        more = {"limit": limit, "cursor": cursor, **_where(asked)}
        found = stage.http(_token(stage, asked), "GET", "memories", behalf=asked.behalf, **more)
        if found.status != 200:
            return
        yield from found.body["items"]
        cursor = found.body["next"]
        if cursor is None:
            return


def rest_search(stage: Stage, asked: Sees) -> Answer:
    """GET /memories?q=."""
    more = {"q": words_for(stage, asked), "limit": MOST, **_where(asked)}
    found = stage.http(_token(stage, asked), "GET", "memories", behalf=asked.behalf, **more)
    return among(found.body["items"] if found.status == 200 else [], stage.memories[asked.memory])


def rest_get(stage: Stage, asked: Sees) -> Answer:
    """GET /memories/{id}."""
    path = f"memories/{stage.memories[asked.memory]}"
    found = stage.http(_token(stage, asked), "GET", path, behalf=asked.behalf, **_where(asked))
    return Answer(True, found.body["tier"]) if found.status == 200 else NO


def _question(stage: Stage, asked: Sees) -> Plain:
    memory = stage.memories[asked.memory]
    return {"memory": memory, "principal": asked.asker, "context_session": asked.session}


def rest_check(stage: Stage, asked: Sees) -> Answer | None:
    """POST /access/check, as an administrator."""
    if not asked.is_plain:
        return None
    body = {"checks": [_question(stage, asked)]}
    found = stage.http(stage.token(ADMIN, "admin"), "POST", "access/check", body)
    (said,) = found.body["results"]
    return Answer(said["allowed"], reason=_told(said["reason"]))


def rest_explain(stage: Stage, asked: Sees) -> Answer | None:
    """POST /access/explain, as an administrator."""
    if not asked.is_plain:
        return None
    found = stage.http(stage.token(ADMIN, "admin"), "POST", "access/explain", _question(stage, asked))
    return Answer(found.body["allowed"], reason=found.body["reason"]) if found.status == 200 else NO


def rest_check_of_oneself(stage: Stage, asked: Sees) -> Answer | None:
    """POST /access/check, as the asker: a no is the answer of an unknown id, unless it may know why."""
    if not asked.is_plain:
        return None
    found = stage.http(_token(stage, asked), "POST", "access/check", _question(stage, asked))
    return Answer(found.status == 200 and found.body["allowed"])


def _told(reason: str) -> str | None:
    return None if reason == "unknown" else reason


def _speakable(asked: Sees) -> bool:
    """Tell whether the command line can ask it: it acts as one entity, with every scope."""
    refused = asked.visibility == "self" and not asked.recall_self
    return asked.behalf is None and not asked.context_required and not refused


def _inwords_for(asked: Sees) -> list[str]:
    session = ["--context-session", asked.session] if asked.session else []
    return ["--as", asked.asker, "--visibility", asked.visibility, *session]


def command_recall(stage: Stage, asked: Sees) -> Answer | None:
    """`recall QUERY --as`."""
    if not _speakable(asked):
        return None
    found = stage.command("recall", words_for(stage, asked), "--limit", str(MOST), *_inwords_for(asked))
    return among(found[0]["items"] if found else [], stage.memories[asked.memory], "memory_id")


def command_list(stage: Stage, asked: Sees) -> Answer | None:
    """`memory list --as`."""
    if not _speakable(asked):
        return None
    found = stage.command("memory", "list", "--limit", str(MOST), *_inwords_for(asked))
    return among(found[0]["items"] if found else [], stage.memories[asked.memory])


def command_show(stage: Stage, asked: Sees) -> Answer | None:
    """`memory show ID --as`."""
    if not _speakable(asked):
        return None
    found = stage.command("memory", "show", stage.memories[asked.memory], *_inwords_for(asked))
    return Answer(True, found[0]["tier"]) if found else NO


def command_load(stage: Stage, asked: Sees) -> Answer | None:
    """`stack load OWNER --as`."""
    if not _speakable(asked):
        return None
    found = stage.command("stack", "load", stage.owners[asked.memory], *_inwords_for(asked))
    return among(found or [], stage.memories[asked.memory])


def command_export(stage: Stage, asked: Sees) -> Answer | None:
    """`export csv FILE --as`."""
    if not _speakable(asked):
        return None
    with TemporaryDirectory() as folder:
        path = Path(folder) / "seen.csv"
        stage.command("export", "csv", str(path), *_inwords_for(asked))
        rows = list(csv.DictReader(path.open(encoding="utf-8", newline=""))) if path.exists() else []
    return among(rows, stage.memories[asked.memory])


def command_explain(stage: Stage, asked: Sees) -> Answer | None:
    """`privacy explain ID --principal`."""
    if not asked.is_plain:
        return None
    session = ["--context-session", asked.session] if asked.session else []
    memory = stage.memories[asked.memory]
    found = stage.command("privacy", "explain", memory, "--principal", asked.asker, *session)
    return Answer(found[0]["allowed"], reason=found[0]["reason"]) if found else NO


DOORS: Final[dict[str, Door]] = {
    "POST /recall": rest_recall,
    "GET /memories": rest_list,
    "GET /memories?q=": rest_search,
    "GET /memories/{id}": rest_get,
    "POST /access/check": rest_check,
    "POST /access/check of oneself": rest_check_of_oneself,
    "POST /access/explain": rest_explain,
    "recall": command_recall,
    "memory list": command_list,
    "memory show": command_show,
    "stack load": command_load,
    "export": command_export,
    "privacy explain": command_explain,
}


def enters(stage: Stage, asker: str, context: str) -> dict[str, bool]:
    """Return by door whether someone may enter a context."""
    rest = stage.http(stage.token(asker), "POST", f"contexts/{context}/enter", {})
    command = stage.command("context", "enter", context, "--as", asker)
    return {"POST /contexts/{id}/enter": rest.status == 200, "context enter": command is not None}


def granted(stage: Stage, memory: str) -> dict[str, Any]:
    """Return by door what an owner is told of its memory's grants: effective, and pending with who lacks."""
    owner, public_id = stage.owners[memory], stage.memories[memory]
    fields = stage.http(stage.token(owner), "GET", f"memories/{public_id}").body
    shown = stage.command("memory", "show", public_id, "--as", owner)
    audit = stage.http(stage.token(owner), "GET", "privacy/audit", memory=public_id).body["items"][0]
    pending = {"GET /memories/{id}": fields, "memory show": (shown or [{}])[0], "GET /privacy/audit": audit}
    effective = {name: pending[name]["access_grants"] for name in ("GET /memories/{id}", "memory show")}
    return {
        name: (sorted(effective[name]) if name in effective else None, _waiting(one["pending_grants"]))
        for name, one in pending.items()
    }


def _waiting(pending: list[Plain]) -> dict[str, list[str]]:
    return {one["grantee"]: sorted(one["missing_consent_from"]) for one in pending}
