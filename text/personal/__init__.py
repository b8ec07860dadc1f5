"""Find personal data in a text by own rules, in time linear in the text.

The rules look at a plain view of the text (`view`), so full-width digits, invisible characters and accents
hide nothing. Each finder is a generator of candidates; `settling` decides where they disagree.
"""

from collections.abc import Iterable, Iterator

from text.personal.addresses import addresses
from text.personal.births import BIRTHS
from text.personal.forms import FORMS
from text.personal.identities import identities
from text.personal.marks import Marks
from text.personal.medical import medical
from text.personal.numbers import numbers
from text.personal.people import people
from text.personal.settling import settled
from text.personal.types import KINDS, Candidate, Found, Kind
from text.personal.view import View

_FINDERS = (Marks((*FORMS, *BIRTHS)), numbers, identities, addresses, people, medical)

__all__ = ["KINDS", "Found", "Kind", "find_personal"]


def find_personal(text: str) -> tuple[Found, ...]:
    """Return personal data in `text`: offsets into it as given, in order, never overlapping."""
    view = View(text)
    candidates = (one for finder in _FINDERS for one in finder(view))
    return tuple(_as_written(view, settled(candidates, view.text)))


def _as_written(view: View, kept: Iterable[Candidate]) -> Iterator[Found]:
    """Yield what was settled at its place in the text; one character may stand for two of a view."""
    past = 0
    for one in kept:
        start, end = view.span(one.start, one.end)
        if end > past:
            yield Found(max(start, past), end, one.kind)
            past = end
