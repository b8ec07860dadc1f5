"""Serve an application by processes forked once it is loaded: they share its pages, and a new one is there
at once."""

import gc
import importlib
import os
import sys
from collections.abc import Callable

from granian import cli


def main() -> None:
    """Load the application, which is the last argument, and hand over to the server."""
    serve: Callable[[], None] = cli.entrypoint
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_admin.settings")
    importlib.import_module(sys.argv[-1].partition(":")[0])
    gc.collect()
    # What is loaded stays: a collection that looked through it would copy every page.
    gc.freeze()
    serve()


if __name__ == "__main__":
    main()
