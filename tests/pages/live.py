"""A real browser before a real server over this test's own database."""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import pytest
from selenium import webdriver

ARGUMENTS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
_NO_SCRIPT = {"profile.managed_default_content_settings.javascript": 2}


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@contextmanager
def server() -> Iterator[str]:
    """Serve the site on a free port of this machine; gives its address."""
    from django.core.wsgi import get_wsgi_application

    with make_server("127.0.0.1", 0, get_wsgi_application(), _Server, _Quiet) as running:
        thread = threading.Thread(target=running.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{running.server_port}"
        running.shutdown()
        thread.join()


def require_browser() -> tuple[str, str]:
    """Return the paths of the browser and its driver; skips, or fails where a browser is required."""
    browser, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if browser and driver:
        return browser, driver
    said = "the browser tests need Debian's chromium and chromium-driver"
    if os.environ.get("MEMORY_ADMIN_BROWSER_TESTS") == "required":
        pytest.fail(said)
    pytest.skip(said)


@contextmanager
def browser(*, script: bool = True) -> Iterator[webdriver.Chrome]:
    """Start a browser with a profile of its own, with or without JavaScript."""
    binary, driver = require_browser()
    folder = tempfile.mkdtemp(prefix="memory-admin-browser-")
    options = webdriver.ChromeOptions()
    options.binary_location = binary
    for argument in (*ARGUMENTS, f"--user-data-dir={folder}"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    if not script:
        options.add_experimental_option("prefs", _NO_SCRIPT)
    running = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    try:
        running.set_page_load_timeout(30)
        yield running
    finally:
        running.quit()
        shutil.rmtree(Path(folder), ignore_errors=True)
