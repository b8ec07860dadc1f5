"""`policy show|set|preview|history|restore`: what this installation's policy says, and changing it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from consent.management.effect_lines import effect_lines
from consent.management.policy_lines import changed_lines, setting_lines, version_line
from consent.queries.policies import current_policy, history, saved
from consent.rules.policy.changing import differences
from consent.rules.policy.settings import BY_KEY, PRESETS
from consent.serializers.policies import difference_shape, version_shape
from consent.services import policies
from consent.services.simulating import preview
from memory_admin.http.cursor import Paging, Position
from profiles.commands import USAGE, ProductCommand, Shown, local_caller

MOST = 200
_NOTHING = b""


class Command(ProductCommand):
    """The policy on the command line."""

    help = "Show and change the policy: thresholds, admission, rules, retention, with its history."

    def declare(self, parser: CommandParser) -> None:
        """Take a verb and its options."""
        verbs = self.verbs(
            parser,
            show="show the policy in force, a version, or how two versions differ",
            set="change settings, as a new version",
            preview="say who would gain or lose what by a change, without making it",
            history="list the versions, newest first",
            restore="put an old version in force again, as a new version",
        )
        _take_looking(verbs["show"], verbs["history"])
        for name in ("set", "preview"):
            _take_settings(verbs[name])
        verbs["restore"].add_argument(
            "wanted", type=int, metavar="N", help="the version; 0 is what is shipped"
        )
        for name in ("set", "restore"):
            verbs[name].add_argument("--reason", required=True, help="kept with the version and in the audit")
            verbs[name].add_argument(
                "--over", type=int, metavar="N", help="refuse unless this version is newest"
            )

    def do_show(self, given: Namespace) -> Shown:
        """Show the policy or a version of it."""
        number = current_policy().version if given.version is None else given.version
        one = saved(number)
        if given.against is None:
            return Shown(version_shape(one), [version_line(one), *setting_lines(one.settings)])
        found = differences(saved(given.against).settings, one.settings)
        answer = {"version": number, "against": given.against, "changed": [*map(difference_shape, found)]}
        return Shown(answer, changed_lines(found) or ["They say the same."])

    def do_set(self, given: Namespace) -> Shown:
        """Change settings."""
        current = current_policy()
        stored = policies.proposed(typed(given.pairs), given.preset, current)
        return _done(stored, given)

    def do_preview(self, given: Namespace) -> Shown:
        """Try settings on what is stored."""
        stored = policies.proposed(typed(given.pairs), given.preset, current_policy())
        found = preview(stored, by=local_caller(), now=timezone.now())
        lines = changed_lines(differences(current_policy().stored, stored))
        return Shown(found, [*lines, *effect_lines(found)])

    def do_restore(self, given: Namespace) -> Shown:
        """Put an old version in force again."""
        return _done(policies.stored_of(given.wanted), given)

    def do_history(self, given: Namespace) -> Shown:
        """List the versions."""
        if not 1 <= given.limit <= MOST:
            raise CommandError(f"--limit must be from 1 to {MOST}.", returncode=USAGE)
        place = None if given.before is None else Position((given.before,))
        rows = history(Paging(given.limit, place, _NOTHING))
        shown, more = rows[: given.limit], len(rows) > given.limit
        answer = {"items": [*map(version_shape, shown)], "next": shown[-1].version if more else None}
        lines = [line for one in shown for line in (version_line(one), *changed_lines(one.changed))]
        tail = [f"More: add --before {shown[-1].version}"] if more else []
        return Shown(answer, [*(lines or ["Nothing was ever changed: the policy is as shipped."]), *tail])


def _take_looking(show: ArgumentParser, history: ArgumentParser) -> None:
    show.add_argument("--version", type=int, metavar="N", help="that version; 0 is what is shipped")
    show.add_argument("--against", type=int, metavar="N", help="how it differs from this version")
    history.add_argument("--limit", type=int, default=50, help=f"versions at most (1 to {MOST})")
    history.add_argument("--before", type=int, metavar="N", help="continue before this version")


def _take_settings(parser: ArgumentParser) -> None:
    parser.add_argument(
        "pairs", nargs="*", metavar="KEY=VALUE", help="KEY= alone goes back to what is shipped"
    )
    parser.add_argument("--preset", choices=list(PRESETS), help="set these first")


def typed(pairs: list[str]) -> dict[str, Any]:
    """Return the settings typed as KEY=VALUE; an empty value goes back to what is shipped."""
    found: dict[str, Any] = {}
    for pair in pairs:
        key, sign, text = pair.partition("=")
        if not sign:
            raise CommandError(f"{pair!r} sets nothing; write KEY=VALUE.", returncode=USAGE)
        known = BY_KEY.get(key.strip())
        found[key.strip()] = known.kind.read(text) if known and text.strip() else text or None
    return found


def _done(stored: dict[str, Any], given: Namespace) -> Shown:
    version = current_policy().version if given.over is None else given.over
    by, now = local_caller(), timezone.now()
    made = saved(policies.change(stored, given.reason, version=version, by=by, now=now).version)
    return Shown(version_shape(made), [f"Saved as version {made.version}.", *changed_lines(made.changed)])
