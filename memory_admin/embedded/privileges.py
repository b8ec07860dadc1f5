"""Giving up root for the database and the cache, and what an unprivileged program can still reach."""

import importlib.util
import os
import pwd
import shutil
import stat
import sys
import tempfile
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from memory_admin.embedded.problems import CannotStart

UNPRIVILEGED = ("postgres", "nobody")
SHARED_PROGRAMS = Path("/var/lib/memory-admin/programs")
OTHERS_MAY_READ = stat.S_IROTH | stat.S_IXOTH


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
    raise CannotStart("PostgreSQL refuses to run as root and there is no user 'postgres' or 'nobody': add one")


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


def package_folder(package: str) -> Path:
    """Return where an installed package lies, without importing it."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise CannotStart(f"the package {package} is not installed: install requirements.txt")
    return Path(next(iter(spec.submodule_search_locations)))


def reachable(package: str, account: Account | None) -> Path:
    """Return a copy of the package's folder that `account` can read, or the folder itself if it can."""
    folder = package_folder(package)
    if account is None or can_reach(folder):
        return folder
    name = package.replace("_", "-")
    shared = SHARED_PROGRAMS / f"{name}-{version(name)}"
    if not shared.exists():
        _publish(folder, shared)
    return shared / package


def can_reach(path: Path) -> bool:
    """Tell whether everybody may read `path` and pass through all folders above it."""
    above = all(parent.stat().st_mode & stat.S_IXOTH for parent in path.resolve().parents)
    return above and path.stat().st_mode & OTHERS_MAY_READ == OTHERS_MAY_READ


def _publish(folder: Path, shared: Path) -> None:
    """Copy programs (and the libraries beside them) to a place of root's that everybody may read."""
    shared.parent.mkdir(parents=True, exist_ok=True)
    for parent in (shared.parent.parent, shared.parent):
        parent.chmod(0o755)
    draft = Path(tempfile.mkdtemp(dir=shared.parent))
    for source in (folder, folder.with_name(folder.name + ".libs")):
        if source.exists():
            shutil.copytree(source, draft / source.name, symlinks=True)
    for path in (draft, *draft.rglob("*")):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | stat.S_IROTH | (stat.S_IXOTH if path.stat().st_mode & 0o100 else 0))
    try:
        draft.rename(shared)
    except OSError:
        shutil.rmtree(draft)
        if not shared.exists():
            raise
