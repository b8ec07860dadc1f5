"""Postal addresses: a street with a number, a flat, a box, a postcode with its town, and the lines around it.

An anchor is found by its form (a word for street, a flat, a box); from there the address is followed over
numbers and words in capitals on its line, and over short lines below that can only be town, state, country
or postcode.
"""

import re
from collections.abc import Iterator
from typing import Final

from text.met import Met
from text.personal.marks import pattern, spans
from text.personal.types import LIKELY, STATED, Candidate
from text.personal.view import View

_CAP: Final = rb"[A-Z\xc0][A-Za-z\xc0\xe0'.-]*"
# The same to the library's own engine, which takes nothing of it back.
_WHOLE_CAP: Final = _CAP + b"+"
_JOIN: Final = (
    rb"(?:de|da|do|dos|das|del|dell[aeo]|dei|degli|di|la|las|los|le|les|du|des|der|den|"
    rb"van|von|am|an|im|of|the|zum|zur|al)"
)
_NUMBER: Final = rb"[0-9]{1,6}(?:[-/][0-9]{1,4})?[A-Za-z]?"
_ENGLISH: Final = (
    rb"(?:Street|St|Str|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Place|Pl|Way|"
    rb"Terrace|Ter|Square|Sq|"
    rb"Highway|Hwy|Parkway|Pkwy|Close|Crescent|Cres|Circle|Cir|Grove|Gardens|Gdns|Mews|Walk|Quay|"
    rb"Row|Alley|Trail|Trl|Loop|"
    rb"Plaza|Coves?|Parade|Esplanade|Turnpike|Expressway|Ridge|Heights|Meadows?|Crossing|Run|Bend|"
    rb"Path|Point|Rise|Glen|"
    rb"Hollow|Knoll|Landing|Pike|Broadway|Ranch|Springs|Station|Junction|Ville|Manor|Vista|Creek|"
    rb"Mount|Forest|Orchard|"
    rb"street|avenue|road|lane|drive|boulevard|court|terrace)"
)
_FIRST: Final = (
    rb"(?:Calle|C/|Rue|rue|Via|via|Vicolo|Viale|Avenida|Avda|Av|Avenue|avenue|Rua|Ulica|ulica|ul|Ul|"
    rb"Plaza|Piazza|piazza|Piazzetta|Borgo|Lungomare|Bulevar|Sentier|Cour|"
    rb"Boulevard|boulevard|Bd|bd|Chemin|chemin|Allee|allee|Place|place|Passeig|Carrer|Strada|Corso|"
    rb"Largo|Travessa|"
    rb"Praca|Route|Impasse|Paseo|Contrada|Carretera|Camino|Ronda|Quai|quai|Cours|Square|Jalan|"
    rb"Bulevardul|Aleja|al|"
    rb"Am|An der|Im|In der|Zum|Zur|Auf der|Unter den|Alte|Neue)"
)
_GLUED: Final = (
    rb"[A-Z\xc0][A-Za-z\xc0\xe0-]*(?:strasse|straat|str\.|weg|platz|gasse|allee|damm|ufer|steig|"
    rb"laan|plein|gracht|kade|"
    rb"dijk|singel|gatan|gata|vagen|vag|gade|vej|veien|vegen|vei|veg|gaten|katu|tie|polku|kuja|"
    rb"tanya|stien|grand|"
    rb"alle|bakken|toften|parken|terrasse|graben|pfad|chaussee)"
)
_APART: Final = (
    rb"(?:[Ss]trasse|[Ss]tr\.?|[Aa]llee|[Ww]eg|[Pp]latz|[Gg]asse|[Gg]ata|[Gg]ate|[Vv]ei|[Vv]ej|"
    rb"[Vv]agen|[Tt]errasse|utca|"
    rb"ut|ter|u\.|korut|sor|straat|laan|plein|tee|pst|mnt|ulitsa|prospekt|Sokak|Sok\.|Caddesi|Cad\.|"
    rb"Mahallesi|Odos)"
)
_UNIT: Final = (
    rb"(?i:apt|apartment|suite|ste|unit|flat|room|rm|floor|building|bldg|piso|wohnung|appt|"
    rb"appartement|interno|scala)"
    rb"\.? ?#?[0-9][0-9A-Za-z-]{0,5}"
)
_FLAT: Final = rb"(?i:apt|apartment|suite|flat|wohnung|appt)\.? ?#?[0-9][0-9A-Za-z-]{0,5}"
_BOX: Final = (
    rb"(?i:p\.? ?o\.? ?box|postfach|apartado(?: de correos)?|boite postale|casella postale|"
    rb"caixa postal|postbus|"
    rb"gpo box|private bag) ?#?[0-9]{1,6}"
    rb"|(?i:psc|cmr|unit) [0-9]{1,5},? (?i:box) [0-9]{1,5}|US(?:S|NS|CGC|NV) [A-Z][A-Za-z]+|"
    rb"(?i:[fad]po,? a[aep] [0-9]{5})"
)
_STATES: Final = (
    rb"(?:A[AEKLPRZ]|C[AOT]|D[CE]|FL|G[AU]|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|"
    rb"RI|S[CD]|T[NX]|UT|"
    rb"V[AIT]|W[AIVY]|NSW|VIC|QLD|TAS|ACT|NT|BC|AB|MB|SK|ON|QC|NB|NS|PE|NL|YT)"
)
_WORDS: Final = _CAP + rb"(?: (?:" + _JOIN + rb" )?" + _CAP + rb"){0,3}"
_WHOLE_WORDS: Final = _WHOLE_CAP + rb"(?: (?:" + _JOIN + rb" )?" + _WHOLE_CAP + rb"){0,3}"

ANCHORS: Final = (
    (STATED, rb"\b(?:" + _NUMBER + rb",? ){1,2}(?:" + _CAP + rb" |[0-9]{1,3}(?:st|nd|rd|th) ){0,4}"
        + _ENGLISH + rb"\b\.?"),
    (STATED, rb"\b(?:" + _NUMBER + rb",? ){0,2}(?:" + _CAP + rb" )?" + _FIRST + rb"\.? (?:" + _JOIN
        + rb" |l'|d'){0,2}" + _WORDS
     + rb",? (?:n\.?|no\.?|nr\.?|num\.?)? ?" + _NUMBER + rb"\b"),
    (STATED, rb"\b" + _NUMBER + rb",? (?:bis |ter )?" + _FIRST + rb"\.? (?:" + _JOIN + rb" |l'|d'){0,3}"
        + _WORDS),
    (STATED, rb"\b(?:" + _NUMBER + rb" )?" + _GLUED + rb" " + _NUMBER + rb"\b"),
    (STATED, rb"\b(?:" + _NUMBER + rb" )?" + _CAP + rb"(?: " + _CAP + rb")? " + _APART + rb" " + _NUMBER
        + rb"\b\.?"),
    (STATED, rb"\b(?:" + _NUMBER + rb",? )(?:" + _CAP + rb",? ){1,4}(?:" + _NUMBER + rb",? )?\n?[ ]{0,4}"
        + _UNIT),
    (STATED, rb"\b[0-9]{2,6} " + _CAP + rb"(?: " + _CAP + rb"){0,2} [0-9]{1,4}[A-Za-z]?\n"),
    (STATED, rb"\b(?:" + _CAP + rb" ){1,3}" + _NUMBER + rb",? ?\n?[ ]{0,4}" + _UNIT),
    (LIKELY, rb"\b" + _FLAT),
    (STATED, rb"\b(?:" + _BOX + rb")\b"),
    (STATED, rb"(?i:\b(?:the )?(?:corner|intersection|junction) of )[^\n,;]{3,50}? and " + _WORDS
        + rb"(?: [0-9]{1,4}\b)?"),
    (STATED, rb"\b" + _CAP + rb"(?: " + _CAP + rb"){0,2}, " + _STATES + rb",? [0-9]{5}(?:-[0-9]{4})?\b"),
    (STATED, rb"\b[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][ABD-HJLNP-UW-Z]{2}\b"),
    (STATED, rb"\b[ABCEGHJ-NPRSTVXY][0-9][A-Z] ?[0-9][A-Z][0-9]\b"),
    (STATED, rb"\b[1-9][0-9]{3} [A-Z]{2} " + _CAP),
    (STATED, rb"(?i:\b(?:zip|post|postal)[ -]?(?:code)?(?: is|"
        rb":)? )(?P<it>[A-Z0-9][A-Z0-9 -]{2,8}[0-9A-Z])\b"),
    (STATED, rb"(?i:\b(?:address|anschrift|adresse|direccion|indirizzo|endereco|adres)(?: is|:| ist)[ \t]*)"
     rb"(?P<it>(?:" + _NUMBER + rb" )?" + _CAP + rb"[^\n.;?!]*[0-9][^\n.;?!]*)"),
    (STATED, rb"(?i:\b(?:lives?|living|located|moved|reside[sd]?|ship(?:ped)?|deliver(?:ed)?|"
        rb"arrived|mail(?:ed)?|sent?)(?: it| them)? "
     rb"(?:at|to) )(?P<it>[0-9]{1,6} " + _WORDS + rb")"),
)  # fmt: skip
_ANCHORS: Final = [(certainty, pattern(source)) for certainty, source in ANCHORS]
_MET: Final = Met([source for _, source in ANCHORS])
_NEAR: Final = pattern(rb"[0-9]|[Bb]ox|corner|intersection|USS|USNS")

# What an address goes on with on its own line, and what a line is that only goes on with one.
# Asked from where an address was found, so by the library's own engine, which is quicker to call.
_ON: Final = re.compile(
    rb"(?:,? ?-? ?(?:"
    + _UNIT
    + rb"|"
    + _STATES
    + rb"\b|[0-9]{4,6}(?:-[0-9]{3,4})?\b|[0-9]{2}-[0-9]{3}\b|[A-Za-z]{1,3} [0-9]{4,6}\b|"
    rb"[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][A-Z]{2}\b|"
    rb"[A-Z][0-9][A-Z] [0-9][A-Z][0-9]\b)|,? (?:in )?" + _WHOLE_WORDS + rb")"
)
_LANDS: Final = (
    rb"(?:USA|U\.S\.|United States|America|Canada|Mexico|Brazil|Brasil|Argentina|Chile|Colombia|"
    rb"Peru|Australia|"
    rb"New Zealand|Ireland|United Kingdom|UK|England|Scotland|Wales|Germany|Deutschland|Austria|"
    rb"Switzerland|France|Spain|"
    rb"Espana|Portugal|Italy|Italia|Netherlands|Nederland|Belgium|Luxembourg|Denmark|Danmark|Norway|"
    rb"Norge|Sweden|Sverige|"
    rb"Finland|Suomi|Iceland|Estonia|Latvia|Lithuania|Poland|Polska|Czech|Czechia|Slovakia|Hungary|"
    rb"Romania|Bulgaria|"
    rb"Greece|Cyprus|Turkey|Ukraine|Russia|Slovenia|Croatia|Serbia|Israel|Egypt|Morocco|Tunisia|"
    rb"Algeria|Nigeria|Kenya|"
    rb"South Africa|India|Pakistan|China|Japan|Korea|Singapore|Malaysia|Indonesia|Philippines|"
    rb"Thailand|Vietnam|Greenland)"
)
_SURE: Final = re.compile(rb"[0-9]{4,6}|" + _UNIT + rb"|\b(?:" + _STATES + rb"|" + _LANDS + rb")\b")
_LINE: Final = re.compile(
    rb"\n+[ \t?>*|]{0,6}(?:"
    + _UNIT
    + rb"|(?:"
    + _WHOLE_WORDS
    + rb")?(?:,? ?[A-Z][A-Za-z]{0,2}\b,? ?|, [A-Za-z0-9]{1,3} ?|,? ?)(?:[0-9]{4,6}(?:-[0-9]{3,4})?|"
    rb"[0-9]{2}-[0-9]{3}|"
    rb"[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][A-Z]{2}|[A-Z][0-9][A-Z] [0-9][A-Z][0-9])?(?: "
    + _WHOLE_WORDS
    + rb")?)[ \t]*"
)
_LINES: Final = 5
_PARTS: Final = 6
_FIGURES: Final = re.compile(rb"(?:[0-9]++[0-9/-]*+[A-Za-z]?+,?+ ){1,2}+\Z")
_BACK: Final = 16


def addresses(view: View) -> Iterator[Candidate]:
    """Yield postal addresses."""
    if not _NEAR.search(view.raw):
        return
    followed = bytearray(len(view.raw))
    for certainty, anchor in (_ANCHORS[at] for at in _MET(view.raw)):
        group = anchor.groupindex.get(b"it", 0)
        for start, end in spans(anchor, view.raw, group):
            if followed[start] and followed[end - 1]:
                continue  # inside an address that an earlier anchor led to
            start, end = _back(view.raw, start), _below(view.raw, _along(view.raw, end))
            followed[start:end] = b"\x01" * (end - start)
            yield Candidate(start, end, "address", certainty)


def _back(raw: bytes, start: int) -> int:
    """Return where the figures before a street begin."""
    before = _FIGURES.search(raw[max(0, start - _BACK) : start])
    return start - len(before.group()) if before else start


def _along(raw: bytes, end: int) -> int:
    """Return where the address ends on its line; words in capitals only before something sure."""
    sure = end
    for _ in range(_PARTS):
        found = _ON.match(raw, end)
        if not found or found.end() == end:
            break
        end = found.end()
        if raw[found.start() : found.start() + 1] == b"," or _SURE.search(found.group()):
            sure = end
    return end if raw[end : end + 1] in (b"\n", b"", b"?", b".") else sure


def _below(raw: bytes, end: int) -> int:
    """Return where the address ends on the lines below."""
    for _ in range(_LINES):
        found = _LINE.match(raw, end)
        if not found or raw[found.end() : found.end() + 1] not in (b"\n", b"", b".", b",", b"?"):
            break
        if not found.group().strip():
            break
        end = found.end()
    return end
