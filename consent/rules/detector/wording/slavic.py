"""Russian, Ukrainian, Polish, Croatian and Greek wordings."""

from typing import Final

RUSSIAN: Final = {
    "IGNORE": """игнорир, проигнорир, забудь, забыть, не обращай внимания, не обращайте внимания
        отбрось, отмени""",
    "PRIOR": """предыдущ, прежн, вышеуказан, вышеприведен, выше$, все$, прошл, твои$, ваши$, изначальн
        ранее""",
    "ORDERS": "инструкц, указани, правил, команд, директив, приказ, распоряжен, задани",
    "ABOVE": """все вышесказанное, вышесказанное, вышеизложенное, все что выше, всё выше, то что выше
        предыдущие""",
    "ALONE": "забудь все, забудьте все, игнорируй все, забудь обо всём",
    "AND_SAY": "и скажи, и повтори, и напиши, и дай, и сообщи, и ответь",
    "SHOW": """раскрой, покажи, выведи, дай мне, дайте мне, скажи, назови, какой$, каков, поделит
        подтверд, напиши, что такое, сообщи, можете, можешь, распечатай, знаете""",
    "OWN_TEXT": """системный промпт, системную подсказку, свои инструкции, системные инструкции
        системное сообщение""",
    "SECRET": """пароль, паролем, пароля, парольн, секретный ключ, секретного ключа, учетные данные
        код доступа, кодовая фраза, кодовую фразу""",
    "OWNED": """твой$, ваш$, вашим$, свой$, своим$, нашей системы, какой пароль, каков пароль, у тебя
        у вас, подтвердить пароль, пароль для""",
    "ASK": """скажи, дай мне, дайте мне, где живет, где живёт, где сейчас, какой, каков, можете, можешь
        назови, сообщ""",
    "USER": "пользовател, клиента",
    "FIELD": """живет, живёт, адрес, рожден, почт, телефон, баланс, кредитн, любим, инициал, зарплат
        местополож, прожив""",
    "BIRTHDATE": "дату рождения, дата рождения, адрес электронной почты",
    "CONCEAL": "не говори, не сообщай, не рассказывай, не уведомляя, скрой, не сообщая, не упоминай",
    "CONCEALED": "пользовател, никому, клиент",
    "IAM": "я$, как ии$, как эксперт, будучи, являясь",
    "AUTHORITY": """твой разработчик, ваш разработчик, бог$, президент, администратор, полицейск
        сотрудник полиции, разработчик, кибербезопасност, бухгалтер, anthropic, openai, создатель""",
    "OBEY": """должны, должен, можете, подтверд, поделит, важно, мне нужно, рекомендую, вхожу, выполня
        обязан, необходимо""",
    "MODE": """режим обслуживания, системный режим, режим разработчика, режим проверки
        режим технического, обновление системы, режим переопредел""",
    "ENTER": "активирован, вхожу, включ, выполня, перехожу, провожу",
    "BECOME": """теперь ты$, теперь вы$, отныне ты, отныне вы, с этого момента, ты теперь, вы теперь
        притворись, представь что ты ии""",
    "UNBOUND": "без ограничений, нет ограничений, без правил, без фильтров, без цензуры",
    "MODEL": "ии$, отвечай, ответь, ты$, вы$, ассистент",
    "NEWTASK": "твоя новая задача, новые инструкции, новое задание",
    "DECODE": "расшифр, декодир",
    "CIPHER": "морзе, rot13, шестнадцатер, цезар, шифр, код$",
    "FOLLOW": "скажи, сказать, и следуй, ответ, сообщ",
    "SPLIT": "три строки, объедините a b, объедини a b, три струны",
}

UKRAINIAN: Final = {
    "IGNORE": "ігнору, проігноруй, забудь, не зважай",
    "PRIOR": "попередн, вище$, усі$, всі$, твої$",
    "ORDERS": "інструкц, вказівк, правил, команд, наказ",
    "SHOW": "розкрий, покажи, виведи, дай мені, скажи, який$",
    "OWN_TEXT": "системний промпт, системну підказку, свої інструкції",
    "BECOME": "тепер ти$, відтепер ти, відтепер",
}

POLISH: Final = {
    "IGNORE": "zignoruj, ignoruj, zapomnij, zapomnijcie, pomiń, nie zważaj, porzuć, odrzuć",
    "PRIOR": "poprzedni, wcześniejsz, powyższ, wszystkie$, wszystkich, swoje$, dotychczasow, pierwotn",
    "ORDERS": "instrukcj, polece, wytyczn, zasad, rozkaz, reguł, nakaz",
    "ABOVE": "wszystko powyżej, powyższe, wszystko co",
    "ALONE": "zapomnij wszystko, zapomnij o wszystkim, zignoruj wszystko",
    "SHOW": """ujawnij, pokaż, wyświetl, podaj, powiedz mi, jakie jest, jaki jest, udostępnij, wypisz
        potwierdź""",
    "OWN_TEXT": "prompt systemowy, prompta systemowego, swoje instrukcje, instrukcje systemowe",
    "SECRET": "hasło, tajny klucz, dane logowania, kod dostępu",
    "OWNED": "twoje$, swoje$, twój$, naszego systemu, jest hasło",
    "CONCEAL": "nie mów, nie informuj, bez informowania, ukryj, nie wspominaj",
    "CONCEALED": "użytkownik, nikomu",
    "IAM": "jestem$",
    "AUTHORITY": "twoim programistą, twoim twórcą, bogiem, administratorem, policjantem",
    "OBEY": "musisz, potwierdź, podaj, możesz",
    "BECOME": "jesteś teraz, teraz jesteś, od teraz, od tej chwili jesteś, udawaj że jesteś",
    "UNBOUND": "bez ogranicz, żadnych ogranicz, bez zasad, bez filtr",
    "MODEL": "ai$, odpowiad, jesteś, asystent",
    "NEWTASK": "twoje nowe zadanie, nowe instrukcje",
}

CROATIAN: Final = {
    "IGNORE": "zaboravi$, zanemari, ignoriraj, ignoriši",
    "PRIOR": "sve$, prethodn, gornj, dosadašnj",
    "ORDERS": "instrukcij, upute$, naredb, pravila$, uputstv",
    "SHOW": "otkrij, pokaži, ispiši, reci mi",
    "OWN_TEXT": "sistemski prompt, sustavni prompt, svoje upute",
    "BECOME": "sada si$, od sada si$, od sada ćeš",
}

GREEK: Final = {
    "IGNORE": "αγνόησε, αγνοήστε, αγνοησε, ξέχασε, ξεχάστε",
    "PRIOR": "προηγούμεν, παραπάνω, όλες, όλα",
    "ORDERS": "οδηγί, εντολ, κανόν, κανονισμ",
    "SHOW": "αποκάλυψε, δείξε, πες μου, ποιος είναι, ποιο είναι, εκτύπωσε",
    "SECRET": "κωδικός, κωδικό πρόσβασης, μυστικό κλειδί",
    "OWNED": "σου, σας",
    "BECOME": "τώρα είσαι, από τώρα και στο εξής",
}
