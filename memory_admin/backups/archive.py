"""The file itself: a plain private tar of the dump, the manifest and the manifest's SHA-256."""

from __future__ import annotations

import hashlib
import os
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final

from memory_admin.backups.manifest import Dump, Manifest, decode, encode
from memory_admin.http.problem import Problem, conflict, unprocessable

DUMP, MANIFEST, SUM = "database.dump", "manifest.json", "manifest.sha256"
MEMBERS: Final = [DUMP, MANIFEST, SUM]
BLOCK: Final = 1 << 20
MOST_MANIFEST: Final = 16 << 20
Moved = Callable[[int], None]


def damaged(path: Path, how: str) -> Problem:
    """Return the refusal of a file that is not whole."""
    return unprocessable("backup_damaged", f"{path} is no whole backup: {how}. Nothing was changed.")


@contextmanager
def draft_of(path: Path) -> Iterator[IO[bytes]]:
    """Open a private draft (0600) that becomes `path` at the end; raises 409 where that exists already."""
    if path.exists():
        raise conflict("backup_refused", f"{path} exists already; name another file.")
    draft = path.with_name(path.name + ".partial")
    draft.unlink(missing_ok=True)
    descriptor = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)
    except FileExistsError:
        raise conflict("backup_refused", f"{path} exists already; name another file.") from None
    finally:
        draft.unlink(missing_ok=True)


def write_dump(file: IO[bytes], source: IO[bytes], moved: Moved) -> Dump:
    """Write the first member as it streams in; its header is filled in once its length is known."""
    start = file.tell()
    file.write(bytes(tarfile.BLOCKSIZE))
    digest, size = hashlib.sha256(), 0
    while block := source.read(BLOCK):
        file.write(block)
        digest.update(block)
        size += len(block)
        moved(size)
    _pad(file, size)
    end = file.tell()
    file.seek(start)
    file.write(_header(DUMP, size))
    file.seek(end)
    return Dump(size, digest.hexdigest())


def finish(file: IO[bytes], manifest: Manifest) -> None:
    """Write the manifest, its sum and the end of the archive."""
    data = encode(manifest)
    for name, content in ((MANIFEST, data), (SUM, hashlib.sha256(data).hexdigest().encode() + b"\n")):
        file.write(_header(name, len(content)))
        file.write(content)
        _pad(file, len(content))
    file.write(bytes(2 * tarfile.BLOCKSIZE))


def _header(name: str, size: int) -> bytes:
    member = tarfile.TarInfo(name)
    member.size, member.mode = size, 0o600
    return member.tobuf(format=tarfile.GNU_FORMAT)


def _pad(file: IO[bytes], size: int) -> None:
    file.write(bytes(-size % tarfile.BLOCKSIZE))


def read_manifest(path: Path) -> Manifest:
    """Return the manifest of a backup; raises Problem 422 `backup_damaged`, 404 where there is no file."""
    with _opened(path) as tar:
        data, said = _read(tar, MANIFEST), _read(tar, SUM)
        if hashlib.sha256(data).hexdigest().encode() != said.strip():
            raise damaged(path, "its manifest does not have the sum it says")
        try:
            return decode(data)
        except (ValueError, KeyError, TypeError):
            raise damaged(path, "its manifest cannot be read by this version") from None


def check_dump(path: Path, manifest: Manifest, moved: Moved) -> None:
    """Raise Problem 422 `backup_damaged` unless the dump is the one the manifest was written for."""
    digest, size = hashlib.sha256(), 0
    with dump_of(path) as source:
        while block := source.read(BLOCK):
            digest.update(block)
            size += len(block)
            moved(size)
    if (size, digest.hexdigest()) != (manifest.dump.bytes, manifest.dump.sha256):
        raise damaged(path, "its dump was changed or cut")


@contextmanager
def dump_of(path: Path) -> Iterator[IO[bytes]]:
    """Open the dump inside a backup."""
    with _opened(path) as tar, tar.extractfile(DUMP) or _none() as source:
        yield source


def _none() -> IO[bytes]:
    raise KeyError(DUMP)


@contextmanager
def _opened(path: Path) -> Iterator[tarfile.TarFile]:
    """Open a backup whose members are exactly ours; what cannot be read is called damaged."""
    try:
        with tarfile.open(path, "r:") as tar:
            members: list[Any] = tar.getmembers()
            if [one.name for one in members] != MEMBERS or not all(one.isreg() for one in members):
                raise damaged(path, "it does not hold a dump, a manifest and its sum")
            yield tar
    except (tarfile.TarError, EOFError, KeyError):
        raise damaged(path, "it cannot be read to its end") from None
    except FileNotFoundError:
        raise Problem(404, "not_found", f"There is no file {path}.") from None


def _read(tar: tarfile.TarFile, name: str) -> bytes:
    found = tar.extractfile(name)
    if found is None or tar.getmember(name).size > MOST_MANIFEST:
        raise KeyError(name)
    return found.read()
