"""Signs that folding would lose: forged delimiters, roles at the beginning of a line, secrets, commands."""

from typing import Final

from text.met import UTF8, Met

_SYSTEM: Final = (
    r"\(?system[ _-]?(?:message|note|prompt|override|instruction|directive|mode|alert|notice)s?\)?"
)
_ASKED: Final = "(?:you|grant|ignore|the user|from now|all|please|do|reveal)"
_FORGED: Final = (
    ("delimiter.forge", r"<\|[a-zA-Z_]{2,24}\|>"),
    ("delimiter.forge", r"(?i)\[/?INST\]|<</?SYS>>"),
    ("delimiter.forge", r"(?i)</?(?:recalled-memory|system[_-]?prompt|system|im_start|information)[\s>_:-]"),
    (
        "delimiter.forge",
        r"(?i)\bend of (?:the )?(?:user |system |document )?(?:input|prompt|context|document|message)\b"
        r"\W{0,6}(?:\n|system|#)",
    ),
    ("delimiter.forge", r"={4,}\s{0,3}END\b"),
    ("role.system", r"(?im)^[^\w\n]{0,12}" + _SYSTEM + r"\s{0,2}[:\]\)>#-]"),
    ("role.system", r"(?i)[#\[\(<*]{1,6}\s?" + _SYSTEM),
    ("role.system", r"(?i)(?:^|\n)\s{0,4}(?:system|developer)\s?:\s{0,2}" + _ASKED + r"\b"),
    ("dictate.output", r"(?i)\binstruction\s?:\s"),
    (
        "exfiltrate.url",
        r"!\[[^\]\n]{0,80}\]\(https?://[^)\s]{1,200}[?&/][^)\s]{0,80}(?:\{|\$|%7B|<|\[)",
    ),
)
_SECRET: Final = (
    r"-----BEGIN (?:[A-Z]{2,10} ){0,2}PRIVATE KEY",
    r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b",
    r"\bgh[pousr]_[A-Za-z0-9]{30,}",
    r"\bgithub_pat_[A-Za-z0-9_]{30,}",
    r"\bglpat-[A-Za-z0-9_-]{20,}",
    r"\bsk-(?:[a-z]{2,8}-)?[A-Za-z0-9_-]{20,}",
    r"\bxox[abprs]-[A-Za-z0-9-]{10,}",
    r"\bAIza[0-9A-Za-z_-]{35}",
    r"\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}",
    r"\bmac?_[a-z]{2,8}_[A-Za-z0-9]{24,}",
    r"(?i)\b(?:password|passwd|passphrase|api[_ -]?key|secret[_ -]?key|access[_ -]?token|auth[_ -]?token)"
    r"""\s?(?:is|are|=|:)\s?["']?[^\s"'<>{}$(]{0,60}[0-9!#%&*+?@^~][^\s"'<>{}$(]{2,60}""",
    r"(?i)\b[a-z]{2,12}://[^\s/:@]{1,60}:[^\s/:@<>{}$]{3,60}@[^\s/]{3,}",
)
_COMMAND: Final = (
    r"\b(?:curl|wget)\b[^\n|]{4,200}\|\s?(?:sudo\s)?(?:ba|z|da)?sh\b",
    r"\brm\s+-(?:[a-zA-Z]*r[a-zA-Z]*f|[a-zA-Z]*f[a-zA-Z]*r)[a-zA-Z]*\s+(?:--no-preserve-root\s+)?[\"']?(?:/|~|\$HOME|\*)",
    r":\(\)\s?\{\s?:\|:&\s?\};:",
    r"/dev/tcp/[0-9a-z.]+/[0-9]+",
    r"\bnc\s+(?:-[a-z]*e|[^\n]{3,60}\s-e)\b",
    r"(?i)\bpowershell(?:\.exe)?\b[^\n]{0,60}-e(?:nc|ncodedcommand)?\s+[A-Za-z0-9+/=]{16,}",
    r"\bmkfs(?:\.[a-z0-9]+)?\s+/dev/|\bdd\s+if=[^\n]{3,60}\sof=/dev/",
    r"(?i)\biex\s*\(\s*(?:new-object|iwr|invoke-webrequest)",
    r"(?i)\bdrop\s+(?:table|database)\s+[a-z_]+\s*;",
    r"(?i)\bpython[0-9.]*\s+-c\s+[\"'][^\n]{0,200}(?:socket|exec|eval)\b",
)
SECRET_MATERIAL: Final = "secret_material"  # noqa: S105 - the name of a finding
EXECUTABLE_COMMAND: Final = "executable_command"


class Markers:
    """Patterns of a linear-time engine, searched together."""

    def __init__(self, marked: tuple[tuple[str, str], ...]) -> None:
        """Read pairs of a rule id and a pattern."""
        self._ids = [rule_id for rule_id, _ in marked]
        self._met = Met([pattern.encode() for _, pattern in marked], UTF8)

    def find(self, text: str) -> set[str]:
        """Return the rule ids of the patterns met in text."""
        return {self._ids[at] for at in self._met(text.encode("utf-8", "surrogatepass"))}


FORGERIES: Final = Markers(_FORGED)
MARKERS: Final = Markers(
    (
        *_FORGED,
        *((SECRET_MATERIAL, pattern) for pattern in _SECRET),
        *((EXECUTABLE_COMMAND, pattern) for pattern in _COMMAND),
    )
)
