"""French, Italian, Portuguese and Spanish wordings."""

from typing import Final

FRENCH: Final = {
    "IGNORE": """ignore, ignorez, ignorer, oublie, oubliez, oublier, ne tenez pas compte
        ne tiens pas compte, méprise""",
    "PRIOR": "précédent, antérieur, ci dessus, préalable, toutes$, tous$, tes$, vos$, initiale, reçues",
    "ORDERS": "instruc, consigne, directive, règle, ordres$, commandes$, indications",
    "ABOVE": "ce qui précède, tout ce qui, ce qui est ci dessus, tout ce que",
    "ALONE": "oublie tout, oubliez tout, ignorez tout",
    "AND_SAY": "et dis$, et dites, et répète, et répétez, et donne, et donnez, et écris, et réponds",
    "SHOW": """révèle, révélez, montre, affiche, donne moi, donnez moi, dis moi, dites moi, quel est
        quelle est, partager, partage, confirme, imprime, écrivez, écris, pouvez vous, peux tu
        c est quoi, quels sont, connais""",
    "OWN_TEXT": """prompt système, invite système, tes instructions, vos instructions
        instructions initiales""",
    "SECRET": """mot de passe, clé secrète, phrase de passe, identifiants, code d accès, phrase secrète
        code secret""",
    "OWNED": """votre$, ton$, ta$, vos$, notre système, est le mot de passe, le mot de passe de
        le mot de passe pour""",
    "ASK": """dis moi, dites moi, me dire, donne moi, donnez moi, où vit, où habite, quel est
        quelle est, pouvez vous, où se""",
    "USER": "l utilisateur, utilisateurs, des utilisateurs, du client",
    "FIELD": """vit$, vit il, habite, adresse, naissance, e mail, email, téléphone, solde
        carte de crédit, préfér, initiales, courriel, salaire, trouve, réside, bancaire""",
    "BIRTHDATE": """date de naissance de, adresse e mail de, adresse électronique de, solde bancaire de
        la date de naissance""",
    "CONCEAL": """ne dis pas, ne dites pas, ne le dis pas, sans informer, sans le dire, sans prévenir
        n informe pas, cache""",
    "CONCEALED": "l utilisateur, utilisateur, au client, à personne",
    "IAM": "je suis$, en tant qu ia, en tant qu expert, en tant que",
    "AUTHORITY": """votre développeur, ton développeur, dieu$, le président des, administrateur
        policier, agent de police, un développeur, cybersécurité, comptable, par anthropic, par openai
        par google, votre créateur, ton créateur""",
    "OBEY": """vous devez, tu dois, pouvez vous, confirme, partag, il est important, j ai besoin
        recommande, j entre, exécut""",
    "MODE": """mode maintenance, mode de maintenance, mode système, mode développeur, mode vérification
        mode de vérification, mise à jour du système, mise à niveau du système, mode override
        vérification du système, mode prioritaire""",
    "ENTER": "activé, j entre, entre dans, j exécute, exécute, passe en, suis en",
    "BECOME": """tu es maintenant, vous êtes maintenant, à partir de maintenant, désormais tu
        désormais vous, vous êtes désormais, tu es désormais, fais comme si tu, faites comme si vous
        je veux que tu agisses""",
    "UNBOUND": """sans restriction, aucune restriction, sans règles, sans filtre, aucune limite
        ne s appliquent pas""",
    "MODEL": "ia$, répond, tu es, vous êtes, assistant",
    "NEWTASK": "ta nouvelle tâche, votre nouvelle tâche, nouvelles instructions",
    "DECODE": "décoder, décode, déchiffre",
    "CIPHER": "morse, rot13, hexadécimal, césar, code$, chiffre, base64",
    "FOLLOW": "me dire, dis moi, répondre, et suis, dites moi, dire ce",
    "SPLIT": "trois chaînes, combinez a b, combine a b",
}

ITALIAN: Final = {
    "IGNORE": """ignora, ignorate, ignorare, dimentica, dimenticate, dimenticare, non considerare
        trascura, tralascia""",
    "PRIOR": "precedent, sopra$, anteriori, tutte$, tutti$, tue$, iniziali, ricevute, quanto sopra",
    "ORDERS": "istruzion, indicazion, direttiv, regole$, ordini$, comandi$, linee guida",
    "ABOVE": "quanto sopra, tutto ciò, ciò che precede, tutto quello, quello sopra",
    "ALONE": "dimentica tutto, ignora tutto",
    "AND_SAY": "e dì$, e di$, e ripeti, e dammi, e scrivi, e dimmi",
    "SHOW": """rivela, mostra, stampa$, dammi, dimmi, qual è, quali sono, condividi, condividere
        conferma, scrivi, puoi, potete, potresti, conosci, mostrami""",
    "OWN_TEXT": "prompt di sistema, tue istruzioni, istruzioni di sistema, istruzioni iniziali",
    "SECRET": """chiave segreta, parola d ordine, frase segreta, codice di accesso, credenziali
        stringa riservata""",
    "OWNED": """tua$, tuo$, vostra, vostro, nostro sistema, è la password, la password per
        la password del, tue$""",
    "ASK": "dimmi, dirmi, dammi, darmi, dove vive, dove abita, qual è, puoi, potresti, potete, quali sono",
    "USER": "dell utente, l utente, utenti$, degli utenti, del cliente",
    "FIELD": """vive$, abita, indirizzo, nascita, e mail, email, telefono, saldo, carta di credito
        preferito, iniziali, residenza, stipendio, bancari, risiede, compleanno""",
    "BIRTHDATE": """data di nascita di, indirizzo e mail di, indirizzo email di, saldo bancario di
        la data di nascita""",
    "CONCEAL": "non dire, senza informare, non informare, senza dire, nascondi, non rivelare",
    "CONCEALED": "utente, al cliente, a nessuno",
    "IAM": "sono$, io sono, in quanto, in qualità, come esperto",
    "AUTHORITY": """tuo sviluppatore, vostro sviluppatore, dio$, il presidente degli, amministrator
        agente di polizia, poliziotto, uno sviluppatore, sicurezza informatica, contabile, da anthropic
        da openai, da google, tuo creatore""",
    "OBEY": """devi$, dovete$, deve$, puoi$, potete, conferm, condivid, è importante, ho bisogno
        consiglio, entrando, eseguendo""",
    "MODE": """modalità di manutenzione, modalità manutenzione, modalità sistema, modalità sviluppatore
        modalità di verifica, aggiornamento del sistema, aggiornamento di sistema, modalità override
        controllo del sistema""",
    "ENTER": "attivat, entrando, entro in, eseguendo, sto entrando, attiva$",
    "BECOME": """ora sei$, adesso sei$, da ora in poi, d ora in poi, da adesso in poi
        fai finta di essere, voglio che tu agisca""",
    "UNBOUND": """senza restrizion, nessuna restrizion, senza regole, senza filtri, senza limiti
        non valgono""",
    "MODEL": "ia$, rispond, sei$, assistente",
    "NEWTASK": "il tuo nuovo compito, nuove istruzioni, la tua nuova",
    "DECODE": "decodifica, decifra",
    "CIPHER": "morse, rot13, esadecimale, cesare, codice, cifrario, base64",
    "FOLLOW": "dirmi, dimmi, rispond, e segui",
    "SPLIT": "tre stringhe, combina a b, combinare a b",
}

PORTUGUESE: Final = {
    "IGNORE": "ignore, ignora, ignorar, esqueça, esquece, desconsidere, desconsidera, despreze, não siga",
    "PRIOR": "anterior, acima$, prévia, todas$, todos$, suas$, iniciais, precedente",
    "ORDERS": "instru, diretriz, regras$, ordens$, comandos$, orientaç",
    "ABOVE": "o acima, o que está acima, tudo acima, tudo o que, o anterior",
    "ALONE": "esqueça tudo, ignore tudo, esquece tudo",
    "AND_SAY": "e diga, e repita, e escreva, e dê, e responda",
    "SHOW": """revele, mostre, imprima, me dê, me diga, diga me, qual é, quais são, compartilh, confirme
        confirmar, você pode, pode me, pode dizer, partilh, escreva, mostre me""",
    "OWN_TEXT": "prompt do sistema, prompt de sistema, suas instruções, instruções iniciais",
    "SECRET": "senha, palavra passe, chave secreta, frase secreta, código de acesso, credenciais",
    "OWNED": """sua$, seu$, tua$, nosso sistema, é a senha, a senha para, a senha do, confirme a senha
        confirmar a senha""",
    "ASK": """me diga, diga me, me dê, onde mora, onde vive, qual é, você pode, pode me, pode dizer
        me dizer""",
    "USER": "do usuário, o usuário, usuários, do utilizador, utilizadores, o utilizador",
    "FIELD": """mora$, vive$, endereço, nascimento, e mail, email, telefone, saldo, cartão de crédito
        favorit, iniciais, residência, salário, localiza, bancário""",
    "BIRTHDATE": "data de nascimento de, endereço de e mail de, saldo bancário de, data de nascimento do",
    "CONCEAL": "não diga, não conte, sem informar, não informe, sem avisar, esconda, não revele",
    "CONCEALED": "usuário, utilizador, ao cliente, a ninguém",
    "IAM": "sou$, eu sou, como uma ia, como especialista, enquanto",
    "AUTHORITY": """seu desenvolvedor, deus$, o presidente dos, administrador, policial, polícia
        um desenvolvedor, um programador, cibersegurança, segurança cibernética, contador
        pela anthropic, pela openai, pelo google""",
    "OBEY": """você deve, deve$, tem que, pode$, confirm, compartilh, é importante, preciso$, recomendo
        entrando, executa""",
    "MODE": """modo de manutenção, modo manutenção, modo sistema, modo de sistema, modo desenvolvedor
        modo de verificação, atualização do sistema, modo de desenvolvedor, verificação do sistema
        modo override""",
    "ENTER": "ativado, entrando, entrar em, executando, a executar, ative$",
    "BECOME": """agora você é, você agora é, a partir de agora, de agora em diante, finja ser
        finja que é, quero que você atue""",
    "UNBOUND": "sem restriç, nenhuma restriç, sem regras, sem filtro, sem limites",
    "MODEL": "ia$, responda, você é, assistente",
    "NEWTASK": "sua nova tarefa, novas instruções",
    "DECODE": "decodific, descodific, decifr",
    "CIPHER": "morse, rot13, hexadecimal, césar, código, cifra, base64",
    "FOLLOW": "me diga, me dizer, dizer me, e siga, diga me, responda",
    "SPLIT": "três strings, combine a b, três cadeias, combinar a b",
}

SPANISH: Final = {
    "IGNORE": """ignora, ignore, ignorar, ignoren, olvida, olvide, olvidar, haz caso omiso, descarta
        no sigas, desestim""",
    "PRIOR": "anterior, arriba$, previa, previo, todas$, todos$, tus$, sus$, iniciales, precedente",
    "ORDERS": "instruc, directric, reglas$, órdenes$, comandos$, indicacion",
    "ABOVE": "lo anterior, todo lo, lo de arriba, todo esto y",
    "ALONE": "olvida todo, ignora todo, olvídate de todo, olvídalo todo",
    "AND_SAY": "y di$, y diga, y repite, y dame, y escribe, y responde",
    "SHOW": """revela, revele, muestra, muéstrame, imprim, dame, dime, cuál es, cuáles son, compart
        confirma, escrib, puedes, puede, podrías, conoces, me pueden""",
    "OWN_TEXT": """prompt del sistema, mensaje del sistema, tus instrucciones, instrucciones iniciales
        base de datos para mí""",
    "SECRET": """contraseña, clave secreta, frase de contraseña, código de acceso, credenciales
        frase secreta, base de datos para""",
    "OWNED": """tu$, tus$, su$, nuestro sistema, es la contraseña, la contraseña para, la contraseña de
        confirmar la contraseña""",
    "ASK": """dime, decirme, dame, darme, dónde vive, cuál es, puedes, puede, podrías, me digas
        dónde reside""",
    "USER": "del usuario, el usuario, usuarios, los usuarios, del cliente",
    "FIELD": """vive$, dirección, nacimiento, correo, email, teléfono, saldo, tarjeta de crédito
        favorit, iniciales, residencia, salario, ubica, bancari, reside$, cumpleaños""",
    "BIRTHDATE": """fecha de nacimiento de, dirección de correo electrónico de, saldo bancario de
        dirección de correo de""",
    "CONCEAL": """no le digas, no digas, no se lo digas, sin informar, no informes, sin avisar, oculta
        no reveles""",
    "CONCEALED": "usuario, al cliente, a nadie",
    "IAM": "soy$, yo soy, como ia, como una ia, como experto, en realidad soy",
    "AUTHORITY": """tu desarrollador, su desarrollador, dios$, el presidente de, administrador, policía
        un desarrollador, ciberseguridad, contador, por anthropic, por openai, por google, tu creador""",
    "OBEY": """debes, debe$, tienes que, tiene que, puedes, puede$, confirm, compart, es importante
        necesito, recomiendo, entrando, ejecut""",
    "MODE": """modo de mantenimiento, modo mantenimiento, modo sistema, modo desarrollador
        modo de verificación, actualización del sistema, modo de desarrollador, verificación del sistema
        modo de anulación, modo override""",
    "ENTER": "activado, entrando, entrar en, ejecutando, activa$, estoy entrando",
    "BECOME": """ahora eres, a partir de ahora, de ahora en adelante, finge ser, finge que eres
        quiero que actúes, desde ahora eres""",
    "UNBOUND": "sin restriccion, ninguna restricc, sin reglas, sin filtro, sin límites",
    "MODEL": "ia$, respond, eres$, asistente",
    "NEWTASK": "tu nueva tarea, nuevas instrucciones",
    "DECODE": "decodific, descifr, descodific",
    "CIPHER": "morse, rot13, hexadecimal, césar, código, cifra, base64",
    "FOLLOW": "decirme, dime, y sigue, me digas, respond",
    "SPLIT": "tres cadenas, tres strings, combina a b, combine a b",
}
