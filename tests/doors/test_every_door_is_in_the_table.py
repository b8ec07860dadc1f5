"""S2: no address, verb or task without a row that says who decides there; the rows say what is so."""

from __future__ import annotations

from argparse import _SubParsersAction
from collections.abc import Iterator
from typing import Any

from django.core.management import get_commands, load_command_class
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.module_loading import import_string

from audit import actions
from memory_admin.celery import app
from memory_admin.http import declared
from memory_admin.http.endpoint import Endpoint
from memory_admin.http.pages import STAFF
from memory_admin.mcp.tools import TOOLS
from tests.doors import decision_table as table
from tests.doors.every_door import EVERY_DOOR

OURS = {"memory_admin", "profiles", "consent", "jobs", "audit"}
ACTIONS = {value for name, value in vars(actions).items() if name.isupper() and isinstance(value, str)}


def addresses(resolver: URLResolver, before: str = "/") -> Iterator[tuple[str, Any]]:
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield route, pattern.callback
        else:
            yield from addresses(pattern, route)


def endpoint(callback: Any) -> type[Endpoint] | None:
    found = getattr(callback, "view_class", None) or getattr(callback, "cls", None)
    return found if isinstance(found, type) and issubclass(found, Endpoint) else None


def rest() -> dict[str, str | None]:
    """Return the scope of every method of every endpoint."""
    found: dict[str, str | None] = {}
    for route, callback in addresses(get_resolver()):
        if kind := endpoint(callback):
            for method in declared.METHODS:
                if hasattr(kind, method.lower()):
                    found[f"{method} {route.removeprefix(table.V1)}"] = declared.scope(kind(), method)
    return found


def pages() -> dict[str, Any]:
    return {route: callback for route, callback in addresses(get_resolver()) if endpoint(callback) is None}


def commands() -> set[str]:
    ours = {name: str(app_name) for name, app_name in get_commands().items() if app_name in OURS}
    return {verb for name, app_name in ours.items() for verb in verbs(app_name, name)}


def verbs(app_name: str, name: str) -> Iterator[str]:
    parser = load_command_class(app_name, name).create_parser("memory-admin", name)
    several = [action for action in parser._actions if isinstance(action, _SubParsersAction)]
    yield from [f"{name} {verb}" for action in several for verb in action.choices] or [name]


def tasks() -> set[str]:
    app.loader.import_default_modules()
    return {name for name in app.tasks if not name.startswith("celery.")}


def rows() -> dict[str, table.Row]:
    return {**table.REST, **table.PAGES, **table.COMMANDS, **table.TOOLS, **table.TASKS}


def test_every_method_of_every_endpoint_has_a_row_with_its_scope() -> None:
    said = {name: None if row.needs == table.ANY_TOKEN else row.needs for name, row in table.REST.items()}
    assert said == rest()


def test_every_page_has_a_row_with_whom_it_is_for() -> None:
    found = pages()
    assert found.keys() == table.PAGES.keys()
    for route, row in table.PAGES.items():
        roles = getattr(found[route], "page_roles", "not a page")
        expected = {table.SIGNED_IN: None, table.STAFF: STAFF}.get(row.needs, "not a page")
        assert roles == expected, route


def test_every_verb_of_every_command_has_a_row() -> None:
    assert commands() == table.COMMANDS.keys()


def test_every_tool_has_a_row_with_its_scope() -> None:
    assert {name: row.needs for name, row in table.TOOLS.items()} == {
        n: tool.scope for n, tool in TOOLS.items()
    }


def test_every_task_has_a_row() -> None:
    assert tasks() == table.TASKS.keys()


def test_every_decision_named_in_the_table_exists() -> None:
    for name, row in rows().items():
        assert row.decides == table.PLAIN or callable(import_string(row.decides)), name


def test_every_action_named_in_the_table_is_one_of_the_audit() -> None:
    for name, row in rows().items():
        assert set(row.audits) <= ACTIONS, name


def test_every_way_out_for_memory_text_is_decided_recorded_and_asked_by_the_stories() -> None:
    for name, row in rows().items():
        if row.text:
            assert row.decides in {table.SHOW, table.OWN, table.OWNED} and row.audits, name
            assert set(row.text) <= EVERY_DOOR.keys(), name


def test_every_door_the_stories_ask_is_a_row() -> None:
    asked = {one for row in rows().values() for one in row.text}
    only_yes_or_no = {name for name in EVERY_DOOR if "access" in name or "explain" in name}
    assert asked == EVERY_DOOR.keys() - only_yes_or_no
