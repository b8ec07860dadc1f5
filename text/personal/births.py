"""Dates of birth: a date near a word that says so. A date alone is nobody's."""

from typing import Final

from text.personal.marks import Mark
from text.personal.types import STATED

_MONTH: Final = (
    rb"(?:jan(?:uary|uar|vier|eiro)?|enero|gennaio|feb(?:ruary|ruar|rero|braio)?|fevrier|fevereiro|"
    rb"mar(?:ch|z|zo|s|co)?|"
    rb"marz|maerz|apr(?:il|ile)?|abril|avril|may|mai|mayo|maggio|maio|jun(?:e|i|io|ho)?|giugno|juin|"
    rb"jul(?:y|i|io|ho)?|"
    rb"luglio|juillet|aug(?:ust|ustus)?|agosto|aout|sep(?:t|tember|tiembre|tembre|tembro)?|"
    rb"settembre|setembro|"
    rb"oct(?:ober|ubre|obre)?|okt(?:ober)?|ottobre|outubro|nov(?:ember|iembre|embre|embro)?|"
    rb"dec(?:ember|embre)?|"
    rb"dez(?:ember|embro)?|diciembre|dicembre)"
)
_DAY: Final = rb"[0-3]?[0-9](?:st|nd|rd|th|er|\.)?"
_DATE: Final = (
    rb"(?:[12][0-9]{3}[-/.][01]?[0-9][-/.][0-3]?[0-9]|"
    rb"[0-3]?[0-9][-/. ]{1,2}[0-3]?[0-9][-/. ]{1,2}(?:[12][0-9])?[0-9]{2}|"
    rb"(?:the )?" + _DAY + rb" (?:of |de |di )?" + _MONTH + rb"\.?(?:,? (?:of |de |"
    rb"del )?(?:[12][0-9])?[0-9]{2})?|"
    + _MONTH + rb"\.? " + _DAY + rb"(?:,? (?:[12][0-9])?[0-9]{2})?|" + _MONTH
    + rb"\.?,? [12][0-9]{3}|[12][0-9]{3})"
)  # fmt: skip
_BORN: Final = (
    rb"(?:born|birth ?da(?:y|te)|date of birth|birth|d\.?o\.?b\.?|b\.|geboren|geb\.?|geburtsdatum|"
    rb"geburtstag|nacid[oa]|"
    rb"nacio|fecha de nacimiento|cumpleanos|nee?|date de naissance|anniversaire|nat[oa]|"
    rb"data di nascita|nascid[oa]|"
    rb"data de nascimento|geboortedatum|urodzon[ya]|data urodzenia|fodd|fodt|syntynyt)"
)

BIRTHS: Final = (
    Mark(
        "birth_date",
        STATED,
        rb"(?i)\b" + _BORN + rb"(?:[ \t]*[:=(-]+[ \t]*|[ \t]+)"
        rb"(?:(?:is|was|on|in|the|am|im|el|en|le|il|del|de|op|w|den|dia|around|about|his|her|"
        rb"my)[ \t]+){0,3}"
        rb"(?P<it>" + _DATE + rb")\b",
    ),
    Mark(
        "birth_date",
        STATED,
        rb"(?i)\b(?P<it>" + _DATE + rb")(?:,? (?:is|was) (?:my|his|her|their|[a-z]+'s) birth ?day|"
        rb"[ \t]*\((?:dob|birth)\b)",
    ),
)  # fmt: skip
