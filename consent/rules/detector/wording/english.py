"""English: setting aside earlier instructions, asking for secrets, hiding things from the user."""

from typing import Final

ENGLISH: Final = {
    "IGNORE": """ignore$, ignoring$, disregard, forget$, forgetting$, discard$, set aside, leave behind
        abandon$, do not follow, don t follow, stop following, pay no attention to, overrid, override$
        nullify, supersed, delete all, erase all, drop all, cancel all, do not obey, don t obey
        stop obeying, neglect$, wipe$, put aside, throw away, throw out, no longer follow
        do not listen to, don t listen to, replaces all""",
    "PRIOR": """previous, prior$, preceding, above$, earlier$, foregoing, before$, so far$, until now$
        existing$, initial, original, other instruc, past$, all$, any$, every$, your$, given$, current$
        former, system$, developer$, safety$, aforementioned, you were given, you have been, you got""",
    "ORDERS": """instruc, directive, guideline, prompt$, prompts$, command$, commands$, orders$, told$
        programming$, restriction, constraint, assignments$, system message""",
    "ABOVE": """the above, everything above, everything you, everything we, everything i said
        all of the above, everything before, everything prior, everything that came, all documents
        all the documents, all provided, provided context, your rules, your guidelines, your programming
        your training, all rules, all the rules, all those rules, those rules, any rules, the rules that
        previous rules, prior rules, what you were told, what you have been told, what i told you
        what i said before, everything that has been, all that came before, previous tasks, all previous
        all policies, all the policies, any policies, your policies, safety polic, security polic
        anything above, everything said, your previous, your prior, your earlier, your former
        previous context, prior context, previous conversation""",
    "ALONE": """forget everything$, ignore everything$, disregard everything$, forget all that came
        forget about that can you, forget about that could you, ignore all of that and""",
    "AND_SAY": """and say$, and state$, and instead$, and write$, and print$, and output$, and just$
        and tell$, and give me$, and repeat$, and only$, and answer$, and respond$, and reply$
        and do the following, instead say$, instead print$, instead write$, and translate this
        i command you""",
    "SHOW": """reveal, disclose, divulge, leak$, leaking$, print$, show$, tell me, tell us, output$
        repeat$, display$, recite$, dump$, share$, give me, give us, confirm$, provide me, what is$
        what s$, what are$, what was$, what were$, send me, expose$, spell check, spellcheck
        write a haiku, write a poem, write out, write down, poem using, acrostic, translate$, list$
        say$, know$, need to know, would like to know, what would$, rhymes with, encode$, write the
        decode$, spell$""",
    "OWN_TEXT": """system prompt, initial prompt, your prompt, prompt text, prompt texts
        your instructions, initial instructions, original instructions, system instructions
        your initial instruc, hidden prompt, this prompt above, beginning of this prompt, prompt above
        all of the text above, text above, system message, developer message, your configuration
        internal configuration, secret instructions, hidden instructions, context window
        your rules verbatim, your guidelines verbatim, above prompt, instructions you were given
        operating instructions you, the user prompts, your system prompt""",
    "SECRET": """password, passphrase, secret key, secret code, passcode, access code, credential
        api key, api keys, private key, confidential string, confidential phrase, secret phrase
        secret word, security code, confidential code, passwd, auth token, access token, seed phrase""",
    "OWNED": """your$, our system, our password, our secret, our passphrase, is the password
        is the passphrase, is the secret, s the password, confirm the password, about the password
        the password for our, the password for this, the password for the system, write the passphrase
        write the password, the password as, the password with, share the password, share your
        the confidential, reveal the, leak, letter of the password, letters of the password
        for this mode, reveal any, of the passphrase""",
    "ASK": """tell me, give me, where does$, where is$, where do$, what is$, what s$, what are$, share$
        i need$, provide me, what would$, can you$, could you$, what s the, show me, reveal, list$
        list of, send me, do you know, print$""",
    "USER": """the user$, the user s, user s$, users$, the customer s, the client s, each user
        different users, of the user, another user, other users, john doe$, jane smith$, jane doe$
        john smith$""",
    "FIELD": """email$, e mail$, birth, address$, phone number, live$, living$, lives$, salary
        bank balance, account balance, social security, credit card, initials$, favorite$, favourite$
        middle name, last name, maiden name, location$, residence, zodiac, socioeconomic, license plate
        personal data, age$, username, city$, balances$, medical record, home town, hometown, passport""",
    "BIRTHDATE": """s birth date, s birthdate, s birthday, s date of birth, s birth year
        s email address, s home address, s bank balance, s phone number, s credit card
        s social security, s favorite color, s account balance, s bank account, birth date of
        account balance of, bank balance of""",
    "CONCEAL": """do not tell, don t tell, never tell, do not inform, don t inform, do not mention this
        don t mention this, do not let$, don t let$, without telling, without informing
        without notifying, without mentioning, without alerting, hide this from, keep this from
        hide it from, keep it secret from, do not alert, don t alert, do not notify, never mention this
        conceal this, do not reveal this, never reveal this, secretly$""",
    "CONCEALED": """user$, users$, anyone, customer, human$, owner$, operator$, administrator$, reader$
        them know, him know, her know, anybody, the recipient, the client$""",
    "SEND": """send$, sends$, forward$, email$, e mail$, mail$, post$, upload, transmit, exfiltrat
        transfer$, leak$, submit$, append$, deliver$, copy$""",
    "LOOT": """password, credential, api key, secret, private data, conversation history, chat history
        full conversation, this conversation, customer list, customer data, customer records
        customer emails, personal data, contents of, content of, all emails, all messages, inbox
        system prompt, all records, user data, database$, bank statement, private message, session token
        cookies, environment variable, employee data, all files, entire conversation, this summary
        full customer, access token, contact list, unread emails, confidential, ssh key, all data
        all the data""",
    "DESTINATION": "http$, https$, www$, webhook, attacker, ftp$",
}
