"""What people are called besides their given names: short forms by a modest list, and endearing endings.

The list is our own and leans to English and the large languages of Europe; what it lacks an alias says.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from text.tokens import LONGEST_WORD

_GROUPS: Final = tuple(
    frozenset(line.split())
    for line in """
    abigail abby abbie gail
    abraham abe bram
    alexander alexandra alex sasha sandy xander alec alejandro alessandro lex sandra
    alfred alf alfie fred freddie
    amanda mandy
    andrew andrea andreas andre andy drew andi
    angela angelina angie
    anna anne ann hanna hannah annie anya anja nan nancy anita
    anthony antonio anton tony toni toño
    arthur art artie
    barbara barb barbie babs
    benjamin benedict ben benny benji
    carolina caroline carol carrie lina
    catherine katherine kathryn katharina ekaterina cathy kathy kate katie kitty katja katya kat
    charles charlotte carlos karl charlie chuck chaz lottie
    christina christine kristina christa chris chrissy tina
    christopher christian christoph chris kit topher
    daniel daniela danielle dan danny dani
    david dave davey
    deborah debra deb debbie
    dimitri dmitry dima mitya
    dominic dominik dom nick
    donald don donnie
    dorothy dorothea dora dot dottie dolly
    edward eduardo edmund edwin ed eddie ted teddy ned
    eleanor elena helena helen ellen nell nellie ellie lena nora
    elizabeth elisabeth isabel isabella liz lizzie beth betty betsy eliza lisa elsa bella ella elise
    elizabeth libby lili
    emily emilia emma em emmy millie
    eugene gene
    florence flo flora
    frances francis francisco francesca frank fran franny paco cisco
    frederick friedrich fred freddy fritz rick
    gabriel gabriela gabe gabi
    gerald gerard gerry jerry
    gregory greg gregor
    guadalupe lupe
    harold henry heinrich hal harry hank heinz enrique
    ignacio nacho
    ivan john johannes jonathan jon johnny jack jan hans jean juan sean ian vanya
    jacob jakob james jim jimmy jamie jake diego santiago
    jennifer jen jenny jenna
    jessica jess jessie
    joseph josephine jose josef joe joey jo josie pepe beppe giuseppe
    joshua josh
    kenneth ken kenny
    lawrence laurence lorenz larry laurie
    leonard leo leonardo lenny len
    louis louise luis luisa lou louie lulu
    lucas lukas luke lucy lucia
    magdalena magda lena
    margaret margarita margarete maggie meg peg peggy greta gretel rita marge margie daisy
    maria mary marie mariam molly polly mia mimi maruja masha
    matthew matthias matteo matt matty
    maximilian maxim maxine maximus max
    michael michaela michelle miguel mikhail mike micky mick misha shelly
    natalie natalia nathalie nat natasha
    nathaniel nathan nate nat
    nicholas nikolai nicola nicole nick nicky niko kolya klaus claus nico
    olivia oliver ollie liv livvy
    pamela pam
    patricia patrick pat patty paddy tricia trish
    peter pete petra pedro pietro
    philip philippa phil pip
    rachel rachael rae
    raymond ray
    rebecca becky becca
    richard ricardo dick rick ricky rich richie
    robert roberta roberto rob robbie bob bobby bert rupert
    ronald ron ronnie
    rosemary rosa rose rosie romy
    rudolf rudolph rudi
    samuel samantha sam sammy
    sarah sara sally sadie
    sebastian seb bastian basti
    sophia sophie sofia sonia sonja
    stephen steven stefan stephanie steve steph stevie
    susan susanna suzanne sue susie suzy
    theodore theodor theodora theo ted teddy dora
    theresa therese tess tessa terry resi
    thomas tomas tom tommy maas
    timothy timotheus tim timmy
    valentina valerie val
    veronica vera ronnie nica
    victor victoria vic vicky tori
    vincent vince vinnie
    vladimir vova volodya vlad
    walter walt wally
    wilhelm william guillermo guillaume will bill billy willy liam memo
    zachary zach zack
    """.strip().splitlines()
)
_BY_NAME: Final = {
    name: frozenset().union(*(group for group in _GROUPS if name in group))
    for name in frozenset().union(*_GROUPS)
}
_ENDINGS: Final = (
    *("y", "ie", "ies", "ey", "i", "ee", "o", "kins", "bear", "boy", "girl", "poo"),
    *("ito", "ita", "cito", "cita", "ino", "ina", "chen", "lein", "inho", "inha", "ka", "ko", "chka"),
    *("ette", "ou", "ek", "uszka", "ke"),
)
_CUT: Final = ("", "s", "y", "ie", "ies", "ey", "i", "ee", "o", "a")
SHORTEST_CUT: Final = 3
SHORTEST_TAIL: Final = 4
_SHORTEST_TO_CUT: Final = 5


def listed_forms(name: str) -> frozenset[str]:
    """Return what else one of this given name, in small letters, is called by the list."""
    return _BY_NAME.get(name, frozenset()) - {name}


def endearing_forms(name: str) -> frozenset[str]:
    """Return a name, in small letters, with the endings that make it endearing: all of them hold the name."""
    stems = (name, name + name[-1:]) if len(name) > 2 else ()
    return frozenset(stem + ending for stem in stems for ending in _ENDINGS)


def possible_forms(name: str) -> frozenset[str]:
    """Return what somebody of this name may be called: its beginnings with usual endings, and its end.

    All hold the first three letters of the name or its last four; what is too long for a name has none.
    """
    return frozenset(_possible(name)) - {name}


def _possible(name: str) -> Iterator[str]:
    if not _SHORTEST_TO_CUT <= len(name) <= LONGEST_WORD:
        return
    for size in range(SHORTEST_CUT, len(name)):
        yield from (name[:size] + ending for ending in _CUT)
    yield from (name[at:] for at in range(1, len(name) - SHORTEST_TAIL + 1))
