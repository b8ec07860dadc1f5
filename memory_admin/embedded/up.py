"""`memory-admin up`: start everything, say how to reach it, look after it, stop it in order."""

import argparse
import os
import signal
import sys
import time
import urllib.error
import urllib.request
from types import FrameType
from typing import NoReturn

from memory_admin.embedded import meaning, parts, places, stores
from memory_admin.embedded.announce import announce
from memory_admin.embedded.first_steps import FirstSteps, take_first_steps
from memory_admin.embedded.home import Home, chosen_home
from memory_admin.embedded.postgres import EmbeddedPostgres
from memory_admin.embedded.problems import USAGE_EXIT_CODE, CannotStart, explain_os_error
from memory_admin.embedded.supervisor import Supervisor
from memory_admin.embedded.valkey import EmbeddedValkey

READY_SECONDS = 60.0
STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stopped(BaseException):
    """Somebody asked us to stop; not an Exception, so that nothing on the way swallows it."""


def main(arguments: list[str]) -> int:
    """Run until stopped and return the exit code: 0 after a stop, 2 when it cannot start."""
    options = parse(arguments)
    supervisor = Supervisor()
    for number in STOPPING:
        signal.signal(number, _stop)
    try:
        start(options, supervisor)
        supervisor.watch()
    except Stopped:
        places.say("stopping")
    except CannotStart as problem:
        places.say(str(problem))
        return USAGE_EXIT_CODE
    except OSError as error:
        places.say(explain_os_error(error))
        return USAGE_EXIT_CODE
    finally:
        supervisor.stop()
    return 0


def parse(arguments: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="memory-admin up", description="Start everything on this machine.")
    parser.print_usage = lambda file=None: None  # type: ignore[method-assign]
    parser.add_argument("--home", help="folder of the installation (MEMORY_ADMIN_HOME, ~/.memory-admin)")
    parser.add_argument("--port", type=int, default=8000, help="port of the site on 127.0.0.1 (8000)")
    parser.add_argument("--demo", action="store_true", help="load the demonstration, if it is not there yet")
    parser.add_argument("--json", action="store_true", help="print one line of JSON once everything is ready")
    return parser.parse_args(arguments)


def start(options: argparse.Namespace, supervisor: Supervisor) -> None:
    """Start part after part and print how to reach them; raises CannotStart with the way out."""
    home = Home(chosen_home(options.home))
    home.prepare()
    for port in (options.port, options.port + 1):
        if not places.is_free(port):
            taken = f"port {port} of 127.0.0.1 is taken"
            raise CannotStart(f"{taken}: stop what listens there, or choose another --port")
    settings = _start_embeddings(home, _settings(home, options.port, supervisor), supervisor)
    environment = parts.environment(home, settings)
    steps = take_first_steps(home, environment, demo=options.demo)
    # Only migrations need the owner's rights: an empty value keeps the processes that serve from having them.
    serving = environment | {"DATABASE_OWNER_URL": ""}
    supervisor.add("site", parts.site(home, serving, options.port))
    supervisor.add("mcp", parts.mcp(home, serving, options.port + 1))
    _wait_until_ready(supervisor, "site", options.port)
    _wait_until_ready(supervisor, "mcp", options.port + 1)
    supervisor.add("clock", parts.clock(home, serving))
    supervisor.add("worker", parts.worker(home, serving))
    _announce(options, supervisor, steps)


def _settings(home: Home, port: int, supervisor: Supervisor) -> dict[str, str]:
    """Start what the environment does not name, and write down where everything is."""
    urls = stores.external_urls(os.environ, home)
    if urls is None:
        server = EmbeddedPostgres(home.database)
        supervisor.add("database", server)
        urls = stores.embedded_urls(server, home)
    logins = {"DATABASE_URL": urls.app, "DATABASE_OWNER_URL": urls.owner}
    found = logins | {"REDIS_URL": _cache_url(home, supervisor)}
    written = home.write_settings(home.first_settings(port) | found)
    settings = {**written, **os.environ, **logins}
    home.prepare_seals(settings)
    return settings


def _start_embeddings(home: Home, settings: dict[str, str], supervisor: Supervisor) -> dict[str, str]:
    """Start the model for search by meaning, where there is one here, and return the settings with it."""
    if meaning.is_elsewhere(home, settings):
        return settings
    served = meaning.served_here(home, settings)
    found = meaning.settings_of(served)
    home.write_settings(found)
    if served is not None:
        environment = parts.environment(home, settings)
        supervisor.add("embeddings", parts.embeddings(home, environment, served))
    return settings | found


def _cache_url(home: Home, supervisor: Supervisor) -> str:
    given = os.environ.get("REDIS_URL")
    if given:
        stores.check_cache(given)
        return given
    server = EmbeddedValkey(home.cache)
    supervisor.add("cache", server)
    return server.url


def _wait_until_ready(supervisor: Supervisor, name: str, port: int) -> None:
    """Wait for a server's own word; raises CannotStart when it ends first or takes too long."""
    part = supervisor.parts[name]
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline and part.child is not None and part.child.exit_code() is None:
        try:
            with urllib.request.urlopen(f"http://{places.LOCALHOST}:{port}/healthz", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
    raise CannotStart(f"the {name} did not become ready: see {name}.log in the folder logs of the home")


def _announce(options: argparse.Namespace, supervisor: Supervisor, steps: FirstSteps) -> None:
    pids = {"up": os.getpid()} | supervisor.pids()
    announce(options.port, steps, pids, as_json=options.json)


def _stop(_number: int, _frame: FrameType | None) -> NoReturn:
    """Stop once; further signals must not interrupt the stopping."""
    for number in STOPPING:
        signal.signal(number, signal.SIG_IGN)
    raise Stopped


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
