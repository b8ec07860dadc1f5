"""All doors together: a door that is not here is not asked by the stories, and the decision table says so."""

from __future__ import annotations

from typing import Final

from tests.doors.doors import DOORS, Door
from tests.doors.page_doors import PAGES
from tests.doors.tool_doors import TOOLS

EVERY_DOOR: Final[dict[str, Door]] = {**DOORS, **PAGES, **TOOLS}
