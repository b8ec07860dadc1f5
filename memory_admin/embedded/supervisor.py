"""Keep the parts running: restart what crashes, give up on what keeps crashing, stop in order."""

import time
from collections import deque

from memory_admin.embedded import places
from memory_admin.embedded.children import WATCHER
from memory_admin.embedded.parts import Part, PythonPart
from memory_admin.embedded.problems import CannotStart

CRASHES_ALLOWED = 5
CRASH_WINDOW_SECONDS = 60.0
LONGEST_PAUSE_SECONDS = 8.0
LOOK_EVERY_SECONDS = 0.2


class Supervisor:
    """The parts in the order of their start; they are stopped in the reverse order."""

    def __init__(self) -> None:
        self.parts: dict[str, Part] = {}
        self._crashes: dict[str, deque[float]] = {}

    def add(self, name: str, part: Part) -> None:
        """Start a part and look after it from now on."""
        self.parts[name] = part
        part.start()

    def pids(self) -> dict[str, int]:
        """Return the process of every part."""
        return {name: part.child.pid for name, part in self.parts.items() if part.child is not None}

    def watch(self) -> None:
        """Look after the parts until interrupted; raises CannotStart when one keeps crashing."""
        while True:
            time.sleep(LOOK_EVERY_SECONDS)
            WATCHER.ensure()
            for name, part in self.parts.items():
                if part.child is not None and part.child.exit_code() is not None:
                    self._look_after(name, part)
                if isinstance(part, PythonPart):
                    places.trim_log(part.log)

    def stop(self) -> None:
        """Stop everything, the last started first, whatever goes wrong with one of them."""
        for part in reversed(self.parts.values()):
            part.stop()

    def _look_after(self, name: str, part: Part) -> None:
        try:
            self._restart(name, part)
        except CannotStart as problem:
            if not getattr(part, "optional", False):
                raise
            places.say(f"going on without {name}: {problem}")
            part.stop()

    def _restart(self, name: str, part: Part) -> None:
        pause = self._pause(name)
        places.say(f"{name} ended unexpectedly, starting it again in {pause:.1f} s")
        if part.child is not None:
            part.child.clear()
        time.sleep(pause)
        port = getattr(part, "port", None)
        part.start()
        if getattr(part, "port", None) != port:
            raise CannotStart(f"the port of the {name} was taken by another program meanwhile: start again")

    def _pause(self, name: str) -> float:
        """Return how long to wait before this restart (seconds), longer after each recent crash."""
        now = time.monotonic()
        recent = self._crashes.setdefault(name, deque())
        recent.append(now)
        while recent[0] < now - CRASH_WINDOW_SECONDS:
            recent.popleft()
        if len(recent) > CRASHES_ALLOWED:
            raise CannotStart(f"{name} crashed {len(recent)} times within a minute: see its log in the home")
        return min(0.25 * 2.0 ** (len(recent) - 1), LONGEST_PAUSE_SECONDS)
