"""The first steps of a new installation: an agent, its token, a memory, a recall; what is done is ticked."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from audit.models import Recall
from consent.models import Memory
from memory_admin import env
from memory_admin.first_run import LABEL
from memory_admin.further_steps import QUESTION, further
from memory_admin.http.pages import PageRequest, page, show
from memory_admin.http.problem import not_found
from profiles.models import Credential, Principal
from profiles.services.pausing import working

_MEMORY = {
    "content": "Bella rests after lunch.",
    "subject_ids": ["dog:bella"],
    "access_grants": ["human:sean"],
}
_RECALL = {"query": QUESTION}


@dataclass(frozen=True, slots=True)
class Step:
    """One step: whether it was taken, where it is taken or seen here, and how at the other doors."""

    title: str
    done: bool
    says: str
    address: str
    button: str
    curl: str
    cli: str
    mcp: str
    see: str = ""
    seen: str = ""


@page()
def first_steps(request: PageRequest) -> HttpResponse:
    """Show an administrator what comes first here, each step at every door."""
    if not request.caller.is_admin:
        raise not_found()
    context = {"steps": steps(), "further": further(timezone.now()), "terminal": terminal()}
    return show(request, "first_steps.html", context)


def terminal() -> str:
    """Return the line that lets a terminal of this machine find the command and this installation."""
    command = shlex.quote(str(Path(sys.executable).parent))
    return f'export PATH={command}:"$PATH" {env.HOME_VARIABLE}={shlex.quote(str(env.home()))}'


def begun() -> bool:
    """Tell whether memory was ever written and asked for, so that the guide need not be offered first."""
    return Memory.objects.exists() and Recall.objects.exists()


def steps() -> list[Step]:
    """Return the steps as far as they are taken."""
    agent = (
        Principal.objects.filter(namespace="si", active=True, verified_at__isnull=False)
        .order_by("-pk")
        .first()
    )
    name = agent.entity_id if agent else "si:luna_agent"
    token = agent is not None and working(agent, timezone.now()).exists()
    any_token = token or Credential.objects.filter(revoked_at=None, principal__namespace="si").exists()
    return [
        _agent(name if agent else ""),
        _token(name, agent, any_token),
        _memory(name),
        _recall(name),
    ]


def _another() -> str:
    """Return a name that no agent here has yet, so that making it is no conflict."""
    names = ["si:luna_agent", "si:max_agent", *(f"si:agent_{number}" for number in range(2, 100))]
    taken = set(Principal.objects.filter(entity_id__in=names).values_list("entity_id", flat=True))
    return next((one for one in names if one not in taken), "si:one_more_agent")


def _agent(name: str) -> Step:
    known = f"{name} is here, and vouched for. " if name else ""
    return Step(
        "Create an agent", bool(name), f"{known}An agent has an id of its own, and you vouch for it.",
        reverse("principal-new"), "Make another" if name else "Make one",
        _curl("principals", {"id": _another()}, "ADMIN_TOKEN"),
        f"memory-admin principal create {_another()}",
        "No tool does this: an agent does not make agents.",
    )  # fmt: skip


def _token(name: str, agent: Principal | None, done: bool) -> Step:
    address = reverse("token-new", args=[name]) if agent else reverse("principal-new")
    printed = agent is not None and working(agent, timezone.now()).filter(label=LABEL).exists()
    where = f"That of {name} was printed in the terminal where memory-admin up runs. " if printed else ""
    return Step(
        "Give it a token", done, f"Whoever holds it is this agent. {where}It is shown once, and kept "
        "nowhere: if it is lost, issue another.",
        address, "Issue a token" if agent else "Make the agent first",
        f"curl -s {_api()}/whoami -H 'Authorization: Bearer TOKEN'",
        f"memory-admin token create {name} --label trial "
        "--scopes memory,recall,grant,consent,context,privacy,validate",
        "In the client's settings: \"headers\": { \"Authorization\": \"Bearer TOKEN\" }",
    )  # fmt: skip


def _memory(name: str) -> Step:
    text = _MEMORY["content"]
    return Step(
        "Let it write a memory", Memory.objects.exists(),
        f"As {name}: it is the agent's own, about the dog Bella, and private. It says that human:sean may "
        "read it too; that waits until whoever speaks for Bella agrees.",
        reverse("memory-new"), "Write one of your own here",
        _curl("memories", _MEMORY, "TOKEN"),
        f"memory-admin raw {json.dumps(text)} --as {name} --subject dog:bella --access human:sean",
        f"memory_add {json.dumps(_MEMORY)}",
        reverse("memories"), "Look at memories",
    )  # fmt: skip


def _recall(name: str) -> Step:
    return Step(
        "Recall it", Recall.objects.exists(),
        "What comes back goes into a prompt: marked as data, with where it comes from, and on record.",
        f"{reverse('bench')}?{urlencode({'principal': name})}", "See each stage of it here",
        _curl("recall", _RECALL, "TOKEN"),
        f"memory-admin recall {json.dumps(_RECALL['query'])} --as {name}",
        f"memory_recall {json.dumps(_RECALL)}",
        reverse("audit") + "?action=memory.recall", "See who asked for what",
    )  # fmt: skip


def _api() -> str:
    return f"{settings.PUBLIC_URL}/api/v1"


def _curl(path: str, body: Mapping[str, object], token: str) -> str:
    return (
        f"curl -s {_api()}/{path} -H 'Authorization: Bearer {token}' "
        f"-H 'Content-Type: application/json' -d '{json.dumps(body)}'"
    )
