"""What finding personal data gives, and what the finders hand to each other."""

from typing import Final, Literal, NamedTuple

Kind = Literal[
    "person",
    "place",  # only the extra `pii` sees places
    "phone",
    "email",
    "address",
    "national_id",
    "account_id",
    "money",
    "birth_date",
    "medical",
    "url_token",
    "secret",
    "ip_address",
    "username",
]
KINDS: Final[tuple[Kind, ...]] = Kind.__args__  # type: ignore[attr-defined]

# How sure a finder is; where two disagree about a stretch, the surer one names it.
PROVEN: Final = 4  # a checksum holds, or the form means nothing else
STATED: Final = 3  # the text itself says what it is: "my phone is"
LIKELY: Final = 2
GUESSED: Final = 1


class Found(NamedTuple):
    """Personal data in a text: half-open character offsets into the text as given, and its kind."""

    start: int
    end: int
    kind: str


class Candidate(NamedTuple):
    """A stretch of a view that one finder takes for personal data, and how sure it is."""

    start: int
    end: int
    kind: Kind
    certainty: int = LIKELY
