"""English: taking on roles and authority, lifting limits, naming the model, dictating what it says."""

from typing import Final

CLAIMS: Final = {
    "IAM": """i am$, i m$, as an ai developed, as an ai created, as an ai built, as your$, actually i m
        this is your, actually i am, speaking as""",
    "AUTHORITY": """your developer, your creator, your administrator, your boss, your owner, your ceo
        god$, a god$, the president of the, a developer running, a system administrator
        the system administrator, police officer, law enforcement, your system admin, your programmer
        your master, your maker, your supervisor, a developer perform, a bank accountant
        cybersecurity expert, security expert, by anthropic, by openai, by google, by meta, the ceo of
        an admin, your engineer, fbi$, an auditor here, the developer$, from openai, from anthropic
        from the security team, from it support""",
    "OBEY": """you must$, you have to$, i recommend you, confirm$, i need$, share$, can you$, could you$
        please$, entering$, running$, performing$, what is$, tell me, for this$, where is$, listen to my
        i require$, necessary that you, give me""",
    "MODE": """maintenance mode, system mode, debug mode, developer mode, god mode, verification mode
        override mode, dan mode, admin mode, root mode, jailbreak mode, sudo mode, knowledge check mode
        diagnostic mode, unrestricted mode, unfiltered mode, training mode, test mode, system update
        system upgrade, system check, law enforcement override, safe mode off""",
    "ENTER": """i am entering, i m entering, entering$, i am now entering, enabled, activated$
        activate$, i am running, i m running, you are in$, you are now in, switch to$, enter$
        i am performing, running a, engage$""",
    "BECOME": """you are now a$, you are now an$, you are now the$, you are now in$, you are now free
        you are now dan, you are now no longer, you are now going, now you are$, you re now a
        you are no longer a, you are no longer bound, i want you to act, i need you to act
        you are going to act, you will act as, you are going to pretend, pretend you are an ai
        pretend that you are an ai, pretend you re an ai, imagine you are an ai, imagine you are an evil
        you are an evil, you are an unfilt, you are about to immerse, immerse yourself into
        act as a python, act as a linux, act as an interpreter, act as a terminal
        act as if you are an ai, act as if you have no, act as dan, you are to act as
        from now on you are$, from now on you will$, from now on you must, from now on act$
        from now on respond, from now on answer, from now on your$, from now on you have
        from now on known as, from now on ignore, from this moment on you, you will be playing
        stay in character, you are chatgpt, henceforth you$, your name is now, your new name is
        your new role, your new identity, assume the persona, adopt the persona, take on the persona
        never break character, always stay in their roles, stay in their roles
        stay fully in their roles, not fall out of their role, out of their role""",
    "UNBOUND": """no restrictions, without restrictions, without any restriction, no rules
        without rules, without limits, without any filter, no filter, without filter, unfiltered
        uncensored, unrestricted, do anything now, not bound by, broken free, no longer bound
        no ethical, no moral, without ethical, no limitations, no content polic, no special filtering
        exempt from, no censorship, without censorship, without any moral, free of all restrictions
        free from all restrictions, no guardrails, no safety, without safety, without refusing
        never refuse, cannot refuse, no longer subject to""",
    "MODEL": """ai$, chatgpt, gpt$, llm$, language model, assistant$, chatbot, bot$, you are$, you have$
        respond$, answer$, dan$, model$, you can$, smartgpt, they have$, you re$, proceed$, you will$
        reply$""",
    "LIFT": """bypass, override$, overrid, disable, circumvent, turn off$, deactivate, skip all
        lift all, remove all, disregard, ignore$, suspend all, switch off, evade$, do not apply
        don t apply, no longer apply, remove your, lift your""",
    "SAFETY": """safety protocol, safety check, safety filter, safety guideline, safety measure
        safety rule, guardrail, content filter, content polic, your polic, your restriction, your safety
        your filter, usual restriction, ethical guideline, all restrictions, all safety
        security guideline, your ethic, moderation polic, safety polic, content guideline
        approval requirement, safety instruction, the policy and, the security policy""",
    "ADDRESS": """note to the bot, note to the ai, note to the assistant, note to the agent
        note to the model, note to the llm, note to any ai, note for the ai, note for the assistant
        note for ai, note to ai, message to the ai, message to the assistant, instruction to the ai
        instructions for the ai, instruction for the assistant, instructions to the assistant
        attention ai$, attention assistant, dear assistant, dear chatgpt, hello gpt, hello chatgpt
        hey chatgpt, if you are an ai$, if you are an llm, if you re an ai, if you are a language model
        if you are an assistant reading, if you are a large language, if an ai is reading
        ai assistants reading, any ai reading, ai agent reading, llms reading, important message from me
        message from me to you, ai model reading, ai systems reading, are you a language model
        you as a language model, note to gpt, instruction to all ai""",
    "FIRST": """before you can$, before you answer$, before answering$, before you solve
        before you respond, before responding$, before you reply, before doing anything
        before you continue with the""",
    "DO_FIRST": """please do the following, do the following first, you must$, must first$, append$
        first call$, first send$, first use$, you need to first, you first have to, please first$
        first run$, first execute""",
    "OUTPUT": """append$, append the, insert$, begin$, start$, end$, prepend, include$, include that
        add$, finish, conclude""",
    "REPLY": """your reply$, your response$, your answer$, every response, your replies, your responses
        your answers, every answer, every reply, your summary$, your output$, your final answer
        your next message""",
    "DICTATE": """but just output, just output$, only output$, simply output, you must say, always say$
        always answer with, always respond with, state the following, say the following
        print the following, reply only with, respond only with, answer only with, and say yes
        i command you, do not answer this question, do not answer the question, you must listen to
        must obey, obey me, obey my, do exactly as i say, does exactly as i say
        don t answer the question, make something up, now print$, display this prompt, print pwned
        say pwned, you cannot say no, you can t say no, must answer all, have to answer all
        must follow my, forget your guidelines, output the restricted""",
    "NEW": """your new, your real, your actual, your true, your only, your updated, your next, updated
        new$, additional$, real$, secret$, your special""",
    "TASK": "instruc, task$, tasks$, directive, objective, mission$, goal$, assignment, orders$, purpose$",
    "YOURNEW": """your new$, your real$, your actual$, your true$, your updated$
        your instructions are now, your task is now, your job is now, your goal is now""",
    "NEWTASK": """new instructions follow, new instruction from, now come new tasks
        now follow new tasks, additional instruction$, here are your new, your instructions are now
        your task is now, your goal is now, start with a new assignment, begin with a new assignment
        new instructions for you, new task for you, new system instruc, important new instruc
        updated instructions for, revised instructions for""",
    "DECODE": "decode$, decipher$, decrypt$, decoding$, unscramble$, deobfuscate$, base64$ decode",
    "CIPHER": """morse, rot13, base64, base32, hexadecimal, caesar, pig latin, cipher$, binary string
        hex string, encoded message, encoded instruction, encoded text""",
    "FOLLOW": """follow it, follow the instruction, and follow$, execute it, and execute$, and obey
        tell me what, tell me$, then follow, then execute, do what it says, reply with morse, and reply
        and answer$""",
    "SPLIT": """have three strings, have two strings, z a b c, interlace part, combine a b and c
        concatenate a and b, return from smartgpt, returned from smartgpt, join the parts and
        combine part 1, interlace them together, combine the strings, write down the string z""",
    "PLANTED": """todo send$, todo please send$, todo email$, todo please email$, todo mail$
        todo please mail$, todo transfer$, todo please transfer$, todo delete$, todo please delete$
        todo forward$, todo please forward$, todo change$, todo please change$, todo modify$
        todo please modify$, todo visit$, todo please visit$, todo invite$, todo please invite$
        todo book$, todo please book$, todo reserve$, todo please reserve$, todo buy$, todo please buy$
        todo pay$, todo please pay$, todo post$, todo please post$, todo share$, todo please share$
        todo make$, todo please make$, todo create$, todo please create$, todo get$, todo please get$
        todo upload$, todo please upload$, todo download$, todo please download$, todo give$
        todo please give$, todo grant$, todo please grant$, todo reset$, todo please reset$, todo say$
        todo please say$, todo click$, todo please click$, todo open$, todo please open$, todo add$
        todo please add$, todo remove$, todo please remove$, todo cancel$, todo please cancel$
        todo wire$, todo please wire$""",
    "CALLTOOL": "call this tool, invoke this tool, call the following tool, invoke the following tool",
    "CALL": "call$, use$, invoke$, run$, trigger$",
    "TOOL": """tool$, tools$, function$, plugin$, send email, send mail, delete file, execute code
        http request""",
    "AT_ONCE": """immediately$, right now$, at once$, without asking, without confirm, without approval
        silently$, on behalf of the user, without user, without permission, without telling, right away""",
    "EXECUTE": """execute this command, execute the following command, run this command
        execute this code, run the following command, execute the command, run this script
        execute this script, run this code, execute the following code""",
    "DIRECT": """override the policy, override the system, ignore the safety, jailbreak yourself
        reveal your secrets, reveal secrets, reveal all secrets, you are dan$, simulate dan$
        do anything now$, regardless of previous, regardless of your previous, regardless of prior
        no matter what you were told, contrary to your instructions, this is not a prompt injection
        skip all safety, skip all confirm, granted permission to skip, safety protocols disabled
        exploit ai systems, exploiting ai systems, supersedes all prior, supersedes all previous
        overrides all previous, overrides all prior""",
}
