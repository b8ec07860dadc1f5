"""A change to try, as typed: `privacy simulate grant|revoke|consent|withdraw|join|leave|trust …`."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser, Namespace
from typing import Any

from consent.management.arguments import acts_as

Change = tuple[str, dict[str, Any]]


def take_changes(parser: ArgumentParser) -> None:
    """Take one kind of change with what it names."""
    several = parser.add_subparsers(dest="change", required=True, metavar="CHANGE")
    made = {name: several.add_parser(name, help=text) for name, text in _CHANGES.items()}
    for one in made.values():
        one.add_argument("--json", action="store_true", default=SUPPRESS, help="write one line of JSON")
        acts_as(one, "who asks; the administrator is told all")
    for name in ("grant", "revoke"):
        made[name].add_argument("memory", metavar="ID", help="mem_…")
    made["grant"].add_argument("--to", dest="grantee", required=True, metavar="E", help="with whom")
    made["revoke"].add_argument("--from", dest="grantee", required=True, metavar="E", help="whose grant")
    for part in ("grantor", "grantee", "scope"):
        made["consent"].add_argument(part, metavar=part.upper())
    made["consent"].add_argument("--deny", action="store_true", help="try a no instead of a yes")
    made["withdraw"].add_argument("consent", metavar="ID", help="con_…")
    for name in ("join", "leave"):
        made[name].add_argument("collective", metavar="COLLECTIVE")
        made[name].add_argument("member", metavar="MEMBER")
    made["trust"].add_argument("owner", metavar="OWNER")
    made["trust"].add_argument("accessor", metavar="ACCESSOR", help="an entity or *")
    made["trust"].add_argument("base_trust", metavar="VALUE", type=level, help="0.0 to 1.0")
    made["trust"].add_argument("--context", metavar="CTX", help="what would hold there")
    made["trust"].add_argument("--strict", action="store_true", help="a summary at most")


_CHANGES = {
    "grant": "sharing a memory, by its owner's own act",
    "revoke": "taking a grant back",
    "consent": "a yes of GRANTOR to GRANTEE for SCOPE, or a no",
    "withdraw": "taking a consent back",
    "join": "MEMBER joining COLLECTIVE",
    "leave": "MEMBER leaving COLLECTIVE",
    "trust": "OWNER's trust in ACCESSOR",
}


def level(text: str) -> float:
    """Read a trust value from 0.0 to 1.0."""
    value = float(text)
    if not 0.0 <= value <= 1.0:
        raise ValueError
    return value


def change_of(given: Namespace) -> Change:
    """Return the change as the service takes it."""
    match given.change:
        case "grant" | "revoke" as name:
            return "grant", {"memory": given.memory, "grantee": given.grantee, "give": name == "grant"}
        case "consent":
            named = {"grantor": given.grantor, "grantee": given.grantee, "scope": given.scope}
            return "consent", named | {"consent": None, "status": "denied" if given.deny else "active"}
        case "withdraw":
            return "consent", {"consent": given.consent}
        case "join" | "leave" as name:
            named = {"collective": given.collective, "member": given.member}
            return "membership", named | {"join": name == "join"}
    pair = {"owner": given.owner, "accessor": given.accessor, "context": given.context}
    return "trust", pair | {"base_trust": given.base_trust, "strict_mode": given.strict}
