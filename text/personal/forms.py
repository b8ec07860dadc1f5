"""Personal data told by its form alone: addresses of mail and machines, links with tokens, keys, money."""

from typing import Final

from text.personal.marks import Mark
from text.personal.types import LIKELY, PROVEN, STATED

_LETTER: Final = rb"A-Za-z0-9\xc0\xe0"
_DOMAIN: Final = rb"(?:[" + _LETTER + rb"][" + _LETTER + rb"-]{0,62}\.)+[A-Za-z\xc0\xe0]{2,24}"
_USER: Final = rb"\b[a-z0-9][a-z0-9._%+-]{0,63}"
_LABEL: Final = rb"[a-z0-9][a-z0-9-]{0,62}"
_ENDS: Final = (
    rb"(?:com|org|net|edu|gov|io|co|uk|de|fr|es|it|nl|pl|br|in|info|eu|us|ca|me|dev|app|mail|email|"
    rb"example)\b"
)
_AT: Final = rb" ?[\[({<] ?(?:at|@) ?[\])}>] ?"
_DOT: Final = rb"(?: dot | ?[\[({<] ?(?:dot|\.) ?[\])}>] ?|\.)"
_OCTET: Final = rb"(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
_HEX: Final = rb"[0-9a-f]{1,4}"
_IN_LINK: Final = rb"[^\s\"<>]"
_TOKEN_NAMES: Final = (
    rb"(?:(?:access|id|refresh|auth)[_-]?token|token|api[_-]?key|key|secret|sig|signature|password|"
    rb"passwd|pwd|"
    rb"code|session(?:[_-]?id)?|sid|jwt|auth|otp|ticket|nonce|invite|x-amz-[a-z-]+|x-goog-[a-z-]+|"
    rb"sv|se|hash|"
    rb"reset|confirm)"
)
_SECRET_NAMES: Final = (
    rb"(?:pass ?(?:word|code|phrase|wd)|passwort|pwd|contrasena|mot de passe|senha|wachtwoord|haslo|parola|"
    rb"(?:api|access|private|secret)[ _-]?key|secret(?:[ _-]access[ _-]key)?|"
    rb"(?:auth|access|refresh|bearer|api)[ _-]?token|client[ _-]?secret|token|pin(?: code)?|cvv2?|cvc|"
    rb"(?:security|2fa|recovery|door|alarm|gate|unlock) code|recovery key|otp|seed phrase|combination|"
    rb"wi-?fi (?:key|password))"
)
_SAYS: Final = rb"(?: (?:is|was|are|ist|es|est|e|for [^\s:=]{1,40} is)\b|['\"]?[ \t]*[:=]{1,3}>?)[ \t]*"
_AMOUNT: Final = rb"(?:[0-9]{1,3}(?:[ ',.][0-9]{3})+(?:[.,][0-9]{1,2})?|[0-9]+(?:[.,][0-9]{1,2})?)"
_LARGE: Final = rb"(?: ?(?:k|m|mn|bn|million|billion|thousand|lakh|crore|mio|mrd|millones|milhoes)\b)?"
_CODES: Final = (
    rb"(?:USD|EUR|GBP|CHF|JPY|CNY|RMB|INR|BRL|PLN|CZK|SEK|NOK|DKK|CAD|AUD|NZD|MXN|ZAR|RUB|TRY|HUF|"
    rb"ILS|KRW|SGD|"
    rb"HKD|AED|SAR|NGN|KES|BTC|ETH)"
)
_COINS: Final = (
    rb"(?:dollars?|bucks|euros?|pounds?(?: sterling)?|cents|pence|francs?|franken|yen|yuan|rupees?|reais|"
    rb"zloty(?:ch)?|zl|kr|kronor|kroner|rubles?|pesos?|shekels?|lira)"
)

_SAID_OF_SECRETS: Final = frozenset(
    b"""
    required optional needed invalid incorrect wrong missing expired too not the a an in on stored safe
    set being very my his her your our that this used sent kept never always hashed encrypted protected
    changed reset long short weak strong easy hard valid correct secret empty blank unknown at what how
    for to by of from with and or but if when as so no also there here it only one all just still now
    then written given shown asked lost stolen forgotten updated rotated
    """.split()
)

_KEYS: Final = (
    rb"\b(?:sk-[A-Za-z0-9_-]{16,}|(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{10,}|gh[pousr]_[A-Za-z0-9]{20,}|"
    rb"github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{16,}|xox[abeprs]-[A-Za-z0-9-]{10,}|"
    rb"(?:AKIA|ASIA)[A-Z0-9]{16}|AIza[A-Za-z0-9_-]{30,}|ya29\.[A-Za-z0-9_-]{20,}|npm_[A-Za-z0-9]{30,}|"
    rb"hf_[A-Za-z0-9]{20,}|pypi-[A-Za-z0-9_-]{30,}|SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|"
    rb"eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?|AGE-SECRET-KEY-1[A-Z0-9]{20,})"
)
_BLOCK: Final = rb"PRIVATE KEY(?: BLOCK)?-----"

FORMS: Final = (
    Mark("email", PROVEN, rb"[" + _LETTER + rb"_][" + _LETTER + rb"._%+'-]{0,63} ?@ ?" + _DOMAIN),
    Mark(
        "email", STATED, rb"(?i)" + _USER + _AT + _LABEL + rb"(?:" + _DOT + _LABEL + rb"){0,3}" + _DOT + _ENDS
    ),
    Mark(
        "email",
        STATED,
        rb"(?i)" + _USER + rb" at " + _LABEL + rb"(?: dot " + _LABEL + rb"){0,3} dot " + _ENDS,
    ),
    Mark("url_token", PROVEN, rb"(?i)\b[a-z][a-z0-9+.-]*://[^\s/@:]*:[^\s/@]+@" + _IN_LINK + rb"+"),
    Mark(
        "url_token",
        PROVEN,
        rb"(?i)\b(?:https?://|wss?://|www\.)[^\s\"<>?#]*[?#]"
        + _IN_LINK
        + rb"*?\b"
        + _TOKEN_NAMES
        + rb"=[^\s\"<>&]{3}"
        + _IN_LINK
        + rb"*",
    ),
    Mark(
        "url_token",
        STATED,
        rb"(?i)\b(?:https?://|www\.)"
        + _IN_LINK
        + rb"*?[/=][a-z0-9_-]*[0-9][a-z0-9_-]{19}"
        + _IN_LINK
        + rb"*",
    ),
    Mark(
        "ip_address",
        STATED,
        rb"(?:^|[^0-9.A-Za-z])(?P<it>"
        + _OCTET
        + rb"(?:\."
        + _OCTET
        + rb"){3})(?:$|[^0-9.A-Za-z]|\.(?:$|[^0-9]))",
    ),
    Mark(
        "ip_address",
        PROVEN,
        rb"(?i)(?:^|[^0-9a-z:.])(?P<it>(?:"
        + _HEX
        + rb":){7}"
        + _HEX
        + rb"|(?:"
        + _HEX
        + rb":){1,6}(?::"
        + _HEX
        + rb"){1,6}|"
        + _HEX
        + rb"(?::"
        + _HEX
        + rb"){1,6}::)(?:$|[^0-9a-z:])",
    ),
    Mark("ip_address", PROVEN, rb"\b[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5}\b"),
    Mark("money", LIKELY, rb"(?i)(?:[A-Z]{0,2}\$|\xa4|\bRs\.?|\b" + _CODES + rb") ?-?" + _AMOUNT + _LARGE),
    Mark(
        "money",
        LIKELY,
        rb"(?i)\b" + _AMOUNT + _LARGE + rb" ?(?:\$|\xa4|" + _CODES + rb"\b|(?:[a-z]+ )?" + _COINS + rb"\b)",
    ),
    Mark("username", LIKELY, rb"(?:^|[^A-Za-z0-9@._/])(?P<it>@[A-Za-z_][A-Za-z0-9_.-]{1,38}[A-Za-z0-9_])"),
    Mark(
        "username",
        STATED,
        rb"(?i)\b(?:user ?name|user id|login|screen name|gamer ?tag|handle|skype|telegram|discord|"
        rb"instagram|benutzername|"
        rb"usuario|pseudo)(?: is| =|:| ist| es|=)[ \t]*(?P<it>[A-Za-z0-9_.@#-]{3,})",
    ),
    Mark("secret", PROVEN, _KEYS),
    Mark(
        "secret", PROVEN, rb"(?s)-----BEGIN [A-Z ]*" + _BLOCK + rb".*?(?:-----END [A-Z ]*" + _BLOCK + rb"|\z)"
    ),
    Mark("secret", PROVEN, rb"(?i)\b(?:bearer|basic) (?P<it>[A-Za-z0-9_.~+/-]{16,}=*)"),
    Mark(
        "secret",
        STATED,
        rb"(?i)\b"
        + _SECRET_NAMES
        + _SAYS
        + rb"(?:now |still |just )?(?P<it>\"[^\"\n]+\"|'[^'\n]+'|[^\s\"',;]{3,})",
        never=_SAID_OF_SECRETS,
    ),
)
