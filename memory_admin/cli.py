"""The command `memory-admin`: `up` starts everything, any other name is a management command."""

import logging
import os
import sys
from urllib.parse import SplitResult, urlsplit

from memory_admin import env, verbs

USAGE_EXIT_CODE = 2
APP_ROLE = "memory_admin_app"
# They work on for others: their log is read. Whoever runs another command reads its answer only.
SERVING = frozenset({"mcp"})
USAGE = """\
memory-admin COMMAND [OPTIONS]     memory-admin help COMMAND explains one

{commands}

Commands find the installation by MEMORY_ADMIN_HOME (~/.memory-admin). With --json they answer in JSON; exit
code 0 is done, 1 refused, 2 asked wrongly.
"""


def main() -> int:
    """Run one command and return its exit code."""
    arguments = sys.argv[1:]
    if not arguments or arguments in (["-h"], ["--help"], ["help"]):
        print(USAGE.format(commands=verbs.listed()), end="")
        return 0
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_admin.settings")
    if arguments[0] == "up" or arguments == ["help", "up"]:
        from memory_admin.embedded.up import main as up

        return up(arguments[1:] if arguments[0] == "up" else ["--help"])
    if arguments[0] == "serve" or arguments == ["help", "serve"]:
        from memory_admin.embedded.serve import main as serve

        env.load_home()
        return serve(arguments[1:] if arguments[0] == "serve" else ["--help"])
    if arguments[0] == "embeddings" or arguments == ["help", "embeddings"]:
        from memory_admin.embeddings.server import main as embeddings

        env.load_home()
        return embeddings(arguments[1:] if arguments[0] == "embeddings" else ["--help"])
    return manage(arguments)


def manage(arguments: list[str]) -> int:
    """Run a management command against the installation; what is missing is said in one line."""
    import django
    from django.core.management import execute_from_command_line, get_commands
    from django.db import OperationalError

    prefer_the_app_role()
    if arguments[0] == "help" or {"-h", "--help"} & set(arguments):
        explain_without_an_installation()
    try:
        connect_once()
        django.setup()
        name = arguments[1] if arguments[0] == "help" else arguments[0]
        if name not in get_commands():
            return complain(verbs.unknown(name))
        quieten(name)
        execute_from_command_line(["memory-admin", *arguments])
    except env.MissingSetting as error:
        return complain(str(error))
    except OperationalError as error:
        reason = str(error).strip().splitlines()[0]
        return complain(f"the database does not answer ({reason}): is `memory-admin up` running?")
    return 0


def quieten(name: str) -> None:
    """Write no log but warnings beside the answer of a command that serves nobody."""
    from memory_admin import logs

    if name not in SERVING:
        logs.configure(logging.WARNING)


def connect_once() -> None:
    """Do without the site's pool of connections: a command needs one, and a refusal at once."""
    from django.conf import settings

    options = settings.DATABASES["default"]["OPTIONS"]
    if isinstance(options, dict):
        options.pop("pool", None)


def explain_without_an_installation() -> None:
    """Let help load the settings before the first `up`; it connects to nothing."""
    env.load_home()
    os.environ.setdefault("MEMORY_ADMIN_SECRET_KEY", "unused")
    os.environ.setdefault("DATABASE_URL", "postgres://unused@127.0.0.1:9/unused")
    os.environ.setdefault("REDIS_URL", "redis://127.0.0.1:9/0")


def prefer_the_app_role() -> None:
    """Log in as the app role where the environment names the role that `up` made it with."""
    given = urlsplit(os.environ.get("DATABASE_URL", ""))
    if not given.username or given.username == APP_ROLE:
        return
    from memory_admin.embedded.home import Home

    made = Home(env.home()).settings().get("DATABASE_URL", "")
    if _place(urlsplit(made)) == _place(given):
        os.environ["DATABASE_URL"] = made


def _place(url: SplitResult) -> tuple[str | None, int | None, str]:
    return url.hostname, url.port, url.path


def complain(text: str) -> int:
    """Say what is wrong on standard error and return the exit code for it."""
    print(f"memory-admin: {text}", file=sys.stderr)
    return USAGE_EXIT_CODE


if __name__ == "__main__":
    sys.exit(main())
