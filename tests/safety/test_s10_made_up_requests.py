"""S10: requests made up from the API's own description, with real tokens: no crash, nothing undescribed.

Each address is asked as the one who may most there, so that what is made up reaches the services; what it
says is a mixture of shapes the description allows, shapes it does not, and the ids that stand on stage.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema
from hypothesis import HealthCheck, Phase, settings
from schemathesis.core.parameters import ParameterLocation

from tests.safety.whole_api import ROWS, Stage

GENERATOR: Any = SchemaGenerator
SCHEMA = schemathesis.openapi.from_dict(GENERATOR().get_schema(public=True))
# A handler per request, so that it speaks to the database of the test.
SCHEMA.app = lambda environ, start_response: WSGIHandler()(environ, start_response)
# Left out: what cannot be described (cursors, ids that exist, two versions that agree) may be refused.
NOT_ASKED = [schemathesis.checks.CHECKS.get_one(n) for n in ("positive_data_acceptance", "ignored_auth")]
REFUSED = schemathesis.checks.CHECKS.get_one("negative_data_rejection")
OURS = {ParameterLocation.HEADER, ParameterLocation.PATH}
ASKERS = {re.sub(r"\{\w+\}|\w+:\w+", "?", f"{row.method} {row.path}"): row.who for row in ROWS}


def _asker(case: Any) -> str:
    asked = re.sub(r"\{\w+\}", "?", f"{case.method} {case.path.removeprefix('/api/v1')}")
    return ASKERS.get(asked, "owner")


def _ask(case: Any, stage: Stage) -> None:
    """Send a case with the stage's ids in place of most made-up ones; hold the answer to the description."""
    for name, value in case.path_parameters.items():
        known = stage.names.get({"entity": "joined", "other": "joined"}.get(name, name))
        case.path_parameters[name] = known if known and len(str(value)) % 3 else value
    response = case.call(headers={"Authorization": f"Bearer {stage.tokens[_asker(case)]}"})
    left_out = NOT_ASKED if _is_to_be_refused(case) else [*NOT_ASKED, REFUSED]
    case.validate_response(response, excluded_checks=left_out)


def _is_to_be_refused(case: Any) -> bool:
    """Tell whether what is wrong with a case is wrong still, with our token and ids in it."""
    wrong = {where for where, part in case.meta.components.items() if part.mode.is_negative}
    return not wrong & OURS and not case.path.endswith("/batch")


QUICK = settings(
    max_examples=6,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
    database=None,
)
DEEP = settings(QUICK, max_examples=400, phases=[Phase.explicit, Phase.generate, Phase.shrink])


def test_the_description_is_valid_openapi() -> None:
    description = GENERATOR().get_schema(public=True)
    validate_schema(description)  # type: ignore[no-untyped-call]
    assert description["openapi"] == "3.1.0"
    doubled = [one for one in _types(description) if isinstance(one, list) and len(set(one)) < len(one)]
    assert doubled == []
    assert '"maxLength": 0' not in json.dumps(
        description
    )  # a blank that is one of two alternatives, and both


def _types(node: Any) -> Iterator[Any]:
    """Return every `type` of a description."""
    if isinstance(node, dict):
        yield from [node["type"]] if "type" in node else []
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _types(inner)


@SCHEMA.parametrize()
@QUICK
def test_a_made_up_request_is_answered_as_described(case: Any, stage: Stage) -> None:
    _ask(case, stage)


@pytest.mark.slow
@SCHEMA.parametrize()
@DEEP
def test_many_made_up_requests_are_answered_as_described(case: Any, stage: Stage) -> None:
    _ask(case, stage)
