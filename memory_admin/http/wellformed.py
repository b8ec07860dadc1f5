"""What makes a value unfit to be kept: NUL, lone surrogates, too much nesting. Pure."""

from __future__ import annotations

from collections.abc import Iterator

MAX_DEPTH = 64
_BLANK_LETTERS = frozenset("\u115f\u1160\u3164\uffa0\u2800")


def is_bad_text(text: str) -> bool:
    """Tell whether text holds a NUL or a lone surrogate, which no database or UTF-8 reader takes."""
    if text.isascii():
        return "\0" in text
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return "\0" in text


def is_blank(text: str) -> bool:
    """Tell whether nothing in the text can be seen: empty, spaces, zero-width and control characters."""
    return not any(c.isprintable() and not c.isspace() and c not in _BLANK_LETTERS for c in text)


def holds_bad_text(value: object) -> bool:
    """Tell whether any string in a parsed JSON value, keys included, is bad text."""
    return any(is_bad_text(item) for item in _strings(value))


def is_deeper_than(value: object, depth: int = MAX_DEPTH) -> bool:
    """Tell whether containers nest more than `depth` levels; takes time linear in the size."""
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(depth):
        if not level:
            return False
        level = [child for box in level for child in _children(box) if isinstance(child, dict | list)]
    return bool(level)


def _children(box: object) -> Iterator[object]:
    return iter(box.values() if isinstance(box, dict) else box if isinstance(box, list) else ())


def _strings(value: object) -> Iterator[str]:
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, dict):
            yield from item
            waiting.extend(item.values())
        elif isinstance(item, list):
            waiting.extend(item)
