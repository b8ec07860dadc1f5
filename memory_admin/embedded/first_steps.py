"""Migrate, load the demonstration and make the first link and token, in a process that ends afterwards.

That process alone has the owner's rights, and its memory is given back before anything serves.
"""

import json
import subprocess
import sys
from dataclasses import dataclass, field
from subprocess import DEVNULL, PIPE

from memory_admin.embedded import places
from memory_admin.embedded.home import Home
from memory_admin.embedded.problems import CannotStart


@dataclass(frozen=True, slots=True)
class FirstSteps:
    """What a newcomer needs: a link that signs in once, an agent's token, a line to try it."""

    admin_link: str = field(repr=False)
    token: str = field(repr=False)
    curl: str = field(repr=False)


def take_first_steps(home: Home, environment: dict[str, str], *, demo: bool) -> FirstSteps:
    """Run `memory-admin prepare` and return its answer; raises CannotStart when it fails."""
    argv = [sys.executable, "-m", "memory_admin.cli", "prepare", *(["--demo"] if demo else [])]
    log = home.logs / "prepare.log"
    with open(places.open_log(log), "wb") as stream:
        done = subprocess.run(argv, env=environment, cwd=home.path, stdin=DEVNULL, stdout=PIPE, stderr=stream)
    if done.returncode != 0:
        raise CannotStart(f"the database could not be brought up to date: see the end of {log}")
    return FirstSteps(**json.loads(done.stdout.splitlines()[-1]))
