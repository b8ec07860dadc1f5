"""People with real tokens who write, look for and share memories over HTTP."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

from tests.safety.outside import client, token_of

API = "/api/v1"


@dataclass(frozen=True, slots=True)
class Person:
    """Someone with a token, and the ways it asks."""

    entity: str
    token: str

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Return the answer to a request as it is."""
        asker: Any = client(self.token)
        sent = b"" if body is None else json.dumps(body).encode()
        return asker.generic(method, API + path, sent, "application/json", headers=headers)

    def asked(self, method: str, path: str, body: Any = None, *, status: int = 200) -> Any:
        """Return the body of an answer that has this status."""
        answer = self.send(method, path, body)
        assert answer.status_code == status, answer.content
        return json.loads(answer.content or b"null")

    def get(self, path: str, **query: Any) -> Any:
        return self.asked("GET", path + ("?" + urlencode(query, doseq=True) if query else ""))

    def write(self, content: str, **fields: Any) -> str:
        """Keep a new memory and return its id."""
        return str(self.asked("POST", "/memories", {"content": content, **fields}, status=201)["id"])

    def listed(self, **query: Any) -> set[str]:
        """Return the texts on all pages of a list."""
        texts, cursor = set(), None
        while True:
            page = self.get("/memories", **query, **({"cursor": cursor} if cursor else {}))
            texts |= {item["content"] for item in page["items"]}
            cursor = page["next"]
            if cursor is None:
                return texts

    def searched(self, words: str, **query: Any) -> list[str]:
        """Return the texts a search finds, best first."""
        return [item["content"] for item in self.get("/memories", q=words, **query)["items"]]

    def recall(self, words: str, **fields: Any) -> Any:
        return self.asked("POST", "/recall", {"query": words, **fields})

    def recalled(self, words: str, **fields: Any) -> list[str]:
        """Return the texts a recall includes, best first."""
        return [item["content"] for item in self.recall(words, **fields)["items"]]

    def sees(self, memory: str) -> bool:
        """Tell whether the memory can be read by its id."""
        answer = self.send("GET", f"/memories/{memory}")
        assert answer.status_code in {200, 404}, answer.content
        return bool(answer.status_code == 200)

    def share(self, memory: str, grantee: str, **fields: Any) -> None:
        self.asked("POST", f"/memories/{memory}/grants", {"grantee": grantee, **fields}, status=201)

    def unshare(self, memory: str, grantee: str) -> None:
        self.asked("DELETE", f"/memories/{memory}/grants/{quote(grantee)}", status=204)

    def finds_nothing(self, words: str) -> bool:
        """Tell whether list, search and recall are all empty."""
        return not (self.listed() or self.searched(words) or self.recalled(words))


def person(entity: str, *scopes: str) -> Person:
    """Return someone verified with a new token: of the scopes named, or of all ordinary ones."""
    return Person(entity, token_of(entity, *scopes))


def administrator() -> Person:
    return person("human:admin", "admin", "audit", "principals", "privacy", "consent", "memory", "trust")
