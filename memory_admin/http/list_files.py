"""A list as a file: the rows that are shown, as CSV that no spreadsheet takes for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from operator import attrgetter, itemgetter
from pathlib import PurePath
from typing import Any

from django.http import HttpResponse

from memory_admin.http.cells import guarded
from memory_admin.http.download import download
from memory_admin.http.json import rfc3339
from memory_admin.http.page_links import Listed
from memory_admin.http.pages import PageRequest, show

Columns = Mapping[str, Callable[[Any], object]]


def items(*names: str) -> Columns:
    """Return columns named like the keys of the rows they are read from."""
    return {name: itemgetter(name) for name in names}


def attributes(*names: str, of: str = "") -> Columns:
    """Return columns named like the attributes they are read from: the row's, or those of one of its keys."""
    return {name: _reader(name, of) for name in names}


def _reader(name: str, of: str) -> Callable[[Any], object]:
    read = attrgetter(name)
    return (lambda row: read(row[of])) if of else read


def show_list(
    request: PageRequest, whole: str, context: Mapping[str, Any], columns: Columns, *, part: str
) -> HttpResponse:
    """Return a list as its page, or as a file where the address asks for `format=csv`; `listed` holds it.

    A file holds the rows of the page and no more: it was read, and put on record, as the page is."""
    found: Listed = context["listed"]
    if request.GET.get("format") == "csv":
        return as_file(PurePath(part).stem.removesuffix("_list"), columns, found.rows)
    asked = request.GET.copy()
    asked["format"] = "csv"
    return show(request, whole, {**context, "file": f"{request.path}?{asked.urlencode()}"}, part=part)


def as_file(name: str, columns: Columns, rows: Iterable[Any]) -> HttpResponse:
    """Return rows as a CSV file (RFC 4180) to be saved, with a line of names first."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows([plain(read(row)) for read in columns.values()] for row in rows)
    return download(f"{name}.csv", "text/csv; charset=utf-8", text.getvalue().encode())


def plain(value: object) -> str:
    """Write one value; what a spreadsheet would run gets an apostrophe before it."""
    if isinstance(value, datetime):
        return rfc3339(value)
    if isinstance(value, (tuple, list)):
        value = " ".join(map(str, value))
    return guarded("" if value is None else str(value))
