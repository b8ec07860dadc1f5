"""A chat that recalls before each answer and has each answer validated before anybody sees it.

    MEMORY_ADMIN_URL=http://127.0.0.1:8000 MEMORY_ADMIN_TOKEN=ma_… python examples/chat.py
    … python examples/chat.py "How is Bella's heart?"        # one question instead of a conversation

Any model behind an OpenAI-compatible address answers: OPENAI_BASE_URL (like http://127.0.0.1:11434/v1),
OPENAI_MODEL and, where one is needed, OPENAI_API_KEY. Without an address a stand-in answers, so that
the way through is seen without a model.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

import httpx

from memory_admin_client import MemoryAdmin
from memory_admin_client.shapes.asking import Message

Messages = list[Message]
TURNS = 10
"""How many turns of the conversation a model is given again."""


def answered(memory: MemoryAdmin, question: str, past: Messages) -> str:
    """Return what may be said to a question.

    What is recalled goes before the model as it comes: one system message of the site's own, and the
    memories fenced in messages of the user. Nothing of it is ever put into a system message here.
    """
    recalled = memory.recall(question, limit=5, budget={"max_tokens": 1500})
    said = model([*recalled["messages"], *past, {"role": "user", "content": question}])
    checked = memory.validate(recalled["recall_id"], said)
    if checked["action_taken"] == "blocked":
        return "(The answer told more than may be told here, and was held back.)"
    return checked["redacted_response"]


def model(messages: Messages) -> str:
    """Return what the model says."""
    address = os.environ.get("OPENAI_BASE_URL")
    if not address:
        return stand_in(messages)
    answer = httpx.post(
        f"{address.rstrip('/')}/chat/completions",
        headers={"Authorization": f"Bearer {os.environ.get('OPENAI_API_KEY', 'none')}"},
        json={"model": os.environ.get("OPENAI_MODEL", "gpt-4o-mini"), "messages": messages},
        timeout=120,
    )
    answer.raise_for_status()
    return str(answer.json()["choices"][0]["message"]["content"])


def stand_in(messages: Messages) -> str:
    """Say what a model would have been given."""
    told = sum(message["content"].count("</recalled-memory-") for message in messages)
    return f"You asked: {messages[-1]['content']} I was given {told} memories to answer from."


def conversation(memory: MemoryAdmin, questions: Iterable[str]) -> None:
    """Answer each question, with the turns before it."""
    past: Messages = []
    for question in filter(None, map(str.strip, questions)):
        said = answered(memory, question, past)
        print(said, flush=True)
        past += [{"role": "user", "content": question}, {"role": "assistant", "content": said}]
        past = past[-2 * TURNS :]


def main() -> None:
    """Answer the arguments, or what is typed."""
    with MemoryAdmin.from_environment() as memory:
        conversation(memory, sys.argv[1:] or sys.stdin)


if __name__ == "__main__":
    main()
