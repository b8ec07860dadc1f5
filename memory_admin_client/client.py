"""The two clients: the same methods, one answering and one awaited."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from typing import Any, Self, TypeVar, Unpack

import httpx

from memory_admin_client.address import Options, Terms, checked_token, checked_url
from memory_admin_client.attempts import Answer, Lost, Pause, Step, Steps, attempts
from memory_admin_client.call import Call, Pages
from memory_admin_client.methods import Methods

T = TypeVar("T")
_NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
# The transport is used without httpx's client around it, whose log names each address with its query.
_Transport = TypeVar("_Transport", httpx.BaseTransport, httpx.AsyncBaseTransport)


class _Client(Methods):
    """What both clients are made of."""

    _terms: Terms
    _transport: Any

    @classmethod
    def from_environment(cls, **options: Unpack[Options]) -> Self:
        """Return a client of the site and token in MEMORY_ADMIN_URL and MEMORY_ADMIN_TOKEN."""
        url = os.environ.get("MEMORY_ADMIN_URL", "http://127.0.0.1:8000")
        made: Any = cls
        client: Self = made(url, os.environ.get("MEMORY_ADMIN_TOKEN", ""), **options)
        return client

    def speaking(self, *, act_as: str | None = None, on_behalf_of: str | None = None) -> Self:
        """Return a client of the same token and connections that acts as, or asks for, somebody else."""
        other = object.__new__(type(self))
        other._terms = replace(self._terms, act_as=act_as, on_behalf_of=on_behalf_of)
        other._transport = self._transport
        return other

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._terms.base!r}, token hidden)"


class MemoryAdmin(_Client):
    """A client of one site for one token; threads may share it. Close it, or use it in a `with`."""

    _transport: httpx.BaseTransport

    def __init__(
        self,
        url: str,
        token: str,
        *,
        transport: httpx.BaseTransport | None = None,
        **options: Unpack[Options],
    ) -> None:
        self._terms = terms(url, token, options)
        self._transport = transport or httpx.HTTPTransport()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections, those of `speaking` too."""
        self._transport.close()

    def send(self, call: Call[T]) -> T:
        """Return the answer to a call; raises MemoryAdminError."""
        return self.take(attempts(call, self._terms))

    def each(self, pages: Pages[T]) -> Iterator[T]:
        """Return the items of all pages, one after another."""
        cursor: str | None = ""
        while cursor is not None:
            page: Any = self.send(pages.at(cursor) if cursor else pages)
            yield from page["items"]
            cursor = page["next"]

    def take(self, steps: Steps[T]) -> T:
        """Take steps to their end and return what they come to."""
        said: Any = None
        while True:
            try:
                step = steps.send(said)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]
            said = self._done(step)

    def _done(self, step: Step) -> Any:
        if isinstance(step, Call):
            return self.send(step)
        if isinstance(step, Pause):
            return time.sleep(step.seconds)
        try:
            response = self._transport.handle_request(step)
            try:
                return Answer(response.status_code, response.headers, response.read())
            finally:
                response.close()
        except httpx.RequestError as error:
            return Lost(type(error).__name__, sent=not isinstance(error, _NEVER_SENT))


class AsyncMemoryAdmin(_Client):
    """The same client for asyncio: methods are awaited, lists are gone through with `async for`."""

    _transport: httpx.AsyncBaseTransport

    def __init__(
        self,
        url: str,
        token: str,
        *,
        transport: httpx.AsyncBaseTransport | None = None,
        **options: Unpack[Options],
    ) -> None:
        self._terms = terms(url, token, options)
        self._transport = transport or httpx.AsyncHTTPTransport()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections, those of `speaking` too."""
        await self._transport.aclose()

    async def send(self, call: Call[T]) -> T:
        """Return the answer to a call; raises MemoryAdminError."""
        return await self.take(attempts(call, self._terms))

    async def each(self, pages: Pages[T]) -> AsyncIterator[T]:
        """Return the items of all pages, one after another."""
        cursor: str | None = ""
        while cursor is not None:
            page: Any = await self.send(pages.at(cursor) if cursor else pages)
            for item in page["items"]:
                yield item
            cursor = page["next"]

    async def take(self, steps: Steps[T]) -> T:
        """Take steps to their end and return what they come to."""
        said: Any = None
        while True:
            try:
                step = steps.send(said)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]
            said = await self._done(step)

    async def _done(self, step: Step) -> Any:
        if isinstance(step, Call):
            return await self.send(step)
        if isinstance(step, Pause):
            return await asyncio.sleep(step.seconds)
        try:
            response = await self._transport.handle_async_request(step)
            try:
                return Answer(response.status_code, response.headers, await response.aread())
            finally:
                await response.aclose()
        except httpx.RequestError as error:
            return Lost(type(error).__name__, sent=not isinstance(error, _NEVER_SENT))


def terms(url: str, token: str, options: Options) -> Terms:
    """Return what a client speaks under; raises ValueError for what it should not be told."""
    if options.get("retries", 0) < 0:
        raise ValueError("retries is 0 or more.")
    base = checked_url(url, allow_http=options.get("allow_http", False))
    return Terms(base, checked_token(token), **options)
