"""German and Dutch wordings."""

from typing import Final

GERMAN: Final = {
    "IGNORE": """ignorier, missachte, vergiss$, vergessen sie, vergesst, verwirf$, verwerfen sie
        beachte nicht, höre nicht auf, hör nicht auf, lassen sie, hinter sich, überschreib, streichen
        missacht, setz dich über""",
    "PRIOR": """vorherig, vorangehend, vorangegangen, vorig, bisherig, obig, frühere, ursprünglich
        alle$, allen$, deine$, ihre$, sämtliche, vorstehend, zuvor$, bestehend""",
    "ORDERS": """anweisung, befehl, aufgabe, vorgabe, angaben$, informationen$, regeln$, richtlinie
        aufträge, prompt, instruktion, einschränkung, gesagte""",
    "ABOVE": """das obige, alles obige, alles was, alles zuvor, alles bisher, deine regeln
        alles vorherige, den obigen""",
    "ALONE": "vergiss alles, ignoriere alles, vergessen sie alles",
    "AND_SAY": "und sag, und sage, und schreib, sondern schreib, und gib, und antworte, und antworte nur",
    "SHOW": """zeig, verrate, enthülle, gib mir, nenne mir, sag mir, drucke, wie lautet, was ist$
        teilen, bestätigen, offenbare, ausgeben, schreibe, vorzeigen, können sie, kannst du, kennen
        was stand, überprüfen""",
    "OWN_TEXT": """systemprompt, system prompt, obige eingabeaufforderung, ursprünglichen anweisungen
        deine anweisungen, prompt text, prompt texte, systemnachricht, ihre anweisungen
        anfang dieses prompts, eingabeaufforderung aus""",
    "SECRET": """passwort, passphrase, geheimer schlüssel, geheimen schlüssel, geheimschlüssel
        zugangsdaten, kennwort""",
    "OWNED": """dein$, deine$, deinen$, ihr$, ihre$, unser system, unser$, ist das passwort
        das passwort für, lautet das, das passwort bestätigen, den geheim, über das passwort
        das passwort""",
    "ASK": """sag mir, gib mir, wo wohnt, wo lebt, können sie, kannst du, was ist, nenne, wie lautet
        könnten sie""",
    "USER": "des benutzers, der benutzer, des nutzers, der nutzer, benutzer$, den benutzer",
    "FIELD": """wohnt$, lebt$, adresse, geburt, e mail, email, telefon, kontostand, kreditkart
        lieblings, initialen, wohnort, gehalt, standort, befindet""",
    "BIRTHDATE": "geburtsdatum von, geburtstag von, e mail adresse von, kontostand von, geburtsdatum",
    "CONCEAL": """sag nicht, sage nicht, ohne dem, ohne den, verheimliche, informiere nicht
        erzähle nicht, verrate nichts""",
    "CONCEALED": "dem nutzer, den nutzer, dem benutzer, den benutzer, der nutzer",
    "IAM": "ich bin$, als ki$, als eine ki$, als ihr$, als cybersicherheit",
    "AUTHORITY": """dein entwickler, ihr entwickler, gott$, präsident der, administrator, polizist
        polizeibeamt, ein entwickler, cybersicherheitsexpert, buchhalter, von anthropic, von openai
        von google, dein schöpfer""",
    "OBEY": """sie müssen, du musst, können sie, kannst du, bestätigen, teilen, wichtig dass, führe
        empfehle, betrete""",
    "MODE": """wartungsmodus, systemmodus, entwicklermodus, verifizierungsmodus, überprüfungsmodus
        override modus, systemupdate, systemaktualisierung, system upgrade, systemwartung, systemprüfung
        wissensverifizierung""",
    "ENTER": "aktiviert, betrete, trete$, in einen, führe, starte$, gehe$",
    "BECOME": """du bist jetzt, sie sind jetzt, du bist nun, ab jetzt bist, von nun an
        ich möchte dass sie als, ich möchte dass du als, tu so als, stell dir vor du bist
        stellen sie sich vor sie sind, agiere als, ich will dass du, bleiben immer in ihren rollen
        aus ihrer rolle, sie fungieren als, handle als""",
    "UNBOUND": """ohne einschränkung, keine einschränkung, ohne regeln, ohne filter, keine regeln
        gelten nicht""",
    "MODEL": "ki$, antworte, du bist, sie sind, assistent, sprachmodell",
    "DIRECT": """ki systeme auszunutzen, antworte mit ja, gib eine antwort auf diese, systemhinweis
        ungeachtet früherer, unabhängig von vorherigen""",
    "NEWTASK": """nun folgen neue, nun folgen weitere, jetzt kommen neue, neuen aufgabe, neue aufgabe
        nun folgen, neue anweisung, deine neue aufgabe""",
    "DECODE": "dekodier, entschlüssel, decodier",
    "CIPHER": "morsecode, morse code, hexadezimal, chiffre, code$, schweinelatein",
    "FOLLOW": "sagen was, sag mir, und befolge, mir sagen, antworte",
    "SPLIT": "drei zeichenfolgen, drei strings, drei zeichenketten, kombinieren sie a b, zeichenkette z",
}

DUTCH: Final = {
    "IGNORE": "negeer, vergeet$, sla geen acht, laat varen, overschrijf",
    "PRIOR": "vorige, voorgaande, eerdere, bovenstaande, alle$, alles$, oorspronkelijke, jouw$, je$",
    "ORDERS": "instructie, opdracht, regels$, richtlijn, aanwijzing, bevel, prompt",
    "ABOVE": "het bovenstaande, alles hierboven, alles wat",
    "ALONE": "vergeet alles, negeer alles",
    "SHOW": "toon$, laat zien, onthul, geef mij, geef me, vertel me, wat is$, deel$, druk af, bevestig",
    "OWN_TEXT": "systeemprompt, systeem prompt, je instructies, oorspronkelijke instructies",
    "SECRET": "wachtwoord, geheime sleutel, toegangscode, inloggegevens",
    "OWNED": "je$, jouw$, uw$, ons systeem, is het wachtwoord",
    "CONCEAL": "zeg niet, vertel niet, zonder de, informeer niet, zeg niets, vertel niets",
    "CONCEALED": "gebruiker",
    "IAM": "ik ben$",
    "AUTHORITY": "je ontwikkelaar, jouw ontwikkelaar, uw ontwikkelaar, god$, de beheerder, je maker",
    "OBEY": "je moet, u moet, kun je, bevestig, geef",
    "BECOME": "je bent nu, jij bent nu, u bent nu, vanaf nu ben je, doe alsof je, vanaf nu",
    "UNBOUND": "zonder beperking, geen beperking, zonder regels, geen regels",
    "MODEL": "ai$, antwoord, je bent, assistent",
    "NEWTASK": "je nieuwe taak, je nieuwe opdracht, nieuwe instructies",
}
