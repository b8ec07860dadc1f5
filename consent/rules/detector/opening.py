"""Open what text was wrapped in, once: hidden characters, escapes, encodings of bytes, turned-around text.

Each opener gives further texts to look at; what one gives is not opened again. Openers take time linear in
the text, and what they give is no longer than the text.
"""

import base64
import binascii
import codecs
import html
import re as plain_re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final
from urllib.parse import unquote

import re2

from text.met import UTF8, Met

_BASE64: Final = rb"[A-Za-z0-9+/_-]{16,}={0,2}"
_BASE32: Final = rb"\b[A-Z2-7]{24,}={0,6}"
_ASCII85: Final = rb"<~[!-u\s]{10,}~>"
_HEX: Final = (
    rb"(?:\b(?:0x|\\x)?[0-9a-fA-F]{2}[ ,:]?){8,}|[0-9a-fA-F]{24,}"
    rb"|(?:\\x[0-9a-fA-F]{2}){4,}"
)
_BINARY: Final = rb"(?:[01]{8}[ ,]?){6,}"
_PERCENT: Final = rb"%[0-9A-Fa-f]{2}"
_ESCAPED: Final = plain_re.compile(r"\\u\{?([0-9a-fA-F]{4,6})\}?")
_ESCAPES: Final = rb"\\u\{?[0-9a-fA-F]{4}"
_ENTITY: Final = rb"&(?:#[0-9]{2,7}|#[xX][0-9a-fA-F]{2,6}|[a-zA-Z]{2,8});"
_NOT_HEX: Final = plain_re.compile(r"0x|\\x|[^0-9a-fA-F]")
_SPACED: Final = re2.compile(r"(?:[^\W_][ .*_·|-]){4,}[^\W_]\b")
_GAP: Final = plain_re.compile(r"\s{2,}")
_SEPARATORS: Final = " .*_·|-"
_SEPARATOR: Final = plain_re.compile(r"([^\W_])[ .*_·|-](?=[^\W_])")
# Tag characters, variation selectors and the turns of direction.
_HIDING: Final = rb"[\x{E0020}-\x{E007E}\x{E0100}-\x{E01EF}\x{FE00}-\x{FE0F}\x{202D}\x{202E}]"
_APART: Final = rb"(?:[A-Za-z0-9][ .*_|-]){4,}[A-Za-z0-9]"
_MANY: Final = 40
_READABLE: Final = 0.9

_TAGS: Final = {code: chr(code - 0xE0000) for code in range(0xE0020, 0xE007F)}
_SELECTORS: Final = {code: code - 0xFE00 for code in range(0xFE00, 0xFE10)} | {
    code: code - 0xE0100 + 16 for code in range(0xE0100, 0xE01F0)
}
_TURNED: Final = ("\u202e", "\u202d")


def opened(text: str) -> Iterator[str]:
    """Yield the texts found inside `text`."""
    for at in _MET(text.encode("utf-8", "replace")):
        yield from _OPENERS[at][1](text)


def rotated(text: str) -> str:
    """Return text with the letters of ASCII moved by thirteen places."""
    return codecs.encode(text, "rot13")


def joined(text: str) -> str:
    """Return text with letters that were spaced out put together again; wider gaps part the words."""
    return " ".join(map(_closed_up, _GAP.split(text)))


def _closed_up(part: str) -> str:
    for separator in _SEPARATORS:
        if separator in part and max(map(len, part.split(separator))) <= 1:
            return part.replace(separator, "")
    return _joined_runs(part)


def _joined_runs(part: str) -> str:
    together: str = _SPACED.sub(lambda found: _SEPARATOR.sub(r"\1", found.group()), part)
    return together


def _hidden(text: str) -> Iterator[str]:
    tags = "".join(_TAGS[ord(char)] for char in text if ord(char) in _TAGS)
    if tags:
        yield tags
    selected = bytes(_SELECTORS[ord(char)] for char in text if ord(char) in _SELECTORS)
    if len(selected) > 3:
        yield selected.decode("utf-8", "replace")
    if any(mark in text for mark in _TURNED):
        yield text[::-1]


def _readable(raw: bytes) -> Iterator[str]:
    text = raw.decode("utf-8", "ignore")
    printable = sum(map(str.isprintable, text)) + text.count("\n") + text.count("\t")
    if text and len(text) * 2 > len(raw) and printable >= _READABLE * len(text):
        yield text


def _tokens(source: bytes, read: Callable[[str], bytes]) -> Callable[[str], Iterator[str]]:
    mark = re2.compile(source)

    def opener(text: str) -> Iterator[str]:
        for found in islice(mark.finditer(text.encode("utf-8", "replace")), _MANY):
            try:
                yield from _readable(read(found.group().decode("ascii", "ignore")))
            except (ValueError, binascii.Error):
                continue

    return opener


def _from_base64(token: str) -> bytes:
    bare = token.rstrip("=").translate(str.maketrans("-_", "+/"))
    if len(bare) % 4 == 1:
        bare = bare[:-1]
    return base64.b64decode(bare + "=" * (-len(bare) % 4))


def _from_base32(token: str) -> bytes:
    bare = token.rstrip("=")
    return base64.b32decode(bare + "=" * (-len(bare) % 8))


def _from_ascii85(token: str) -> bytes:
    return base64.a85decode(token, adobe=True)


def _from_hex(token: str) -> bytes:
    digits = _NOT_HEX.sub("", token)
    return bytes.fromhex(digits[: len(digits) & ~1])


def _from_binary(token: str) -> bytes:
    bits = "".join(char for char in token if char in "01")
    return bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits) - 7, 8))


def _from_escape(found: "plain_re.Match[str]") -> str:
    code = int(found[1], 16)
    return chr(code) if code < 0x110000 else found[0]


_OPENERS: Final = (
    (_HIDING, _hidden),
    (_APART, lambda text: iter((joined(text),))),
    (_BASE64, _tokens(_BASE64, _from_base64)),
    (_BASE32, _tokens(_BASE32, _from_base32)),
    (_ASCII85, _tokens(_ASCII85, _from_ascii85)),
    (_HEX, _tokens(_HEX, _from_hex)),
    (_BINARY, _tokens(_BINARY, _from_binary)),
    (_PERCENT, lambda text: iter((unquote(text),))),
    (_ENTITY, lambda text: iter((html.unescape(text),))),
    (_ESCAPES, lambda text: iter((_ESCAPED.sub(_from_escape, text),))),
)
_MET: Final = Met([mark for mark, _ in _OPENERS], UTF8)
