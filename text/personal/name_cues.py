"""Words around people's names: titles, kin, "my name is", greetings, what people say and do."""

import re
from typing import Final

from text.personal.marks import Mark, Marks
from text.personal.types import STATED

CAP: Final = rb"[A-Z\xc0][A-Za-z\xc0\xe0]*(?:['-][A-Za-z\xc0\xe0]+)*"
PART: Final = (
    rb"(?:de la|de los|del|della|d[aeo]s|d[aeiou]|van de[nr]?|van|von der|von|vom|zur|zu|ter|ten|al|"
    rb"el|bint|bin|ibn|"
    rb"la|le|y|e|af|av|mac|san|abu)"
)
_NAME: Final = CAP + rb"\.?(?: " + CAP + rb"\.?| " + PART + rb" " + CAP + rb"){0,4}"
_TITLE: Final = (
    rb"(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Doctor|Sir|Dame|Lord|Lady|Rev|Reverend|Father|Sister|"
    rb"Fr|Capt|Captain|"
    rb"Lt|Sgt|Col|Gen|Officer|Judge|Nurse|Coach|Senator|Herrn?|Frau|Herr Dr|Frau Dr|Mme|Mlle|M|Sr|"
    rb"Sra|Srta|Don|Dona|"
    rb"Senora?|Senhora?|Dott|Dottor|Dottoressa|Sig|Signora?|Dhr|Mevr|Mevrouw|Pan|Pani|Aunt|Auntie|"
    rb"Uncle|Grandma|"
    rb"Grandpa|Tante|Onkel|Cousin|President|Rabbi|Imam|Sheikh|Shri|Smt)"
)
_KIN: Final = (
    rb"(?:friend|best friend|brother|sister|wife|husband|mother|father|mom|mum|dad|son|daughter|"
    rb"uncle|aunt|cousin|"
    rb"nephew|niece|grandmother|grandfather|partner|boyfriend|girlfriend|fiancee?|boss|manager|"
    rb"colleague|coworker|"
    rb"co-worker|neighbou?r|roommate|flatmate|doctor|therapist|dentist|nurse|teacher|tutor|lawyer|"
    rb"landlord|patient|"
    rb"client|customer|student|assistant|secretary|kid|child|baby|commenter|player|actor|actress|"
    rb"singer|author|"
    rb"director|guardian|nanny|trainer|coach|ex|guy|girl|man|woman|person)"
)

CUED: Final = Marks((
    Mark("person", STATED, rb"\b" + _TITLE + rb"\.? (?P<it>" + _NAME + rb")"),
    Mark(
        "person",
        STATED,
        rb"(?:[Mm]y|[Hh]is|[Hh]er|[Tt]heir|[Yy]our|[Tt]he|[Ff]ull|[Ll]ast|[Ff]irst|[Mm]aiden|"
        rb"[Nn]ick)?\b ?(?:[Nn]ame|NAME|"
        rb"[Ss]urname|[Pp]atient|[Cc]ustomer|[Cc]lient|[Cc]ontact|[Ss]ender|[Rr]ecipient|[Aa]uthor|"
        rb"[Oo]wner|"
        rb"[Aa]ttn|[Ff]rom|[Tt]o|[Cc]c|[Dd]irected [Bb]y|[Ww]ritten [Bb]y|[Ss]igned|[Uu]ser|"
        rb"[Ss]peaker|[Hh]ost|[Gg]uest|[Pp]assenger|[Ee]mployee|[Ss]tudent|[Nn]ombre|[Nn]om|[Nn]ome|"
        rb"[Nn]aam|"
        rb"[Ii]mie|[Bb]y)(?: ?[:=]\s*| is (?:actually )?)(?P<it>" + _NAME + rb")",
    ),
    Mark(
        "person",
        STATED,
        rb"(?:[Ii]'?m|[Ii] am|[Ii]ch bin|[Ii]ch hei(?:ss|\xe0)e|[Mm]e llamo|[Ss]oy|[Jj]e m'appelle|"
        rb"[Mm]i chiamo|"
        rb"[Ii]k ben|[Ii]k heet|[Mm]eu nome e|[Mm]ein [Nn]ame ist|[Mm]y name's|[Nn]azywam sie|[Jj]ag heter|"
        rb"[Cc]alls? (?:me|him|her)|[Cc]alled|[Nn]amed|[Nn]icknamed|[Tt]his is|[Dd]ear|"
        rb"[Ss]peaking with|[Mm]eet) "
        rb"(?P<it>" + _NAME + rb")",
    ),
    Mark("person", STATED, rb"(?i:\b(?:my|his|her|our|their|your|the|an?) (?:[a-z]+ ){0,2}?" + _KIN
        + rb"),? (?P<it>" + _NAME + rb")"),
    Mark(
        "person",
        STATED,
        rb"(?:^|\n)[ \t]*(?i:(?:best |kind |warm )?(?:regards|wishes)|sincerely|yours(?: truly|"
        rb" sincerely)?|cheers|thanks|"
        rb"thank you|love|greetings|gruss|viele grusse|saludos|cordialement|"
        rb"mit freundlichen grussen),?[ \t]*\n+[ \t]*(?P<it>"
        + _NAME + rb")",
    ),
    Mark("person", STATED, rb"(?i)\b(?:my (?:first |last |full )?name(?: is|'s)|calls? me|"
        rb"i am called|name:)[ \t]+(?P<it>[a-z\xe0]{2,}(?: [a-z\xe0]{1,2}\.)?(?: [a-z\xe0]{3,})?)\b"),
))  # fmt: skip
# The word before a known name that stands alone.
BEFORE: Final = frozenset(
    (
        *(
            "hi",
            "hello",
            "hey",
            "thanks",
            "you",
            "bye",
            "ask",
            "asked",
            "tell",
            "told",
            "met",
            "meet",
            "saw",
            "with",
        ),
        *(
            "by",
            "says",
            "said",
            "from",
            "call",
            "called",
            "email",
            "for",
            "and",
            "is",
            "was",
            "invite",
            "invited",
            "@",
        ),
        *("visit", "help", "remind", "texted", "love", "miss", "ok", "okay", "add", "under"),
    )
)
# Asked behind single words only; short as what it finds is, the library's own engine is quicker to call.
AFTER: Final = re.compile(
    rb"(?i)(?:'s (?:number|phone|email|address|birthday|wife|husband|mother|mom|father|dad|brother|"
    rb"sister|son|daughter|"
    rb"house|home|place|car|name|doctor|boss|school|room|party|diagnosis|health|salary|account|"
    rb"password|killer|death)|"
    rb",? (?:said|says|told|asked|replied|answered|thinks|thought|likes|loves|hates|wants|lives|"
    rb"lived|works|worked|called|"
    rb"wrote|moved|married|told|mentioned|explained|admitted|was born|is my|and i\b|has been|"
    rb"will be|who|whose|got|went|"
    rb"came|texted|emailed|needs|began|prefers|suffers|takes|had|died|retired|turned|is (?:from|a|"
    rb"an|the|in|so|not|very))"
    rb"\b|: \w)"
)
