"""Break each clause about contexts, lists and trust: (clause, what it says, what its mutant says)."""

PLACES = [
    (
        "a role held in a context counts for its memories",
        'if seat.context == label["context"]:',
        "if seat.context:",
    ),
    ("a role held in a context does count there", 'if seat.context == label["context"]:', "if False:"),
    (
        "a context counts inside a session only",
        '{"*", seat.who, seat.context, ',
        '{"*", seat.who, *(one for one in world["contexts"] if seat.who in participants_of(world, one)), ',
    ),
    ("a context does count inside its session", '{"*", seat.who, seat.context, ', '{"*", seat.who, '),
    ("an inherited grant ends with the listing", 'grant["named"] or grant["grantee"] in listed', "True"),
    ("a named grant needs no listing", 'grant["named"] or ', ""),
    ("an inherited grant may come from the defaults", ', *context["default_access_grants"]}', "}"),
    (
        "an inherited grant may be to the context",
        '{label["context"], *context["participants"]',
        '{*context["participants"]',
    ),
    ("an inherited grant may be to a participant", ' *context["participants"],', ""),
    ("a session closes", 'row["closed"] or ', ""),
    ("a session expires", 'row["expires_at"] <= now or ', ""),
    ("a session expires at that very moment", 'row["expires_at"] <= now', 'row["expires_at"] < now'),
    ("a session is its participant's", ' or row["participant"] != asker["principal"]', ""),
    (
        "a session ends when its participant leaves",
        'return row if row["participant"] in participants_of(world, row["context"]) else None',
        "return row",
    ),
    (
        "a dead session is not as good as none",
        'if asker["session"] and session_of(world, asker, now) is None:',
        "if False:",
    ),
    (
        "a credential may need a session",
        'if asker.get("context_required") and not asker["session"]:',
        "if False:",
    ),
    ("one's own stack needs its scope", 'if own and not asker.get("recall_self"):', "if False:"),
    (
        "one's own stack is one's own",
        '(own and world["memories"][memory]["owner"] != asker["principal"])',
        "False",
    ),
    ("one's own stack is read in any company", "silence=not own", "silence=True"),
    ("only what may be said there", "if silence and seat.context and not", "if False and not"),
    (
        "that binds the owner too",
        "if silence and seat.context and not",
        'if silence and seat.context and first != "owner" and not',
    ),
    ("what is for everyone may be said", 'in ("*", seat.context) and not', "in (seat.context,) and not"),
    ("what is for the context may be said", 'in ("*", seat.context) and not', 'in ("*",) and not'),
    (
        "it may be said with consent only",
        'in ("*", seat.context) and not missing(world, label, grant, seat.who, now)',
        'in ("*", seat.context)',
    ),
    ("what all there may know may be said", "return audience and all(", "return False and all("),
    ("all there, not one", "return audience and all(", "return audience and any("),
    (
        "who never came told nobody what it knows",
        'not room.get("absent") or theirs',
        "True",
    ),
    ("an owner may know who sees its own", 'in (seat.who, room["owner"])', 'in (room["owner"],)'),
    ("who brought all together may know as well", 'in (seat.who, room["owner"])', "in (seat.who,)"),
    ("others there have their roles", '["roles"].get(who)', '["roles"].get(None)'),
    (
        "policy strict: public and context only",
        '(policy == "arrived" and',
        '(policy == "strict" or policy == "arrived" and',
    ),
    (
        "acting for one: that one sees it too",
        "for seat in seats(world, asker, now)]\n    return next",
        "for seat in seats(world, asker, now)[:1]]\n    return next",
    ),
    (
        "acting for one: the agent sees it too",
        "for seat in seats(world, asker, now)]\n    return next",
        "for seat in seats(world, asker, now)[-1:]]\n    return next",
    ),
    ("who is acted for is in the context if listed", "else Seat(who)\n", "else Seat(who, context)\n"),
    ("its sources must be visible too", "any(reason not in YES for reason in sources)", "False"),
    (
        "the sources' sources too",
        'parents = world["memories"].get(one, {"parents": ()})["parents"]',
        'parents = world["memories"][memory]["parents"]',
    ),
    (
        "what may be said of sources binds too",
        "for label in labels if label)",
        "for label in labels[:1] if label)",
    ),
    ("a source that is gone admits nobody", 'else "no_source"', 'else "granted"'),
]

LISTING = [
    (
        "a grant to an empty context reaches nobody",
        'someone = namespace(grantee) != "ctx" or bool(',
        "someone = bool(1 or ",
    ),
    ("a held grantee is not listed", "someone and usable(world, grantee) and", "someone and"),
    (
        "an inherited grant is listed while it stands",
        'and stands(world, world["memories"][memory], grant)\n',
        "\n",
    ),
    (
        "one participant is enough to be listed",
        "if set() in lacking(world, memory, grant, now)}",
        "if not any(lacking(world, memory, grant, now))}",
    ),
    ("what waits names whom it waits for", "set().union(*sets)", "sets[0]"),
]

TRUST = [
    (
        "a value out of range is nothing",
        "float(value) if value is not None and 0.0 <= value <= 1.0 else 0.0",
        "max(0.0, min(1.0, value)) if value is not None else 0.0",
    ),
    (
        "a missing value is nothing",
        "float(value) if value is not None and 0.0",
        "1.0 if value is None else float(value) if 0.0",
    ),
    (
        "a public memory shows up to its ceiling",
        "if all(public(world, label, seat, now) for label in labels):",
        "if False:",
    ),
    ("with a subject nothing is public", 'not label["subjects"] and any', "any"),
    (
        "public needs consent too",
        "any(not missing(world, label, one, seat.who, now) for one in grants)",
        "bool(grants)",
    ),
    ("a source that is not public makes it not public", "for label in labels):", "for label in labels[:1]):"),
    (
        "the context's trust comes first",
        "dict.fromkeys((seat.context, None))",
        "dict.fromkeys((None, seat.context))",
    ),
    ("another context's trust counts nothing", ' and row["context"] == context]', "]"),
    (
        "trust in the asker comes before its collectives'",
        '({seat.who}, collectives, {"*"})',
        '(collectives, {seat.who}, {"*"})',
    ),
    ("trust in a collective counts", '({seat.who}, collectives, {"*"})', '({seat.who}, {"*"})'),
    ("the owner's own default counts", '({seat.who}, collectives, {"*"})', "({seat.who}, collectives)"),
    (
        "of several collectives the lowest",
        'return min(sound(row["base_trust"])',
        'return max(sound(row["base_trust"])',
    ),
    (
        "the policy's default comes last",
        'return sound(world["policy"]["default_trust"]), False',
        "return 1.0, False",
    ),
    (
        "the owner sees all of it",
        "        return 1.0, False\n    if all",
        "        return ceiling, False\n    if all",
    ),
    (
        "the lower of ceiling and trust",
        "return min(ceiling, trusted, *limits)",
        "return min(1.0, trusted, *limits)",
    ),
    (
        "no further than the sources",
        "min(ceiling, trusted, *limits), strict",
        "min(ceiling, trusted), strict",
    ),
    (
        "the lower of trust and ceiling",
        "return min(ceiling, trusted, *limits)",
        "return min(1.0, ceiling, *limits)",
    ),
    (
        "the lowest ceiling of the lineage",
        "for label in labels)\n    if labels[0]",
        "for label in labels[:1])\n    if labels[0]",
    ),
    ("strict mode caps at summary", "min(trusted, 0.5) if strict else trusted", "trusted"),
    (
        "acting for one: the lower tier",
        "shares = [shown(world, memory, seat, now) for seat in seats(world, asker, now)]",
        "shares = [shown(world, memory, seat, now) for seat in seats(world, asker, now)[:1]]",
    ),
    ("a tier begins at its number", "if value >= least", "if value > least or not least"),
]
