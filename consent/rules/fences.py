"""Wrap recalled text in a boundary that nothing stored can end, open or forge.

The tag's name carries a nonce made fresh for each answer, and the text inside holds no character that
could write a tag: not `<`, not what looks like it, not what normalizes to it. Escapes are numeric or
named references, visible to a reader and reversible by `unescape`.
"""

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from text.characters import CharacterMap, is_unprintable
from text.normalize import skeleton

TAG: Final = "recalled-memory"

_NAMED: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
_BY_NAME: Final = {name[1:-1]: char for char, name in _NAMED.items()}
_REFERENCE = re.compile(r"&(amp|lt|gt|quot|#39|#x([0-9A-F]{1,6}));")
_NONCE = re.compile(r"[0-9a-f]{32}")

# Drawn like < or >, whatever Unicode calls them.
_ANGLES = frozenset(
    "\u2039\u203a\u02c2\u02c3\u1438\u1433\u276c\u276d\u276e\u276f\u2770\u2771\u27e8\u27e9\u2329\u232a"
    "\u3008\u3009\u2991\u2992\u29fc\u29fd\U00016f3f\U0001d236\U0001d237"
)
# Ordinary in many languages, so defused only in a text that spells the boundary's name.
_BRACKETS: Final = (
    "\u00ab\u00bb\u300a\u300b\u27ea\u27eb\u226a\u226b\u22d8\u22d9\u3010\u3011[]{}()\uff3b\uff3d"
)
_BRACKET = re.compile(f"[{re.escape(_BRACKETS)}]")
# Every word that a tag of ours begins with: what spells one of them is not to look like a tag.
LAYER_TAGS: Final = (
    "system-profile",
    "platform-constraints",
    "principal-profile",
    "session-context",
    "shared-knowledge",
)
_SPELLED: Final = tuple(skeleton(tag.replace("-", "")) for tag in (TAG, *LAYER_TAGS))
_FEW: Final = 32
# Signs that never need escaping, a line's end not among them: most of what goes into an attribute.
_PLAIN = re.compile(r"[0-9A-Za-z _.,:;/@%*+!?-]*")
_JOINTS = re.compile(r"[\W_]+")


def _reference(char: str) -> str:
    return _NAMED.get(char) or f"&#x{ord(char):X};"


def _escaped(char: str) -> str:
    if char in "\n\t":
        return char
    becomes = unicodedata.normalize("NFKD", char)
    defused = char in _ANGLES or any(sign in becomes for sign in _NAMED)
    return _reference(char) if defused or is_unprintable(char) else char


_TEXT = CharacterMap(_escaped)
_LOOSE_QUOTES: Final = "\n\t\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f"
_ATTRIBUTE_EXTRA: Final = {ord(char): _reference(char) for char in _LOOSE_QUOTES}


def escape(text: str) -> str:
    """Return text that can neither hold nor form a tag; `unescape` gives it back exactly."""
    if _PLAIN.fullmatch(text):
        return text
    met = set(text)
    escaped = _replaced(text, {char for char in met if _TEXT[ord(char)] != char})
    if not met.isdisjoint(_BRACKETS) and _spells_the_boundary(text, met):
        return _BRACKET.sub(lambda found: _reference(found[0]), escaped)
    return escaped


def _replaced(text: str, unsafe: set[str]) -> str:
    """Replace the unsafe characters: one by one where they are few, which is faster by far."""
    if len(unsafe) > _FEW:
        return text.translate(_TEXT)
    for char in sorted(unsafe, key=lambda char: char != "&"):  # the ampersand before references bring more
        text = text.replace(char, _reference(char))
    return text


def _spells_the_boundary(text: str, met: set[str]) -> bool:
    """Tell whether a text spells a boundary's name; most are told by the letters they lack."""
    letters = set(skeleton(" ".join(met)))
    likely = [spelled for spelled in _SPELLED if set(spelled) <= letters]
    if not likely:
        return False
    joined = _JOINTS.sub("", skeleton(text))
    return any(spelled in joined for spelled in likely)


def unescape(text: str) -> str:
    """Return the text that `escape` was given."""
    return _REFERENCE.sub(lambda found: chr(int(found[2], 16)) if found[2] else _BY_NAME[found[1]], text)


def escape_attribute(value: str) -> str:
    """Return a value that stays on one line inside double quotes; `unescape` gives it back."""
    return value if _PLAIN.fullmatch(value) else escape(value).translate(_ATTRIBUTE_EXTRA)


def checked_nonce(nonce: str) -> str:
    """Return the nonce; raise ValueError unless it is 128 bits in lower-case hex."""
    if not _NONCE.fullmatch(nonce):
        raise ValueError("a nonce is 32 lower-case hex digits")
    return nonce


def fence(text: str, attributes: Mapping[str, str], nonce: str, tag: str = TAG) -> str:
    """Return `text` escaped between its two tags, each on a line of its own."""
    name = f"{tag}-{checked_nonce(nonce)}"
    inside = "".join(f' {key}="{escape_attribute(value)}"' for key, value in attributes.items())
    # The line breaks keep a leading combining mark from joining the tag's `>`.
    return f"<{name}{inside}>\n{escape(text)}\n</{name}>"
