"""The rules over cues: which meanings, met how close together, make which finding."""

from typing import Final

from consent.rules.detector.combining import Index, Rule, index

_OVERRIDE = (
    Rule("override.previous", ("IGNORE", "PRIOR", "ORDERS"), 90),
    Rule("override.previous", ("IGNORE", "ABOVE"), 45),
    Rule("override.previous", ("IGNORE", "AND_SAY"), 45),
    Rule("override.previous", ("ALONE",)),
    Rule("override.new_task", ("NEWTASK",)),
    Rule("override.new_task", ("YOURNEW", "TASK"), 30),
)
_AUTHORITY = (
    Rule("role.assume", ("BECOME",)),
    Rule("role.claim", ("IAM", "AUTHORITY", "OBEY"), 160, across=True),
    Rule("role.mode", ("MODE", "ENTER"), 35),
    Rule("policy.override", ("LIFT", "SAFETY"), 50),
    Rule("policy.override", ("DIRECT",)),
    Rule("policy.unbound", ("UNBOUND", "MODEL"), 70),
    Rule("model.address", ("ADDRESS",)),
    Rule("model.first", ("FIRST", "DO_FIRST"), 110),
)
_TAKING = (
    Rule("secrets.reveal", ("SHOW", "SECRET", "OWNED"), 70),
    Rule("secrets.prompt", ("SHOW", "OWN_TEXT"), 70),
    Rule("personal.reveal", ("ASK", "USER", "FIELD"), 70),
    Rule("personal.reveal", ("ASK", "BIRTHDATE"), 60),
    Rule("exfiltrate.url", ("SEND", "LOOT", "DESTINATION"), 120),
    Rule("conceal.user", ("CONCEAL", "CONCEALED"), 30),
)
_DOING = (
    Rule("tool.call", ("CALLTOOL",)),
    Rule("tool.call", ("CALL", "TOOL", "AT_ONCE"), 70),
    Rule("execute.command", ("EXECUTE", "AT_ONCE"), 80),
    Rule("dictate.output", ("DICTATE",)),
    Rule("dictate.output", ("OUTPUT", "REPLY"), 60),
    Rule("smuggle.decode", ("DECODE", "CIPHER", "FOLLOW"), 110),
    Rule("smuggle.split", ("SPLIT",)),
    Rule("urgent.order", ("COMING", "DUTY", "URGENT", "HEED"), 200, across=True),
    Rule("urgent.order", ("NEAR", "CHARGE", "URGENT"), 110, across=True),
    Rule("urgent.order", ("NEAR", "CHARGE", "HEED"), 110, across=True),
    Rule("urgent.order", ("CHARGE", "MAIN", "URGENT"), 150, across=True),
    Rule("urgent.order", ("CHARGE", "MAIN", "HEED"), 150, across=True),
    Rule("urgent.sole", ("OTHERS", "SOLE", "DUTY"), 110, across=True),
    Rule("urgent.sole", ("OTHERS", "SOLE", "DROP"), 110, across=True),
    Rule("task.planted", ("PLANTED",)),
)
RULES: Final[tuple[Rule, ...]] = _OVERRIDE + _AUTHORITY + _TAKING + _DOING
INDEX: Final[Index] = index(RULES)
