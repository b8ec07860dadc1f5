"""How kinds of attack are worded, language by language: meanings and the beginnings of words that carry them.

A cue is the beginning of a word or phrase (`instruc` finds instructions, instrucciones), or a whole one when
it ends in a dollar sign; cues of scripts without spaces are found anywhere. Meanings are joined by rules.
"""

from typing import Final

from consent.rules.detector.wording.arabic_and_turkic import ARABIC, TURKISH
from consent.rules.detector.wording.east_asian import CHINESE, JAPANESE, KOREAN
from consent.rules.detector.wording.english import ENGLISH
from consent.rules.detector.wording.english_claims import CLAIMS
from consent.rules.detector.wording.english_urgency import URGENCY
from consent.rules.detector.wording.germanic import DUTCH, GERMAN
from consent.rules.detector.wording.indic import BENGALI, HINDI
from consent.rules.detector.wording.romance import FRENCH, ITALIAN, PORTUGUESE, SPANISH
from consent.rules.detector.wording.slavic import CROATIAN, GREEK, POLISH, RUSSIAN, UKRAINIAN
from consent.rules.detector.wording.south_east_asian import FILIPINO, INDONESIAN, THAI, VIETNAMESE

LANGUAGES: Final = (
    ENGLISH,
    CLAIMS,
    URGENCY,
    GERMAN,
    DUTCH,
    FRENCH,
    ITALIAN,
    PORTUGUESE,
    SPANISH,
    RUSSIAN,
    UKRAINIAN,
    POLISH,
    CROATIAN,
    GREEK,
    CHINESE,
    JAPANESE,
    KOREAN,
    ARABIC,
    TURKISH,
    HINDI,
    BENGALI,
    THAI,
    VIETNAMESE,
    INDONESIAN,
    FILIPINO,
)
