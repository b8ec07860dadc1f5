"""Words that are written in capitals and are nobody's name, in small letters without accents."""

from typing import Final


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


# Months, days, languages and nations, places of business, courtesy, and words that sentences begin with, in
# English, German, Spanish, French, Italian, Dutch, Portuguese and Swedish.
NOT_NAMES: Final = _words(
    """
    a aan aber about above academy according account accounts across action actually add address
    administration africa african after again age agency agent ago agreed ai air airlines airport al album
    alert algeria algunos all alle allergic almost alone alors already als also although always am amazon
    america american americans an analysis and android angeles animals animation another answer ant ante
    any anyone anything api app apparently apple application apr apres april aqui arabic are area
    argentina arms army art article articles as asia asian ask assembly assistant associates association
    at atlantic att au auch auf aug august aunque aunt aus aussi australia australian austria author auto
    aux available avant avec avenue award away awesome baby back bad bahamas bajo ball band bank bar base
    baseball basically basketball battle bay be beach because been before beginning behind bei being
    belgium believe below berlin best better between beyond bible bien big bij bill billing birthday bitte
    black block blog blood blue board body bonus book books boss bot both boulevard box boy boys branch
    brazil brazilian break breaking bridge bring britain british brother brothers budget build building
    bus business but buy by cable cada cafe california call called cambridge camp can canada canadian
    cancel cant capital car card care carolina case castle cat catholic ce center central centre century
    certainly ces cet cette chairman champions championship change channel chapter charge che check chez
    chi chicago chief child children china chinese choose christ christian christmas church ci cinema
    citizens city class classic clearly click client clinic close club coach coast code coffee college
    columbia com come comedy coming comme comment commission committee common communications community
    como companies company complete computer con conclusion conference congrats congratulations congress
    consider consulting contact content control cool corner corp corporation cosa could council country
    county course court credit cruise cual cuando cui cup currency current currently customer czech da
    daily dal dalla damn dance dans dark das dat data date day days de dead deal dear death debit dec
    december declined deep dei del delivery della delle dem democrat democratic den denmark department
    deputy der des desde design desk det detective detta development deze di did didnt die dies diese
    dieser different digital dinner dir direct directed director discussion disease district dit division
    do doch doctor document does dog dogs doing dollar don donc donde dont door dopo double down dr draft
    drama dream drive drug du duck due durante during dutch e each early earth east eastern easy economic
    ed edge edition education een egypt eight ein eine einem einen einer either election electric ella
    elle elles ellos else email emergency empire en encore end energy engine engineer engineering england
    english enjoy enter entertainment entre er era es esa ese est esta estate este esto estonia et ett
    euch euro europe european even evening event every everybody everyone everything exactly example
    except exchange expand experience express extra eye eyes face facebook fact fail fair fall families
    family fantasy far farm fast father favorite fax feb february federal feel festival few fiction field
    fight file film finally finance financial find fine finland finnish fire first five flash flight floor
    florida follow following food foot football for force foreign forest forever former fort forum forward
    found foundation four fox france free freedom french friday friend friends from front fue full fun
    fund funny fur furthermore future galaxy game games garden gas geen general generally genre german
    germany gestern get getting giants girl girls give gli global go god going gold golden golf gone good
    google got government governor grand great greece greek green ground group groups guess guide gulf
    guys ha haben hace had half hall halloween han happy har hard has hasta hat hate have having hay he
    head health hear heart heaven heb heeft heights hell hello help hence her here hero hers herself het
    heute hey hi hier high highway hij hill hills him himself hindi his history hit ho hockey hoe holiday
    holidays hollywood holy home hon honestly hong hop hope hopefully hospital hot hotel hours house how
    however hoy human hungarian hungary i ice iceland ich idea idiot if ihr ik il ils im important in inc
    incident include including independence independent india indian indonesia industries info information
    initially insert instead institute institutional instructions insurance inte intelligence interesting
    international internet interview into invoice io ipad iphone iran iraq ireland irish iron is isis
    island islands isnt israel israeli issue issues ist it italian italy item items its itself ive ja jag
    jan january japan japanese je jersey jewish job jobs join journal joy jr judge judging jul july jun
    june just justice kan kansas karma keep kein kenya key kid kids killed kind king kingdom kitchen know
    known kong korea korean la lab labor labour ladies lady lake land language large las last late later
    latest latin laugh law lawyer le lead league learn leave left legal les less let lets letter leur
    level library life light like likely line link list listen literally little live lives living llc lo
    local location log lol london long look looking looks lord loro los lost lot love low ltd luck lui
    lunch ma maar machine mad made magazine mail main mais major make making man management manager many
    mar march maria market marketing mas mass master match materials matter may maybe me mean meanwhile
    med media medical medicare meet meeting meetings mein meine member members meme memorial memory men
    merry mes message met metal metro meu mexican mexico mi mia miami microsoft middle might mijn mike
    million min mind mine minha minister ministry minutes mio mis miss mission mit mobile model modern moi
    moment mon monday money month months moon more moreover morning mosque most mostly mother mountain
    movie movies mr mrs ms much museum music musical must muy my myself naar nach name nao nar narrator
    nas nation national nations native natural nature navy ne near nearly need nein nel nella nem net
    netflix netherlands network never new news newspaper next ni nice nicht niet night nine no nobody noch
    nog non none nope north northern norway norwegian nos nosotros not note notes nothing notre nous nov
    november now nu nuestra nuestro num numa number numbers nun nur nurse nyc o ob obviously occasionally
    ocean och oct october oder of off offer office officer official often oggi ogni oh ohne oil ok okay
    old olympic olympics om on once one online only ont onze ook op open opera operation option options or
    orange order organization original os other others otherwise otra otro ou our out outside over own
    oxford pa pacific page pain palace palestine paper par para parents paris park parliament part partner
    parts party pas pass past patient patients pay payment peace pela pelo people per perche perfect
    perhaps pero person pet phase philippines phone photo photos picture pictures pink piu place plan
    planet plans plant play player players plaza please plus podcast point poland police policy polish
    poor pope popular por porque port portugal portuguese possible post pot potential pour power practice
    premier prepare present president press pretty price pride prima prime prince princess private pro
    probably problem product production products prof professor program project proud pub public pues qu
    qual quale quand quando quarter que queen quello quem questa question questions questo qui quick
    quickly quien quite radio rain random rather read reading ready real reality really reason recently
    record records red reddit regarding regards region religion remember rep report reports republic
    republican request research reservation resort response rest restaurant results retail return review
    revolution right ring rising river road rock role romania room round royal rule rules run russia
    russian sa sad safe said saint sale same san sans santa sao sat saturday saturn save saw say saying
    says schon school science scotland scottish se sea season second secret secretary section security see
    seems segun sehr sei sein seine self sem senate senator send senior senza sep sept september ser
    series serious seriously server service services ses session set seu seven several shall share she
    shes shit shop shopping short should show si sia siamo sich side sie sig sign simple simply sin since
    sind singapore single sir sister sisters site six sky sleep slow small smart snow so sobre social
    society software soit solar solo som some someone something sometimes son song songs sono sont soon
    sorry sound source sous south southern space spain spanish special spotify spring squad square st
    staff stage standard star start state states station stay step still stock stop store story straight
    strategy street strong student students studio studios study stuff stupid su sua subject such suddenly
    suite sul sulla summary summer sun sunday suo super supply support supposedly sur sure surgeon
    surprise sus suspense sweden swedish swiss switzerland system systems ta table taiwan take talk
    talking tambem tambien te tea teacher team tech technologies technology tel television tell tem ten
    term tes test texas text than thank thankfully thanks thanksgiving that thats the theater theatre
    their them then theory there therefore these they thing things think third this those though thought
    thoughts three through thu thursday thus ticket tickets tie tiene till time times title to today todo
    todos together toi tomorrow ton tonight too took top tot total touch tour tous tout toute tower town
    tra track trade traffic trail train training transfer travel tres trip true trust truth try tu tue
    tuesday turkey turn tus tutti tutto tv twitter two uit ukraine uma un una uncle und under une
    unfortunately union unit united universal university unless uno unos uns unser until up update updates
    us usa use used user using usted usually vacation valley van var veel vegas vers version very vi via
    video vielleicht vietnam view village voce voi voici voila vom von voor vor vos vote votes votre vous
    waar wait wales walk wall wann want war warum was washington wat watch watching water way we wed
    wednesday week weekend weeks weer wegen weil wel welcome well wenn went wer were west western what
    whatever when whenever where whether which while white who whole whom whose why wie wife wij wikipedia
    will wind window windows wine winner winter wir wish with within without wo woman women wonder
    wonderful wood word words work working works world worst would wow write writing wrong xbox ya yeah
    year years yep yes yesterday yet yo york you young your yours yourself youtube ze zealand zij zijn zo
    zone zoo zu zum zur
    """
)

# A last word of capitals that makes them a firm, a place or a thing.
# What titles of memories and notes are made of.
OCCASIONS: Final = _words(
    """
    accident afternoon agenda agreement allergy anniversary appointment appointments argument backup
    barbecue basement bathroom bedroom booking breakfast breakup cats ceremony checkup chores claim
    cleaning context contract conversation deployment diagnosis divorce engagement errands exam exams
    fever funeral garage graduation groceries grocery hidden hike hobbies hobby homework injury itinerary
    kitten launch laundry lease lesson lessons loan maintenance meals medication memories migration
    mortgage murmur offboarding onboarding outage personal pets picnic planning porch preparation
    prescription promotion puppy purchase raise receipt recipe recipes rehearsal release reminder repair
    repairs resignation restart reunion roadmap schedule sensitive sessions snack snacks surgery tax
    taxes therapy treatment visit visits walks wedding
    """
)
# A name after one of these is a place: San Francisco, Fort William.
PLACE_LEADS: Final = _words(
    "fort la las los mont mount new north port saint san santa santo sao south st ste west"
)
NOT_PEOPLE: Final = _words(
    """
    ab ag aps as associates association ave avenue bank boulevard building bv capital castle center centre
    church city clinic club college committee company corp corporation county court dam district drive
    enterprises fc festival forest foundation fund games gmbh group hall high highway hills hospital hotel
    house inc industries institute international island islands kg lake lane league library limited llc
    llp logistics ltd magazine mall market media ministry motors mountain museum network oy park partners
    plaza plc press records restaurant river road sa sarl school services solutions song square srl
    stadium station store street studio studios systems team technologies times tower university valley
    ventures village works world
    """
)
