"""Ask a text which of many patterns it meets at all, in one pass, before each of those is looked for."""

from collections.abc import Sequence
from typing import Any, Final

import re2


def _options(encoding: Any, *, longest: bool = False) -> Any:
    """Return options under which RE2 prints nothing of its own."""
    options = re2.Options()
    options.encoding = encoding
    options.log_errors = False
    options.longest_match = longest
    return options


UTF8: Final = _options(re2.Options.Encoding.UTF8)
# Every byte a character.
BYTEWISE: Final = _options(re2.Options.Encoding.LATIN1)
LONGEST: Final = _options(re2.Options.Encoding.LATIN1, longest=True)


class Met:
    """Tells which of several patterns a text meets anywhere."""

    def __init__(self, sources: Sequence[bytes], options: Any = BYTEWISE) -> None:
        """Take the patterns and, as the last of the set, one that every text meets."""
        self._sources, self._options = tuple(sources), options
        self._set = re2.Set.SearchSet(options)
        for source in (*sources, b""):
            self._set.Add(source)
        self._set.Compile()

    def __call__(self, raw: bytes) -> list[int]:
        """Return which patterns are met, in order. Where the engine gives up, each is asked alone."""
        met = sorted(self._set.Match(raw))
        if met and met[-1] == len(self._sources):
            return met[:-1]
        alone = (re2.compile(source, self._options) for source in self._sources)
        return [at for at, each in enumerate(alone) if each.search(raw)]
