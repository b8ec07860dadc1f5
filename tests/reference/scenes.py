"""Tell a plain world as a story: who is there, who writes what, who agrees, what happens then."""

from datetime import datetime, timedelta
from typing import Any

from tests.reference import decide, disclosure, grants
from tests.reference.facts import NOW

Plain = dict[str, Any]
SHIPPED = {"consent_from": "subjects_or_source", "context_audience": "participants", "default_trust": 1.0}


class Scene:
    """A world that is told step by step; every entity named in it is registered on first mention."""

    def __init__(self, **policy: Any) -> None:
        tables: Plain = {"memberships": [], "custodians": [], "consents": [], "trust": []}
        rows: Plain = {"entities": {}, "contexts": {}, "memories": {}, "sessions": {}}
        self.world: Plain = {**tables, **rows, "policy": SHIPPED | policy}
        self.now = NOW

    def entity(self, *names: str | None, held: bool = False, active: bool = True) -> None:
        for name in names:
            if name and name != "*":
                self.world["entities"].setdefault(name, {"held": held, "active": active})

    def after(self, days: float | None) -> datetime | None:
        return None if days is None else self.now + timedelta(days=days)

    def member(self, collective: str, member: str, days: float | None = None) -> None:
        self.entity(collective, member)
        self.world["memberships"].append([collective, member, self.now, self.after(days)])

    def custodian(self, subject: str, custodian: str, days: float | None = None) -> None:
        self.entity(subject, custodian)
        self.world["custodians"].append([subject, custodian, self.now, self.after(days)])

    def context(
        self, name: str, participants: dict[str, str | None], defaults: list[str] | None = None
    ) -> None:
        """Open a context of its first participant; its defaults are its participants and itself."""
        self.entity(name, *participants, *participants.values(), *(defaults or []))
        self.world["contexts"][name] = {
            "owner": next(iter(participants)),
            "participants": list(participants),
            "roles": {one: role for one, role in participants.items() if role},
            "default_access_grants": [*participants, name] if defaults is None else list(defaults),
            "absent": [],
        }

    def never_came(self, context: str, *listed: str) -> None:
        self.world["contexts"][context]["absent"] += listed

    def memory(self, name: str, owner: str, grants: list[str] | None = None, **label: Any) -> None:
        """Write a memory; in a context it inherits the context's grants, or those of them that are given."""
        own_act, place = label.pop("own_act", True), label.get("context")
        offered = self.world["contexts"][place]["default_access_grants"] if place else []
        wanted = offered if grants is None else grants
        self.entity(owner, label.get("source"), *label.get("subjects", []), *wanted)
        rows = [{"grantee": one, "named": one not in offered, "owner_agreed": own_act} for one in wanted]
        plain: Plain = {
            "source": None,
            "source_attested": False,
            "subjects": [],
            "context": None,
            "ceiling": 1.0,
        }
        self.world["memories"][name] = plain | {"parents": []} | label | {"owner": owner, "grants": rows}

    def grant(self, memory: str, grantee: str, *, own_act: bool = True) -> None:
        self.entity(grantee)
        row = {"grantee": grantee, "named": True, "owner_agreed": own_act}
        self.world["memories"][memory]["grants"].append(row)

    def revoke_grant(self, memory: str, grantee: str) -> None:
        rows = self.world["memories"][memory]["grants"]
        rows[:] = [row for row in rows if row["grantee"] != grantee]

    def consent(self, grantor: str, grantee: str, scope: str, **record: Any) -> None:
        """Record a consent; `days` until it ends; a context's participants are taken down now."""
        self.entity(grantor, grantee)
        days = record.pop("days", None)
        known = {"id": f"c{len(self.world['consents'])}", "status": "active", "granted_at": self.now}
        known |= {"grantor": grantor, "grantee": grantee, "scope": scope, "expires_at": self.after(days)}
        known["participants"] = decide.participants_of(self.world, grantee)
        self.world["consents"].append(known | record)

    def revoke_consent(self, identity: str) -> None:
        row = next(row for row in self.world["consents"] if row["id"] == identity)
        row["status"] = "revoked"

    def leave_context(self, context: str, participant: str) -> None:
        row = self.world["contexts"][context]
        row["participants"].remove(participant)
        row["default_access_grants"] = [one for one in row["default_access_grants"] if one != participant]

    def join_context(self, context: str, participant: str, role: str | None = None) -> None:
        self.entity(participant, role)
        row = self.world["contexts"][context]
        row["participants"].append(participant)
        row["default_access_grants"].append(participant)
        row["roles"] |= {participant: role} if role else {}

    def leave_collective(self, collective: str, member: str) -> None:
        for row in self.world["memberships"]:
            if row[:2] == [collective, member]:
                row[3] = self.now

    def enter(self, context: str, participant: str, name: str = "", hours: float = 2) -> str:
        """Open a session, also for one who is not listed: the law has to see to that."""
        role = self.world["contexts"][context]["roles"].get(participant)
        row = {"context": context, "participant": participant, "role": role, "closed": False}
        name = name or f"s{len(self.world['sessions'])}"
        self.world["sessions"][name] = row | {"expires_at": self.now + timedelta(hours=hours)}
        return name

    def close_session(self, session: str) -> None:
        self.world["sessions"][session]["closed"] = True

    def trust(self, owner: str, accessor: str, base_trust: float | None, **row: Any) -> None:
        self.entity(accessor)
        plain = {"owner": owner, "accessor": accessor, "context": None, "strict_mode": False}
        self.world["trust"].append(plain | row | {"base_trust": base_trust})

    def set_policy(self, **policy: Any) -> None:
        self.world["policy"] |= policy

    def wait(self, days: float) -> None:
        self.now += timedelta(days=days)

    def asker(self, who: str, context: str | None = None, **asked: Any) -> Plain:
        plain: Plain = {"principal": who, "behalf": None, "session": None, "visibility": "context"}
        plain["session"] = self.enter(context, who) if context else None
        return plain | asked

    def why(self, who: str, memory: str, context: str | None = None, **asked: Any) -> str:
        return decide.why(self.world, self.asker(who, context, **asked), memory, self.now)

    def tier(self, who: str, memory: str, context: str | None = None, **asked: Any) -> str:
        return disclosure.tier(self.world, self.asker(who, context, **asked), memory, self.now)

    def effective(self, memory: str) -> set[str]:
        return grants.access_grants(self.world, memory, self.now)

    def pending(self, memory: str) -> dict[str, set[str]]:
        return grants.pending_grants(self.world, memory, self.now)
