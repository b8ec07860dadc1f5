"""Break each clause about consent, parties and belonging: (clause, what it says, what its mutant says)."""

CONSENT = [
    ("a denial outweighs", "                return False\n", "                pass\n"),
    ("only an active record agrees", 'consent["status"] == "active"', 'consent["status"] != "denied"'),
    ("a record ends when it expires", 'now < consent["expires_at"]\n', "True\n"),
    ("a record ends at that very moment", 'now < consent["expires_at"]', 'now <= consent["expires_at"]'),
    ("a record begins when it is given", ' and consent["granted_at"] <= now)', ")"),
    (
        "everyone must agree",
        "return {party for party in parties if not agreed(world, label, grant, party, who, now)}",
        "lack = {party for party in parties if not agreed(world, label, grant, party, who, now)}\n"
        "    return lack if lack == parties else set()",
    ),
    ("memory:M covers that memory", 'target == label["id"]', "True"),
    ("subject:S covers S's agreement only", "target == party and ", ""),
    (
        "ctx:X covers memories of X only",
        'label["context"] == consent["scope"]',
        'label["context"] is not None',
    ),
    ("`all` is the grantor's own, not its wards'", 'consent["grantor"] == party', "True"),
    ("a record covers its grantee only", 'return given in ("*", grantee) or', "return True or"),
    ("a record for `*` covers all grants", 'given in ("*", grantee)', "given in (grantee,)"),
    ("a record for a collective covers its members", " or given in collectives_of(world, grantee, now)", ""),
    ("a record for a context is for its listed then", 'set(consent["participants"]) & ', ""),
    ("a record for a context is for its listed now", " & set(participants_of(world, given))", ""),
    (
        "a record for a context covers its participants",
        "(who if grantee == given else grantee) in listed",
        "grantee == given and who in listed",
    ),
    ("a collective does not speak itself", "({party} if individual(party) else set())", "{party}"),
    ("a custodian speaks for its ward", "speakers = custodians_of(world, party, now) | ", "speakers = "),
    (
        "the owner's own act of granting agrees",
        'bool(grant["owner_agreed"] and label["owner"] in speakers)',
        "False",
    ),
    ("only if it was the owner's own act", 'grant["owner_agreed"] and ', ""),
    ("only where the owner speaks for the party", ' and label["owner"] in speakers', ""),
]

PARTIES = [
    (
        "subjects must agree",
        "(subjects | told if both or subjects <= {owner} else subjects)",
        "told",
    ),
    ("the source must agree where there is no subject", "or subjects <= {owner} ", "or subjects == {owner} "),
    (
        "the source must agree where the owner is the only subject",
        "or subjects <= {owner} ",
        "or not subjects ",
    ),
    (
        "the source need not where there are subjects",
        "subjects | told if both or subjects <= {owner} else subjects",
        "subjects | told",
    ),
    ("policy subjects_and_source asks both", "both or subjects <= {owner}", "subjects <= {owner}"),
    ("the owner must agree where there is neither", " or {owner}", ""),
    ("a source that is the owner is no source", "{source} - {None, owner}", "{source} - {None}"),
    ("who told it may see it", 'grantee in told and label["source_attested"]', "False"),
    ("only where the server saw who told it", ' and label["source_attested"]', ""),
    ("the only subject may see it", "len(subjects) == 1 and grantee in about", "False"),
    ("only where it is the only one", "len(subjects) == 1 and ", ""),
    (
        "the only subject's custodian may see it",
        "subjects.union(*(custodians_of(world, one, now) for one in subjects))",
        "subjects",
    ),
    ("an agent that relays must agree", 'namespace(source) == "si"', "False"),
    ("only agents relay", 'told and namespace(source) == "si"', "told"),
    ("not to be shown what it told itself", " and grantee != source:", ":"),
    ("the owner keeps knowing it", "return parties if grantee != owner else set()", "return parties"),
]

BELONGING = [
    ("a membership has a beginning and an end", "if since <= now and (until is None or now < until)]", "]"),
    ("a membership ends at that very moment", "now < until", "now <= until"),
    ("a membership begins at that very moment", "since <= now", "since < now"),
    ("membership is transitive", "                todo.append(above)\n", ""),
    ("a held entity is no grantee", 'not row.get("held", False) and ', ""),
    ("an inactive collective is none", '(individual(entity) or row.get("active", True))', "True"),
    ("a context's members are its participants", "namespace(above) in GROUPS", "True"),
    (
        "custodianship is not transitive",
        'return {one for of, one in live(world["custodians"], now) if of == subject and individual(one)}',
        "found = {subject}\n    for _ in range(9):\n"
        '        rows = live(world["custodians"], now)\n'
        "        found |= {one for of, one in rows if of in found and individual(one)}\n"
        "    return found - {subject}",
    ),
    ("a custodian is an individual", " and individual(one)}", "}"),
    (
        "ids match exactly, not by prefix",
        'grant["grantee"] in names and stands',
        'any(name.startswith(grant["grantee"]) for name in names) and stands',
    ),
    (
        "look-alikes differ",
        'grant["grantee"] in names and stands',
        'grant["grantee"].replace(chr(0x430), "a") in names and stands',
    ),
]
