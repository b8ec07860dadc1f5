"""A described call as a method: of the plain client it answers, of the asynchronous one it is awaited."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import wraps
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar, overload

from memory_admin_client.attempts import Steps
from memory_admin_client.call import Call, Pages

if TYPE_CHECKING:
    from memory_admin_client.client import AsyncMemoryAdmin, MemoryAdmin

P = ParamSpec("P")
T = TypeVar("T")


class Method(Generic[P, T]):
    """Sends the call that a function describes."""

    def __init__(self, describe: Callable[P, Call[T]]) -> None:
        self.describe = describe
        self.__doc__ = describe.__doc__

    @overload
    def __get__(self, asker: None, owner: type) -> Method[P, T]: ...
    @overload
    def __get__(self, asker: MemoryAdmin, owner: type) -> Callable[P, T]: ...
    @overload
    def __get__(self, asker: AsyncMemoryAdmin, owner: type) -> Callable[P, Awaitable[T]]: ...
    def __get__(self, asker: Any, owner: type) -> Any:
        return self if asker is None else bound(self.describe, asker.send)


class Listing(Generic[P, T]):
    """Goes through all pages of the list that a function describes, reading each when it is reached."""

    def __init__(self, describe: Callable[P, Pages[T]]) -> None:
        self.describe = describe
        self.__doc__ = describe.__doc__

    @overload
    def __get__(self, asker: None, owner: type) -> Listing[P, T]: ...
    @overload
    def __get__(self, asker: MemoryAdmin, owner: type) -> Callable[P, Iterator[T]]: ...
    @overload
    def __get__(self, asker: AsyncMemoryAdmin, owner: type) -> Callable[P, AsyncIterator[T]]: ...
    def __get__(self, asker: Any, owner: type) -> Any:
        return self if asker is None else bound(self.describe, asker.each)


class Plan(Generic[P, T]):
    """Takes the steps that a function describes, several calls and pauses among them."""

    def __init__(self, describe: Callable[P, Steps[T]]) -> None:
        self.describe = describe
        self.__doc__ = describe.__doc__

    @overload
    def __get__(self, asker: None, owner: type) -> Plan[P, T]: ...
    @overload
    def __get__(self, asker: MemoryAdmin, owner: type) -> Callable[P, T]: ...
    @overload
    def __get__(self, asker: AsyncMemoryAdmin, owner: type) -> Callable[P, Awaitable[T]]: ...
    def __get__(self, asker: Any, owner: type) -> Any:
        return self if asker is None else bound(self.describe, asker.take)


def bound(describe: Callable[P, T], act: Callable[[T], Any]) -> Callable[P, Any]:
    """Return what describes first and then acts, under the name and text of the description."""

    @wraps(describe)
    def method(*args: P.args, **kwargs: P.kwargs) -> Any:
        return act(describe(*args, **kwargs))

    return method
