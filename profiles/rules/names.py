"""What may be shown or searched as a name: display names, aliases and addresses, judged as plain text."""

from __future__ import annotations

import re
from typing import Final

from text.normalize import normalize, unprintable

LONGEST_DISPLAY_NAME: Final = 200
LONGEST_ALIAS: Final = 128
SHORTEST_ALIAS: Final = 3
_EMAIL: Final = re.compile(r"[^\s@\"(),:;<>\[\\\]]{1,64}@[^\s@\"(),:;<>\[\\\]]{1,253}")
# Words every text holds: as a name they would make everybody's memories somebody's.
_COMMON: Final = frozenset(
    """
    about after again against all also always and another any anything are around ask auf avec back
    because been before being best better between big both boy brother but call came can case cat chat
    chien child city come con could dad dans das date daughter day del der des did die doctor does dog
    done down each ein eine end enfant est even ever every everyone family far father femme few find
    first for frau friend from gato get girl give good got great group had has have health heart help
    her here hers heute hija hijo him his hombre home homme house how hund into ist its job just katze
    keep kid kind know las last law left les let life like little long look los made make man mann many
    may maybe men mine mit mom money month more morgen most mother much mujer must name need never new
    next nicht night not nothing now off office old once one only open other our out over own para
    parent part pas people perro person pet place play please por pour put que qui right said same say
    school see she should show sister small some someone something son soon still such sur take teacher
    team tell than thank thanks that the their them then there these they thing think this those thought
    time today together told too took town tree try two una und under une uno until use used user very
    von want was water way week well were what when where which while who why will with woman women word
    work world would year yes yesterday yet you young your
    """.split()  # noqa: SIM905 - a list of words reads better than a list of literals
)


def check_display_name(text: str) -> str:
    """Return a name as people see it, spaces trimmed; raises ValueError for what cannot be seen in it."""
    _refuse_unprintable(text)
    return text.strip()


def check_alias(text: str) -> str:
    """Return an alias, trimmed; raises ValueError unless it has three letters and is no common word."""
    _refuse_unprintable(text)
    alias = text.strip()
    if sum(char.isalpha() for char in alias) < SHORTEST_ALIAS:
        raise ValueError(f"An alias has at least {SHORTEST_ALIAS} letters.")
    if normalize(alias) in _COMMON:
        raise ValueError("This is an everyday word; as a name it would be found everywhere.")
    return alias


def is_everyday(name: str) -> bool:
    """Tell whether a name is too short or too common a word to say by itself that somebody is meant."""
    return sum(char.isalpha() for char in name) < SHORTEST_ALIAS or normalize(name) in _COMMON


def canonical_email(text: str) -> str:
    """Return an address in the one form compared: lower case; raises ValueError when it is none."""
    address = text.strip().casefold()
    _refuse_unprintable(address)
    if not _EMAIL.fullmatch(address) or ".." in address:
        raise ValueError("Must be an email address, like sean@example.org.")
    return address


def _refuse_unprintable(text: str) -> None:
    if found := unprintable(text):
        raise ValueError(f"{found[0].code_point} cannot be seen and has no place in a name.")
