"""Medical terms: conditions and medicines by list and by ending, measurements, blood groups, codes."""

from collections.abc import Iterator
from typing import Final

import ahocorasick

from text.personal.marks import Mark, Marks, pattern
from text.personal.medical_words import AMBIGUOUS, CONDITIONS, MEDICINES
from text.personal.types import LIKELY, STATED, Candidate
from text.personal.view import View

_ENDINGS: Final = (
    rb"[a-z]{3,}(?:itis|ectomy|ostomy|oplasty|emia|aemia|algia|uria|penia|plegia|phrenia|carcinoma|"
    rb"sarcoma|lymphoma|"
    rb"blastoma|myeloma|neuropathy|nephropathy|retinopathy|myopathy|encephalopathy|fibrosis|"
    rb"sclerosis|stenosis|"
    rb"thrombosis|necrosis|cirrhosis|nephrosis|arrhea|rrhea|rrhage|megaly|statin|sartan|olol|azepam|"
    rb"azolam|cillin|mycin|"
    rb"oxetine|prazole|gliptin|gliflozin|tinib|zumab|ximab|umab|ciclovir|cyclovir|tidine|triptan|"
    rb"dipine|parin|"
    rb"floxacin|conazole|dronate|setron|tyline|pramine|thiazide|profen)"
)
_NOT_MEDICAL: Final = frozenset(
    b"nostalgia academia bohemia alchemia olympiad pisteuria leishmania polemia systemia anemiae".split()
)

MEDICAL: Final = Marks((
    Mark("medical", STATED, rb"(?i)\b(?:bp|blood pressure|"
        rb"mmhg)[^0-9\n]{0,20}(?P<it>[0-9]{2,3} ?(?:/|over) ?[0-9]{2,3}(?: ?mmhg)?)"),
    Mark("medical", STATED, rb"(?i)\b[0-9]{2,3} ?/ ?[0-9]{2,3} ?mmhg\b"),
    Mark(
        "medical",
        STATED,
        rb"(?i)\b(?:hba1c|a1c|bmi|ldl|hdl|psa|inr|egfr|tsh|crp|wbc|hemoglobin|haemoglobin|"
        rb"creatinine|glucose|blood sugar|"
        rb"cholesterol|triglycerides|ferritin|heart rate|pulse|resting pulse|temperature|"
        rb"oxygen saturation|spo2|viral load|cd4"
        rb"(?: count)?|platelets?|weighs|blood alcohol)(?: (?:of|is|was|at|level|levels|count|"
        rb"result|reading|around|about|:))"
        rb"{0,3}[ :=]{1,3}(?P<it>[0-9]+(?:[.,][0-9]+)?(?: ?(?:%|mg/dl|mmol/l|bpm|kg|lbs?|ng/ml|c|f)\b|%)?)",
    ),
    Mark("medical", LIKELY, rb"(?i)\b[0-9]+(?:[.,][0-9]+)? ?(?:mg|mcg|\xe0g|iu|mmol|ml)(?:/(?:dl|l|"
        rb"kg|day|ml))?\b(?: (?:of )?[a-z]{4,}(?:ine|ol|in|ate|one|ide|am)\b)?"),
    Mark("medical", STATED, rb"(?i)\b(?:blood (?:type|group)) (?:is )?(?P<it>(?:ab|a|b|o)(?: ?[+-]|"
        rb" (?:rh )?(?:positive|negative))?)"),
    Mark("medical", STATED, rb"(?i)\b(?:icd(?:-?10)?(?: code)?|"
        rb"diagnosis code)[ :=]{1,3}(?P<it>[a-z][0-9]{2}(?:\.[0-9a-z]{1,4})?)\b"),
    Mark("medical", STATED, rb"(?i)\b(?:diagnosed with|diagnosis of|diagnosis:|suffers from|"
        rb"suffering from|treated for|allergic to|prescribed|tested positive for|symptoms of|"
        rb"history of|medication:|condition:|surgery on|operated on|therapy for) (?:an? |the |his |"
        rb"her |my |severe |mild |acute |chronic |"
        rb"stage [0-9iv]+ ){0,3}(?P<it>[a-z0-9-]+(?: (?:disease|disorder|syndrome|cancer|infection|"
        rb"deficiency|failure|injury|[a-z]+itis))?)"),
    Mark("medical", LIKELY, rb"(?i)\b(?:[a-z'-]+ ){1,2}(?:syndrome|disorder|carcinoma|infection|"
        rb"dystrophy|insufficiency)\b"),
    Mark("medical", LIKELY, rb"(?i)\b" + _ENDINGS + rb"\b", never=_NOT_MEDICAL),
))  # fmt: skip


def _automaton() -> "ahocorasick.Automaton":
    automaton = ahocorasick.Automaton()
    for word in (*CONDITIONS, *MEDICINES):
        automaton.add_word(word, len(word))
    automaton.make_automaton()
    return automaton


_LISTED: Final = _automaton()


_HEALTH: Final = pattern(
    rb"(?i)\b(?:doctor|dr|hospital|clinic|patient|diagnos[a-z]+|pills?|medication|medicine|"
    rb"therap(?:y|ist)|symptoms?|"
    rb"treatment|treated|surgery|surgeon|disease|illness|sick|suffer(?:s|ed|ing)|prescri[a-z]+|dose|"
    rb"dosage|vet|health|"
    rb"chronic|severe|nurse|arzt|krank|medico|enferm[a-z]+|medecin|malad[a-z]+)\b"
)


def medical(view: View) -> Iterator[Candidate]:
    """Yield medical terms; words that mean other things too only where the text speaks of health."""
    found = [*_listed(view), *MEDICAL(view)]
    doubtful = {one for one in found if view.text[one.start : one.end].lower() in AMBIGUOUS}
    if doubtful and len(doubtful) == len(set(found)) and not _HEALTH.search(view.raw):
        return
    yield from found


def _listed(view: View) -> Iterator[Candidate]:
    small = view.raw.lower().decode("latin-1")
    for last, size in _LISTED.iter(small):
        start, end = last + 1 - size, last + 1
        if not (_joins(small, start - 1) or _joins(small, end)):
            yield Candidate(start, end, "medical", LIKELY)


def _joins(text: str, at: int) -> bool:
    """Tell whether the character at `at` would make what stands beside it part of a longer word."""
    return 0 <= at < len(text) and (text[at].isalnum() or text[at] == "_")
