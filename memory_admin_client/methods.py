"""Every method of both clients, by the call it describes."""

from __future__ import annotations

from memory_admin_client.calls import agreeing, asking, contexts, memories, standing
from memory_admin_client.method import Listing, Method, Plan


class Methods:
    """What a client can do; each line is a function of `calls`, with its arguments and its answer."""

    whoami = Method(asking.whoami)
    recall = Method(asking.recall)
    prompt = Method(asking.prompt)
    validate = Method(asking.validate)

    create_memory = Method(memories.create_memory)
    create_memories = Method(memories.create_memories)
    ingest = Method(memories.ingest)
    get_memory = Method(memories.get_memory)
    list_memories = Listing(memories.list_memories)
    memory_versions = Method(memories.memory_versions)
    update_memory = Method(memories.update_memory)
    delete_memory = Method(memories.delete_memory)
    grant = Method(memories.grant)
    withdraw_grant = Method(memories.withdraw_grant)
    generalize = Method(memories.generalize)

    list_consents = Listing(agreeing.list_consents)
    give_consent = Method(agreeing.give_consent)
    get_consent = Method(agreeing.get_consent)
    consent_receipt = Method(agreeing.consent_receipt)
    approve_consent = Method(agreeing.approve_consent)
    deny_consent = Method(agreeing.deny_consent)
    revoke_consent = Method(agreeing.revoke_consent)
    check_access = Method(agreeing.check_access)
    check_many = Method(agreeing.check_many)
    explain_access = Method(agreeing.explain_access)
    privacy_audit = Listing(agreeing.privacy_audit)
    get_trust = Method(agreeing.get_trust)
    set_trust = Method(agreeing.set_trust)
    request_trust = Method(agreeing.request_trust)

    list_contexts = Listing(contexts.list_contexts)
    create_context = Method(contexts.create_context)
    get_context = Method(contexts.get_context)
    update_context = Method(contexts.update_context)
    enter_context = Method(contexts.enter_context)
    leave_context = Method(contexts.leave_context)
    current_sessions = Method(contexts.current_sessions)
    get_facts = Method(contexts.get_facts)
    put_facts = Method(contexts.put_facts)
    delete_facts = Method(contexts.delete_facts)
    promote_fact = Method(contexts.promote_fact)

    get_profile = Method(standing.get_profile)
    update_profile = Method(standing.update_profile)
    list_jobs = Listing(standing.list_jobs)
    get_job = Method(standing.get_job)
    cancel_job = Method(standing.cancel_job)
    wait_job = Plan(standing.wait_job)
    list_violations = Listing(standing.list_violations)
    get_violation = Method(standing.get_violation)
    update_violation = Method(standing.update_violation)
