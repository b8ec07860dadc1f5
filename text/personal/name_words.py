"""Words that tell whether capitals are a person's name: given names, family names, endings, and what is none.

A modest list of our own from many languages, without accents and in small letters, as a view has them. It is
poor for Africa, the Pacific and most of India, and knows Han, Kana, Hangul, Cyrillic and Arabic names only by
the words around them.
"""

from typing import Final


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


GIVEN: Final = _words(
    """
    aaron abby abdul abdullah abigail abraham adam adela adele adrian adriana agata agatha agnes agnieszka
    ahmad ahmed aida aidan aiko aileen aisha akiko akira alan alana alba albert alberta alberto aldo alec
    alejandra alejandro aleksander aleksandra aleksey alena alessandra alessandro alessia alex alexa
    alexander alexandra alexandre alexei alexey alexis alfonso alfred alfredo ali alice alicia alina
    alison allan allison alma alvaro alvin alyssa amalia amanda amara amber amelia amelie amin amina amir
    amira amit amy ana anais anand anastasia anders andre andrea andreas andrei andres andrew andrey
    andrzej andy aneta angel angela angelica angelina angelo angie anika anita anja ann anna annabelle
    anne annelies annette annie annika ansel anselm anthony antoine anton antonella antonia antonina
    antonio antony anya april archie ariana ariel arjun arlene armando arnaud arne arnold aron arthur
    artur arturo arun arvid asa asha ashish ashley ashok astrid asuka athena aubrey audrey august augusto
    aurelie aurora austin ava avery axel ayesha aylin barbara barry bart bartosz basil bastian beatrice
    beatriz becky belinda bella ben benedict benedikt benjamin benny berenice bernadette bernard bernardo
    bernd bernhard bernice bert bertha beth bethany betsy betty bianca bilal bill billy birgit bjarne
    bjorn blake blanca bob bobby bogdan boris brad bradley brandon brenda brendan brent brett brian
    bridget brigitte britney brittany bruce bruno bryan bryce bryony byron caleb calvin cameron camila
    camille candice carina carl carla carlo carlos carmen carol carole carolina caroline carolyn carsten
    casey cassandra catalina caterina catherine cathy catriona cecile cecilia cedric celeste celia celine
    cesar chad chandra chantal charlene charles charlie charlotte chelsea cheryl chiara chloe chris
    christa christelle christian christiane christina christine christoph christophe christopher chuck
    cindy claire clara clarence claude claudia claudio claus clayton clemens clement cleo cliff clifford
    clint clive clyde cody colette colin colleen connie connor conrad constance consuelo corinne cornelia
    cornelius cory courtney craig cristiano cristina curtis cynthia dagmar daisy dale damian damien dana
    daniel daniela daniele danielle danny dante daphne darlene darren darryl daryl dave david davide davor
    dawid dean deanna debbie deborah debra deepak deirdre delia denis denise dennis derek desmond devin
    diana diane dick diego dieter dietmar dimitri dina dinesh dirk dmitri dmitry dolores dominic dominik
    dominika dominique don donald donna donovan dora dorian doris dorota dorothy doug douglas duane duncan
    dusan dustin dwayne dwight dylan earl ebba eddie edgar edith edmund edna eduard eduardo edward edwin
    eileen einar eino ekaterina elaine eleanor elena eleni eliana elias elif elijah elin eliot elisa
    elisabeth elise elizabeth ella ellen ellie elliot elliott elmer elsa elsie elvira elza emanuel emeka
    emil emile emilia emilie emilio emily emine emma emmanuel emmanuelle enrico enrique enzo eric erica
    erich erik erika erin ernest ernesto ernst esteban estelle esther ethan etienne eugen eugene eugenia
    eva evan evelyn ewa fabian fabien fabio fabrice fahad farah faruk fatima fatma faye federica federico
    felicia felicity felipe felix ferdinand fergus fernanda fernando fidel filip filippo finn fiona flavia
    florence florian floyd francesca francesco francine francis francisca francisco franco francois
    francoise frank franz fred freddie frederic frederick frederik freya frida frieda friedrich fritz
    gabriel gabriela gabriele gabriella gabrielle gareth garry gary gaston gavin geert gemma genevieve
    geoff geoffrey georg george georges georgia georgina gerald geraldine gerard gerardo gerd gerhard
    gerry gertrude giacomo gianluca gianni gilbert gillian gina giorgio giovanna giovanni gisela giulia
    giulio giuseppe gladys glenda glenn gloria gonzalo gordon graham grazyna greg gregor gregory greta
    gretchen grzegorz guadalupe gudrun guido guillaume guillermo gunnar gunter gunther gustav gustavo guy
    gwen gwendolyn habib hadi hakan halina hamid hamza hana hank hanna hannah hannelore hannes hans harald
    harold harriet harry harsh haruka haruki harvey hasan hassan heather hector heidi heike heinrich heinz
    helen helena helene helga helmut hendrik henri henrietta henrik henrique henry herbert herman hermann
    hilary hilda hildegard hiro hiroko hiroshi holger holly homer horst howard hubert hugh hugo huguette
    hussein ian ibrahim ida ignacio igor ilias ilona ilse imran ines inga inge ingo ingrid ioana ioannis
    ira irena irene irina iris irma irving isaac isabel isabella isabelle ismael ismail istvan ivan ivana
    ivy iwona jack jackie jacob jacqueline jacques jadwiga jaime jake jakob jakub jamal james jamie jan
    jana jane janet janice janina janis janusz jared jasmin jasmine jason javier jay jean jeanette jeanne
    jeff jeffrey jenna jennifer jenny jens jeremiah jeremy jermaine jerome jerry jerzy jesper jess jesse
    jessica jessie jill jim jimmy jitka joachim joan joana joanna joanne joao joaquin jochen jodie joe
    joel joelle joerg johan johanna johannes john johnny jolanta jon jonas jonathan jordan jorg jorge
    jorgen jose josef josefina joseph josephine josh joshua josiah joy joyce juan juana juanita judith
    judy jukka jules julia julian juliana julie julien juliet juliette julio julius june jurgen justin
    justine justyna kai kamal kamil kamila karel karen karim karin karina karl karla karol karolina
    karsten kaspar katarina katarzyna kate katerina kath katharina katherine kathleen kathrin kathryn
    kathy katie katja katrin katrina katrine katy kay kayla kazimierz keiko keith kelly kelvin ken kendra
    kenji kenneth kenny kent kerry kevin khadija khaled khalid kieran kim kimberly kirk kirsten kirsty
    kjell klaus konrad konstantin krista kristen kristian kristin kristina kristine kristof krystyna
    krzysztof kumiko kurt kyle lakshmi lana lance lara larissa larry lars laszlo latoya laura laure lauren
    laurence laurent lawrence layla lea leah leandro lee leif leila lena lennart lenny leo leon leona
    leonard leonardo leonie leonor leopold leroy lesley leslie lester leticia lewis liam lidia liesbeth
    lieselotte liisa lila lilian liliana lillian lily lina linda lindsay lindsey linus lionel lisa lise
    lloyd logan lois lola lorena lorenzo loretta lori lorraine lothar lotte lottie lou louis louisa louise
    luc luca lucas lucia lucian luciana luciano lucie lucien lucille lucinda lucy ludmila ludovic ludwig
    luigi luis luisa luise lukas lukasz luke luna lutz luz lydia lynda lynn maartje maciej maddie
    madeleine madison magda magdalena magnus mahmoud maja malcolm malgorzata malik malin mandy manfred
    manish manoj manon manuel manuela mara marc marcel marcela marcella marcello marcia marcin marco
    marcos marcus marek margaret margarita margherita margit margot marguerite maria mariam marian mariana
    marianne mariano marie mariel marietta marija marika marilyn marina mario marion marisa marisol
    marissa marit marius marjorie mark markus marlene marlon marta martha martin martina martine marty
    marvin mary maryam masako matej mateo mateusz mathias mathieu mathilde matilda matteo matthew matthias
    matthieu mattias maud maureen maurice mauricio maurizio max maxim maxime maximilian maxine megan
    mehmet mei melanie melissa melvin mercedes meredith merle mia micah michael michaela michal michel
    michele micheline michelle michiko miguel mihai mikael mike mikhail mikko mila milan milena milica
    milos milton minna mira miranda miriam miroslav mitchell mohamed mohammad mohammed moira molly mona
    monica monika monique morgan moritz morris morten moses muhammad muriel murray mustafa myriam myrtle
    nabil nadia nadine nadja naomi natalia natalie nataliya natasha natasja nate nathalie nathan nathaniel
    neal neil nelly nelson nestor niall nicholas nick nicky nico nicola nicolas nicole niels nigel nikhil
    nikita nikki niklas nikola nikolai nikolaus nikos nils nina nisha noah noel noelle noemi nora norbert
    noreen norma norman nuno octavia odette olaf ole oleg olga oliver olivia olivier olof omar ondrej
    orlando oscar oskar osman otto owen pablo paige paloma pamela paola paolo pascal patrice patricia
    patrick patrik patrizia patsy patty paul paula paulette paulina pauline paulo pavel pawel pearl pedro
    peggy penelope penny per percy perry petar pete peter petr petra petros phil philip philipp philippa
    philippe phillip phoebe phyllis pia piero pierre pieter pietro pilar piotr polly prakash priscilla
    priya rachel rafael rafal rahul raimund rainer raj rajesh ralf ralph ramon ramona randall randy
    raphael raquel rashid rasmus raul ravi raymond rebecca regina reginald reiko reinhard remi remy renata
    renate renato rene renee reuben rhonda ricardo riccardo richard rick ricky rita rob robert roberta
    roberto robin rocio rodney rodolfo rodrigo roger rohan roland rolf romain roman romana ron ronald
    ronan ronnie rory rosa rosalie rosalind rosario rosemarie rosemary rosie ross roxanne roy ruben rudi
    rudolf rudy rufus rupert russell rustam ruth ryan saara sabina sabine sabrina sadie sakura salim sally
    salma salvador salvatore sam samantha samir samira sammy samuel sandeep sandra sandrine sandro sandy
    sanjay santiago sara sarah sasha saskia satoshi saul savannah scarlett scott sean sebastian sebastien
    selina selma serena serge sergei sergey sergio seth severine shannon sharon shaun shauna shawn sheila
    shelley sherry shirley sidney siegfried sigrid silvia silvio simon simona simone siobhan slawomir
    sofia sofie solange sonia sonja sophia sophie soren spencer stacey stacy stan stanislav stanislaw
    stanley stefan stefania stefanie stefano steffen stella stephan stephane stephanie stephen steve
    steven stuart sue sumiko sunil suresh susan susana susanna susanne suzanne sven svenja svetlana sybil
    sylvain sylvia sylvie tadeusz takashi takeshi tamara tammy tania tanja tanya tara tariq tatiana
    tatjana ted teodora terence teresa teri terrence terri terry tess tessa thea thelma theo theodor
    theodora theodore theresa therese thierry thomas thorsten tiffany tim timo timothy tina tobias toby
    todd tom tomas tomasz tommaso tommy tomoko toni tony tonya torsten tove tracey tracy travis trevor
    tricia tristan trudy tyler tyrone ubaldo udo ulla ulrich ulrike umberto ursula ute uwe vaclav valentin
    valentina valeria valerie valery vanessa vasil vera verena vernon veronica veronika veronique vicente
    vicki vicky victor victoria vijay vikram viktor viktoria vince vincent vincenzo viola violet violeta
    virginia virginie vittorio vivian vivienne vlad vladimir volker wade walt walter wanda warren wayne
    wendy wenzel werner weronika wesley wilbur wilfred wilhelm willem william willie wilma winifred
    winston wojciech wolfgang xavier yan yannick yasmin yasmine yoko yolanda yosef youssef yuki yuri yusuf
    yvette yvonne zachary zahra zbigniew zdenek zelda zeynep zoe zofia zoran zuzana
    """
)

FAMILY: Final = _words(
    """
    adams aguilar ahmed alexander allen almeida alvarez andersen anderson andersson andrade arnold ashton
    bailey baker barbosa barnes bauer becker bell bennett berger bergmann bernard bianchi blanc boateng
    bonnet bouchard boyd bradley braun brooks brown bryant burns butler campbell carter castillo castro
    chan chang chavez chen cheng choi chopra christensen clark cohen coleman collins colombo conti
    contreras cooper costa cox cruz cunningham dahl das davies davis delgado diaz dietrich dixon dominguez
    dubois dumont dupont duran edwards ellis eriksen eriksson esposito evans farrell fernandes fernandez
    ferrari ferreira fischer fitzgerald fleming flores fontaine foster fournier fraser freeman friedman
    fuchs gallagher garcia garnier gibson goldberg goldstein gomes gomez goncalves gonzales gonzalez
    gordon graham greene griffin gupta gustafsson gutierrez guzman haas hamilton hansen hansson harris
    harrison hartmann hayes henderson hernandez herrera hoffmann hofmann holm horvath howard huang huber
    hughes hussain ivanov ivanova jackson jacobs jankowski jansen janssen jensen jimenez johansson johnson
    johnston jones jorgensen kaiser kaminski kapoor karlsson katz kaufmann kaur kelly kennedy khan kim
    klein koch kovac kovacs kowalczyk kowalski kramer krause kruger kumar kuznetsov lambert lang larsen
    larsson laurent lefebvre lehmann leroy lewandowski lewis lindberg lindqvist lombardi lopes lopez
    lundgren maier marchetti marino marques marshall martin martinez martins mason matthews mayer mcdonald
    mehta meier mendes mendez mendoza mercier meyer miller mitchell moeller molina moore morales moreau
    moreno moretti morgan morin morris morrison mueller muller murphy murray myers nagy navarro nelson
    neumann nguyen nielsen nikolaidis nilsson novak nowak nunez obrien oconnor olsen olsson ortega ortiz
    owens palmer papadopoulos parker patel paterson pedersen pena pereira perez perrin peters petersen
    peterson petrov petrova pham phillips pinto popescu popov powell ramirez ramos rasmussen reddy reid
    reyes reynolds ribeiro ricci richardson richter riley rivera roberts robertson robinson rodrigues
    rodriguez rogers rojas romano romero rossi rousseau roux rubio ruiz russo ryan saito salazar sanchez
    sanders santana santiago santos sato schaefer schmid schmidt schmitt schmitz schneider scholz
    schreiber schroder schubert schulz schulze schuster schwarz sharma silva simmons simpson singh smirnov
    smith soares soto souza stein stevens stewart sullivan suzuki svensson takahashi tanaka taylor
    teixeira thomas thompson thomsen torres tran turner vargas vasquez vazquez vega vogel volkov wagner
    walker wallace walsh walter wang watanabe watson webb weber weiss werner wilkinson williams williamson
    wilson winkler winter wojcik wolf wong wright wu yamamoto yang yilmaz zhang zhao ziegler zielinski
    zimmermann
    """
)

# Endings that hardly a common word in capitals has, with at least three letters before them.
FAMILY_ENDINGS: Final = tuple(
    _words(
        """
    accio aert akis akov ardt bauer berger chuk czyk dottir elli enko escu etti ev eva evich ewska ewski
    ez hauser ian idis ikova inen ini inska inski lainen lund mann mayer meier meyer nen nikov oglu
    olainen oni opoulos ov ova ovic ovich ovska ovsky owska owski quist qvist sen shvili sma ssen sson
    stein stra strom ucci ukov wicz yan yev zadeh
        """
    )
)
# Of these, the ones that make a single word in capitals a family name.
SURE_ENDINGS: Final = tuple(
    _words(
        """
    dottir enko evich ewska ewski inska oglu olainen opoulos ovic ovich ovsky owska owski qvist shvili
    ssen sson wicz zadeh
        """
    )
)

# Given names that are words too: in small letters, or alone at the start of a sentence, they are no name.
ALSO_WORDS: Final = _words(
    """
    ali amber ana angel april asa asha august austin ava basil bert bill blake bob candice cesar chad
    chance charlotte chase chuck clement cliff cory daisy dale dan dante dawn dean dick don dora drew earl
    eve faith finn flora florence frank gene georgia gina grace grant guy hank harry harsh hector holly
    homer hope hugh hunter ida ira iris ivy jack jade jake jan jana jay jean jordan joy jules june kai
    karol kay ken kent kim kirk lana lance lara lea lee leo leon lila lily logan lois lola lou luc luke
    luna luz maja mara marco mari maria marina mark mary mason maud max may mei melody mercedes merle mia
    mila miles mira molly mona morgan nate neal nelson nick nico ole olive page paige paris pascal pat
    patience pearl peg penny per percy perry pia pilar polly raj ray rich rick rob robin rocky roman
    romana ron rosa rosario rose rosemary ross roxanne roy ruby rudi sage sally sam sandy saul scott
    sierra skip sky sonny soren spencer stan stella sue summer ted terri terry tina toni trinity troy
    tyler udo ute vera victor viola violet virginia vlad wade wanda warren wayne will willow winston wolf
    yan yuki
    """
)
