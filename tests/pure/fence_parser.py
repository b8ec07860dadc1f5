"""Read an answer's fences as a stranger would: from the published form, not from the code that writes it."""

from __future__ import annotations

import re
from dataclasses import dataclass

ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "#39": "'"}


class Broken(Exception):
    """The text is not a row of well-formed items."""


@dataclass(frozen=True)
class Parsed:
    """One item read back."""

    attributes: dict[str, str]
    text: str


def decode(text: str) -> str:
    """Undo references one character at a time."""
    out = []
    at = 0
    while at < len(text):
        if text[at] != "&":
            out.append(text[at])
            at += 1
            continue
        end = text.index(";", at)
        name = text[at + 1 : end]
        out.append(ENTITIES[name] if name in ENTITIES else chr(int(name.removeprefix("#x"), 16)))
        at = end + 1
    return "".join(out)


def _tag(text: str, at: int) -> tuple[str, int]:
    if text[at] != "<":
        raise Broken(f"expected a tag at {at}")
    end = text.find(">", at)
    if end < 0:
        raise Broken("a tag without an end")
    return text[at + 1 : end], end + 1


def _attributes(inside: str) -> dict[str, str]:
    found: dict[str, str] = {}
    rest = inside
    while rest:
        match = re.match(r' ([a-z-]+)="([^"<>\n]*)"', rest)
        if match is None or match[1] in found:
            raise Broken("bad attributes")
        found[match[1]] = decode(match[2])
        rest = rest[match.end() :]
    return found


def parse(text: str, nonce: str) -> list[Parsed]:
    """Return the items of `text`; anything between them but white space, or any stray angle, is Broken."""
    name = f"recalled-memory-{nonce}"
    items = []
    at = 0
    while at < len(text):
        if text[at] == "\n":
            at += 1
            continue
        tag, at = _tag(text, at)
        if not tag.startswith(name + " "):
            raise Broken("not an opening tag")
        stop = text.find("<", at)
        closing, after = _tag(text, stop) if stop >= 0 else ("", at)
        if closing != "/" + name:
            raise Broken("not its closing tag")
        body = text[at:stop]
        if ">" in body or not (body.startswith("\n") and body.endswith("\n")):
            raise Broken("stray angle or edge")
        items.append(Parsed(_attributes(tag[len(name) :]), decode(body[1:-1])))
        at = after
    return items
