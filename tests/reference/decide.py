"""Answer who may see which memory in a plain world: the law in dictionaries, written from no other code."""

from datetime import datetime
from typing import Any, NamedTuple

Plain = dict[str, Any]
YES = ("owner", "granted")
GROUPS = ("group", "org", "role")


class Seat(NamedTuple):
    who: str | None
    context: str | None = None
    role: str | None = None


def namespace(entity: str) -> str:
    return entity.partition(":")[0]


def individual(entity: str) -> bool:
    return entity != "*" and namespace(entity) not in (*GROUPS, "ctx")


def usable(world: Plain, entity: str) -> bool:
    row = world["entities"].get(entity, {})
    return not row.get("held", False) and (individual(entity) or row.get("active", True))


def live(rows: list[Any], now: datetime) -> list[tuple[str, str]]:
    return [(a, b) for a, b, since, until in rows if since <= now and (until is None or now < until)]


def collectives_of(world: Plain, entity: str, now: datetime) -> set[str]:
    found: set[str] = set()
    todo = [entity] if namespace(entity) != "ctx" else []  # a context has participants, no membership rows
    while todo:
        below = todo.pop()
        for above, member in live(world["memberships"], now):
            new = member == below and above not in found and namespace(above) in GROUPS
            if new and usable(world, above):
                found.add(above)
                todo.append(above)
    return found


def custodians_of(world: Plain, subject: str, now: datetime) -> set[str]:
    return {one for of, one in live(world["custodians"], now) if of == subject and individual(one)}


def participants_of(world: Plain, context: str | None) -> list[str]:
    return list(world["contexts"].get(context, {}).get("participants", ()))


def answers_to(world: Plain, label: Plain, seat: Seat, now: datetime) -> set[str]:
    names = {"*", seat.who, seat.context, *collectives_of(world, str(seat.who), now)}
    if seat.context == label["context"]:
        names.add(seat.role)
    return {name for name in names if name and usable(world, name)}


def stands(world: Plain, label: Plain, grant: Plain) -> bool:
    context = world["contexts"].get(label["context"], {"participants": (), "default_access_grants": ()})
    listed = {label["context"], *context["participants"], *context["default_access_grants"]}
    return bool(grant["named"] or grant["grantee"] in listed)


def counting(world: Plain, label: Plain, seat: Seat, now: datetime) -> list[Plain]:
    names = answers_to(world, label, seat, now)
    return [grant for grant in label["grants"] if grant["grantee"] in names and stands(world, label, grant)]


def must_agree(world: Plain, label: Plain, grantee: str, now: datetime) -> set[str]:
    both = world["policy"]["consent_from"] == "subjects_and_source"
    owner, source, subjects = label["owner"], label["source"], set(label["subjects"])
    told = {source} - {None, owner}
    parties = (subjects | told if both or subjects <= {owner} else subjects) or {owner}
    about = subjects.union(*(custodians_of(world, one, now) for one in subjects))
    if (grantee in told and label["source_attested"]) or (len(subjects) == 1 and grantee in about):
        parties = set()
    if told and namespace(source) == "si" and grantee != source:
        parties = parties | told
    return parties if grantee != owner else set()


def scope_fits(label: Plain, consent: Plain, party: str) -> bool:
    kind, _, target = consent["scope"].partition(":")
    fits: dict[str, bool] = {
        "memory": target == label["id"],
        "subject": target == party and target in label["subjects"],
        "ctx": label["context"] == consent["scope"],
        "all": consent["grantor"] == party,
    }
    return fits[kind]


def grantee_fits(world: Plain, consent: Plain, grantee: str, who: str | None, now: datetime) -> bool:
    given = consent["grantee"]
    if namespace(given) == "ctx":
        listed = set(consent["participants"]) & set(participants_of(world, given))
        return (who if grantee == given else grantee) in listed
    return given in ("*", grantee) or given in collectives_of(world, grantee, now)


def agreed(world: Plain, label: Plain, grant: Plain, party: str, who: str | None, now: datetime) -> bool:
    """Check that someone who speaks for the party said yes to this grant, and that none of them said no."""
    speakers = custodians_of(world, party, now) | ({party} if individual(party) else set())
    yes = bool(grant["owner_agreed"] and label["owner"] in speakers)
    for consent in world["consents"]:
        running = consent["expires_at"] is None or now < consent["expires_at"]
        covers = consent["grantor"] in speakers and running and scope_fits(label, consent, party)
        if covers and grantee_fits(world, consent, grant["grantee"], who, now):
            if consent["status"] == "denied":
                return False
            yes = yes or (consent["status"] == "active" and consent["granted_at"] <= now)
    return yes


def missing(world: Plain, label: Plain, grant: Plain, who: str | None, now: datetime) -> set[str]:
    parties = must_agree(world, label, grant["grantee"], now)
    return {party for party in parties if not agreed(world, label, grant, party, who, now)}


def own_rule(world: Plain, label: Plain, seat: Seat, now: datetime) -> str:
    """Judge a label by its own grants and consents, whatever it was derived from."""
    if label["owner"] == seat.who:
        return "owner"
    grants = counting(world, label, seat, now)
    if any(not missing(world, label, grant, seat.who, now) for grant in grants):
        return "granted"
    return "no_consent" if grants else "no_grant"


def lineage(world: Plain, memory: str) -> list[Plain | None]:
    """List the label, then those of all its sources; one that is gone is None and admits nobody."""
    found = [memory]
    for one in found:
        parents = world["memories"].get(one, {"parents": ()})["parents"]
        found += [parent for parent in dict.fromkeys(parents) if parent not in found]
    return [world["memories"][one] | {"id": one} if one in world["memories"] else None for one in found]


def seat_in(world: Plain, who: str, context: str | None) -> Seat:
    listed = who in participants_of(world, context)
    return Seat(who, context, world["contexts"][context]["roles"].get(who)) if listed else Seat(who)


def sayable(world: Plain, label: Plain, seat: Seat, now: datetime) -> bool:
    """Check that the label may be said in the seat's context, whoever is listed there."""
    for grant in counting(world, label, seat, now):
        if grant["grantee"] in ("*", seat.context) and not missing(world, label, grant, seat.who, now):
            return True
    others = [seat_in(world, one, seat.context) for one in participants_of(world, seat.context)]
    room = world["contexts"][seat.context]
    policy, theirs = world["policy"]["context_audience"], label["owner"] in (seat.who, room["owner"])
    audience = policy == "participants" or (policy == "arrived" and (not room.get("absent") or theirs))
    return audience and all(own_rule(world, label, one, now) in YES for one in others if one.who != seat.who)


def judge(world: Plain, memory: str, seat: Seat, now: datetime, *, silence: bool) -> str:
    labels = lineage(world, memory)
    first, *sources = [own_rule(world, one, seat, now) if one else "no_source" for one in labels]
    if first not in YES or any(reason not in YES for reason in sources):
        return first if first not in YES else "source_hidden"
    if silence and seat.context and not all(sayable(world, label, seat, now) for label in labels if label):
        return "context_silent"
    return first


def session_of(world: Plain, asker: Plain, now: datetime) -> Plain | None:
    row = world["sessions"].get(asker["session"])
    if row is None or row["closed"] or row["expires_at"] <= now or row["participant"] != asker["principal"]:
        return None
    return row if row["participant"] in participants_of(world, row["context"]) else None


def seats(world: Plain, asker: Plain, now: datetime) -> list[Seat]:
    session = session_of(world, asker, now) or {"context": None, "role": None}
    me = Seat(asker["principal"], session["context"], session["role"])
    return [me] if asker["behalf"] is None else [me, seat_in(world, asker["behalf"], session["context"])]


def why(world: Plain, asker: Plain, memory: str, now: datetime) -> str:
    """Return the reason of the answer: `owner` and `granted` mean yes, all others no."""
    own = asker["visibility"] == "self"
    if asker["session"] and session_of(world, asker, now) is None:
        return "session_not_live"
    if asker.get("context_required") and not asker["session"]:
        return "session_required"
    if own and not asker.get("recall_self"):
        return "scope_missing"
    if memory not in world["memories"] or (own and world["memories"][memory]["owner"] != asker["principal"]):
        return "not_own" if memory in world["memories"] else "unknown"
    reasons = [judge(world, memory, seat, now, silence=not own) for seat in seats(world, asker, now)]
    return next((reason for reason in reasons if reason not in YES), reasons[0])


def sees(world: Plain, asker: Plain, memory: str, now: datetime) -> bool:
    return why(world, asker, memory, now) in YES
