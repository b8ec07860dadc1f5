"""Load the scenario files and play them on the reference: facts, then each step, asking as they go."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.reference.decide import participants_of
from tests.reference.scenes import Scene

FOLDER = Path(__file__).parent.parent / "scenarios"
Plain = dict[str, Any]


def stories() -> list[Plain]:
    return [json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.json"))]


def role(name: str | None) -> str | None:
    return name if name is None or name.startswith("role:") else f"role:{name}"


def told(facts: Plain) -> Scene:
    """Set up the facts of a scenario, in the order its README gives."""
    scene = Scene(**facts.get("policy", {}))
    scene.entity(*facts.get("entities", []))
    for subject, custodian in facts.get("custodians", []):
        scene.custodian(subject, custodian)
    for collective, member in facts.get("memberships", []):
        scene.member(collective, member)
    for row in facts.get("contexts", []):
        listed = {one: role(name) for one, name in row["participants"].items()}
        scene.context(row["id"], listed, row["default_access_grants"])
    for row in facts.get("consents", []):
        scene.consent(**row)
    for row in facts.get("memories", []):
        write(scene, facts, row)
    for row in facts.get("trust", []):
        scene.trust(**row)
    return scene


def write(scene: Scene, facts: Plain, row: Plain) -> None:
    scene.memory(
        row["id"],
        row["owner"],
        row.get("access_grants", None if row.get("context") else []),
        source=row.get("source_entity"),
        source_attested=row.get("told_by_caller", False),
        subjects=row.get("subject_ids", []),
        context=row.get("context"),
        ceiling=row.get("trust", 1.0),
        parents=row.get("derived_from", []),
        own_act=not row.get("imported", False),
    )
    grantees = [grant["grantee"] for grant in scene.world["memories"][row["id"]]["grants"]]
    for grantor in row.get("consent_grants", []):
        trusted = grantor in facts.get("recorders", {}).get(row["owner"], [])
        for grantee in grantees:
            live = trusted and grantee not in (row["owner"], "*")
            status = "active" if live else "requested"
            scene.consent(grantor, grantee, f"memory:{row['id']}", days=30, status=status)


def end_custody(scene: Scene, subject: str, custodian: str) -> None:
    for row in scene.world["custodians"]:
        if row[:2] == [subject, custodian]:
            row[3] = scene.now


def set_trust(scene: Scene, **row: Any) -> None:
    key = [row["owner"], row["accessor"], row["context"]]
    rows = scene.world["trust"]
    rows[:] = [old for old in rows if [old["owner"], old["accessor"], old["context"]] != key]
    scene.trust(**row)


def play(scene: Scene, facts: Plain, step: Plain) -> None:
    told_with = {key: value for key, value in step.items() if key not in ("do", "questions")}
    acts: dict[str, Callable[..., Any]] = {
        "grant": scene.grant,
        "revoke_grant": scene.revoke_grant,
        "consent": scene.consent,
        "deny": lambda **row: scene.consent(**row, status="denied"),
        "revoke_consent": lambda id: scene.revoke_consent(id),
        "join_context": lambda context, participant, role_name=None: scene.join_context(
            context, participant, role(role_name)
        ),
        "leave_context": scene.leave_context,
        "join_collective": scene.member,
        "leave_collective": scene.leave_collective,
        "end_custody": lambda subject, custodian: end_custody(scene, subject, custodian),
        "set_trust": lambda **row: set_trust(scene, **row),
        "set_policy": lambda policy: scene.set_policy(**policy),
        "enter": lambda context, participant, session: scene.enter(context, participant, session, hours=2000),
        "close": scene.close_session,
        "wait": scene.wait,
        "write": lambda memory: write(scene, facts, memory),
    }
    if "role" in told_with:
        told_with["role_name"] = told_with.pop("role")
    acts[step["do"]](**told_with)


def answer(scene: Scene, question: Plain) -> Plain:
    """Answer one question in the words of its expected answer."""
    if question["ask"] == "enters":
        return {"expect": question["asker"] in participants_of(scene.world, question["context"])}
    if question["ask"] == "grants":
        pending = {grantee: sorted(lack) for grantee, lack in scene.pending(question["memory"]).items()}
        return {"access_grants": sorted(scene.effective(question["memory"])), "pending_grants": pending}
    asked: Plain = {
        one: question[one]
        for one in ("behalf", "visibility", "recall_self", "context_required")
        if one in question
    }
    session = question["session"]
    place = session["context"] if isinstance(session, dict) else None
    if isinstance(session, str):
        asked["session"] = session
    reason = scene.why(question["asker"], question["memory"], place, **asked)
    tier = scene.tier(question["asker"], question["memory"], place, **asked)
    return {"expect": reason in ("owner", "granted"), "reason": reason, "tier": tier}


def asked(story: Plain) -> Iterator[tuple[str, Plain, Plain]]:
    """Play a story; yield where each question stands, the question, and the reference's answer."""
    scene = told(story["facts"])
    for number, step in enumerate(
        [{"do": "facts", "questions": story["questions"]}, *story.get("steps", [])]
    ):
        if number:
            play(scene, story["facts"], step)
        for at, question in enumerate(step["questions"]):
            yield (
                f"{story['name']} step {number} ({step['do']}) question {at}",
                question,
                answer(scene, question),
            )
