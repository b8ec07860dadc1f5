"""The installation's folder: private, with the settings of every command in its .env (0600)."""

import os
import secrets
import shutil
import subprocess
import sys
from pathlib import Path

from memory_admin.embedded import places
from memory_admin.embedded.privileges import private_folder
from memory_admin.embedded.problems import CannotStart

NEEDED_BYTES = 200_000_000
LOCAL_PREFIX = f"http://{places.LOCALHOST}:"
HEADER = "# Written by `memory-admin up`. Variables set in the environment win over this file.\n"


class Home:
    """Paths and settings of one installation."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.env_file = path / ".env"
        self.database = path / "database"
        self.cache = path / "cache"
        self.logs = path / "logs"
        self.seal_key = path / "seal.pem"

    def prepare(self) -> int:
        """Make the folders and hold the lock (the descriptor returned) of this installation."""
        for folder in (self.path, self.logs, self.path / "static"):
            private_folder(folder)
        busy = f"another `memory-admin up` is running on {self.path}: stop that first"
        lock = places.lock(self.path / "lock", busy)
        free = shutil.disk_usage(self.path).free
        if free < NEEDED_BYTES:
            have = f"{free // 10**6} of {NEEDED_BYTES // 10**6} MB needed are free for {self.path}"
            raise CannotStart(f"the disk is full ({have}): free some space, or choose another --home")
        return lock

    def settings(self) -> dict[str, str]:
        """Return what .env says now."""
        if not self.env_file.is_file():
            return {}
        pairs = (line.partition("=") for line in self.env_file.read_text(encoding="utf-8").splitlines())
        return {key.strip(): value.strip() for key, sign, value in pairs if sign and not key.startswith("#")}

    def write_settings(self, changes: dict[str, str]) -> dict[str, str]:
        """Write `changes` into .env, keep every other line of it, and return all settings."""
        rest = dict(changes)
        text = self.env_file.read_text(encoding="utf-8") if self.env_file.is_file() else HEADER
        lines = text.splitlines()
        for number, line in enumerate(lines):
            key = line.partition("=")[0].strip()
            if key in rest:
                lines[number] = f"{key}={rest.pop(key)}"
        lines += [f"{key}={value}" for key, value in rest.items()]
        places.write_private(self.env_file, "\n".join(lines) + "\n")
        return self.settings()

    def first_settings(self, port: int) -> dict[str, str]:
        """Return what .env lacks: made once and never changed, but for the port in a local address."""
        settings = self.settings()
        made = {
            "MEMORY_ADMIN_SECRET_KEY": secrets.token_urlsafe(48),
            "MEMORY_ADMIN_ALLOWED_HOSTS": "127.0.0.1,localhost,[::1]",
            "MEMORY_ADMIN_SEAL_EXPORT": str(self.path.with_name(self.path.name + "-seals")),
            "MEMORY_ADMIN_SEAL_KEY": str(self.seal_key),
        }
        lacking = {key: value for key, value in made.items() if not settings.get(key)}
        if settings.get("MEMORY_ADMIN_PUBLIC_URL", LOCAL_PREFIX).startswith(LOCAL_PREFIX):
            lacking["MEMORY_ADMIN_PUBLIC_URL"] = f"{LOCAL_PREFIX}{port}"
        if settings.get("MEMORY_ADMIN_MCP_URL", LOCAL_PREFIX).startswith(LOCAL_PREFIX):
            lacking["MEMORY_ADMIN_MCP_URL"] = places.mcp_url(port)
        return lacking

    def prepare_seals(self, settings: dict[str, str]) -> None:
        """Make the signing key and the export folder, which lies outside so that a lost home leaves it."""
        if settings["MEMORY_ADMIN_SEAL_KEY"] == str(self.seal_key) and not self.seal_key.exists():
            making = [sys.executable, "-m", "memory_admin.signing_key"]
            made = subprocess.run(making, check=True, stdout=subprocess.PIPE, text=True)
            places.write_private(self.seal_key, made.stdout)
        export = Path(settings["MEMORY_ADMIN_SEAL_EXPORT"])
        try:
            private_folder(export)
        except OSError as error:
            raise CannotStart(
                f"sealed audit records cannot be exported to {export} ({error.strerror}): "
                "set MEMORY_ADMIN_SEAL_EXPORT to a folder outside the home"
            ) from error


def chosen_home(given: str | None) -> Path:
    """Return the folder asked for: --home, MEMORY_ADMIN_HOME, or ~/.memory-admin."""
    named = given or os.environ.get("MEMORY_ADMIN_HOME") or "~/.memory-admin"
    return Path(named).expanduser().absolute()
