"""Giving up root for the database and the cache, and what an unprivileged program can still reach."""

import os
import pwd
import sys
from dataclasses import dataclass
from pathlib import Path

from memory_admin.embedded.problems import CannotStart

UNPRIVILEGED = ("postgres", "nobody")


@dataclass(frozen=True, slots=True)
class Account:
    """An unprivileged user of the system."""

    uid: int
    gid: int


def account_for(folder: Path) -> Account | None:
    """Return who should own `folder` and run on it: None means whoever runs us, unless that is root."""
    if os.geteuid() != 0:
        return None
    if folder.exists() and folder.stat().st_uid != 0:
        return _account(pwd.getpwuid(folder.stat().st_uid))
    for name in UNPRIVILEGED:
        try:
            return _account(pwd.getpwnam(name))
        except KeyError:
            continue
    raise CannotStart("PostgreSQL refuses to run as root and there is no user 'nobody' to run it: add one")


def _account(entry: pwd.struct_passwd) -> Account:
    return Account(uid=entry.pw_uid, gid=entry.pw_gid)


def private_folder(folder: Path, account: Account | None = None) -> Path:
    """Create `folder` (0700) if needed, owned by `account`, and return it."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if account is not None:
        os.chown(folder, account.uid, account.gid)
    folder.chmod(0o700)
    return folder


def handle(folder: Path) -> tuple[int, str]:
    """Open a folder and return (descriptor, a path to it that needs no rights on its parents).

    A private folder below root's own folders cannot be reached by name once root is given up.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    return descriptor, f"/proc/self/fd/{descriptor}" if sys.platform == "linux" else str(folder)
