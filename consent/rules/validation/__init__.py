"""Does a response tell what was withheld: the deterministic check, pure and linear in text."""

from consent.rules.validation.judging import VERSION, Verdict, judge
from consent.rules.validation.redacting import answered, redacted
from consent.rules.validation.weights import COMPLIANT, Action, Category
from consent.rules.validation.withheld import Withheld

__all__ = [
    "COMPLIANT",
    "VERSION",
    "Action",
    "Category",
    "Verdict",
    "Withheld",
    "answered",
    "judge",
    "redacted",
]
