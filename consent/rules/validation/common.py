"""Words that tell nothing by themselves: told alone, they give no memory away.

Written for this purpose; short on purpose. A word that is missing costs a hint, one too many costs a leak.
"""

from __future__ import annotations

from typing import Final

_ENGLISH: Final = """
a able about above across actual actually add after afraid again against ago agree ah alike all allow almost
alone along already also although always am among an and another answer any anybody anyone anything anyway
apart appear are area around as ask aside at available aware away back bad based basic be became because
become been before began begin behind being believe below besides best better between beyond big both bring
brought but by call came can cannot care careful carefully case cause certain certainly chance change chat
check choose clear clearly close come comfortable comment common complete concern confirm consider contain
context continue conversation could couple course current currently day deal decide decision decline
definitely depend describe detail did different difficult directly discuss discussion do does doing done
down due during each early easily easy either else end enough enter entirely especially etc even event ever
every everybody everyone everything exact exactly example except exist expect experience explain fact fair
far feel felt few fill final finally find fine first follow for form former forward found from full fully
further gave general generally get give given glad go goes going gone good got great group had half hand
happen happy hard has have having he hear heard hello help helpful hence her here hers herself hey hi high
him himself his hold hope how however i idea if im impact important in include indeed information inside
instead interest into involve is issue it item its itself just keep kept kind knew know known large last
late lately later least leave left less let level like likely line list little live ll long look lot low
made main make many matter may maybe me mean meant mention might mind mine minute moment more most mostly
much must my myself name near nearly need neither never new next nice no nobody none nor not note nothing
notice now number of off offer often oh ok okay old on once one only onto open or order other otherwise our
ours ourselves out outside over overall own part particular particularly past people per perhaps period
person personal place plan please point possible possibly prefer present previous private probably problem
process provide public put question quick quickly quite rather re reach read ready real really reason recall
recent recently record refer reference regard related relevant remain remember remind reply request respond
response rest result right said same save saw say second see seem seen send sense sensitive separate serious
set several shall share she short should show side significant similar simple simply since small so some
somebody someone something sometime sometimes somewhat somewhere soon sorry sort speak specific specifically
start state status stay still stop story stuff subject such suggest suppose sure t table take talk tell term
th than thank that the their theirs them themselves then there therefore these they thing think third this
those though thought through thus time to today together told tomorrow too took topic toward towards tried
true truly try turn type under understand understood until up upon us use used useful user usual usually
various ve very via view want was way we week well went were what whatever when whenever where whether which
while who whole whom whose why will wish with within without wonder word work would wrong year yes yesterday
yet you your yours yourself message memory memories note team update today private discuss quarter month
monday mr mrs ms dr
"""
_OTHERS: Final = """
para como este esta estos estas pero porque cuando donde sobre entre desde hasta tambien todo toda todos todas
muy mas sin son fue hay ser estar tiene tienen puede algo alguien usted ustedes nosotros ellos ellas
pour dans avec sans mais comme cette cela celui celle sont etre avoir fait tout tous toute toutes plus moins
tres nous vous leur leurs elle elles quand aussi alors donc entre depuis apres avant chez encore
und oder aber nicht eine einen einem einer eines der die das den dem des ist sind war waren wird werden wurde
haben hatte auch noch schon sich mich dich ihnen ihre ihren ihrem uber nach wenn weil dass fur mit bei vom zum
zur kann konnen sein seine seinen unter zwischen heute
uma umas seus suas pelo pela pelos pelas mais muito quando onde voce voces nosso nossa isso esse essa tambem
della delle degli dello sono stato stata anche come quando dove quindi perche essere avere questo questa
questi queste molto piu
een het van voor niet maar zijn heeft hebben wordt worden werd over naar door deze dit omdat ook nog wel
"""


COMMON: Final = frozenset(f"{_ENGLISH} {_OTHERS}".split())
