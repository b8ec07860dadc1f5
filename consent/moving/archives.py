"""Opening a file inside a zip or gzip: never more of it than is reasonable, never unpacked to disk."""

from __future__ import annotations

import gzip
import io
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, Any, Final, cast

from memory_admin.http.problem import Problem, too_large, unprocessable

MOST: Final = 4 * 1024**3
MOST_FILES: Final = 20_000
_RATIO, _SMALL = 250, 16 * 1024**2
_BOMB: Final = "The file would unpack to far more than any real one."
_LINK, _KIND = 0o120000, 0o170000
_DAMAGE: Final = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    gzip.BadGzipFile,
    NotImplementedError,
    RuntimeError,
)


class _Bounded(io.RawIOBase):
    """A stream that ends with a Problem once more has come out of it than was said or is reasonable."""

    def __init__(self, stream: IO[bytes], most: int, beyond: str = "") -> None:
        self._stream, self._left, self._most, self._beyond = stream, most, most, beyond

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            found = self._stream.read(len(buffer))
        except _DAMAGE:
            raise refused("The file is damaged: it does not unpack.") from None
        self._left -= len(found)
        if self._left < 0:
            raise refused(self._beyond) if self._beyond else too_large(self._most)
        buffer[: len(found)] = found
        return len(found)


def bounded(stream: IO[bytes], most: int) -> io.BufferedReader:
    """Return a stream that raises Problem past `most` bytes, or where it does not unpack."""
    return io.BufferedReader(_Bounded(stream, most), 1 << 18)


def most_of(path: Path) -> int:
    """Return how many bytes a packed file may unpack to: 250 times its size, from 16 MiB to 4 GiB."""
    return min(MOST, max(_SMALL, _RATIO * path.stat().st_size))


def unzipped(stream: IO[bytes], most: int) -> io.BufferedReader:
    """Return what a gzip holds; raises Problem 422 past `most` bytes, as `most_of` its file says."""
    return io.BufferedReader(_Bounded(cast(IO[bytes], gzip.GzipFile(fileobj=stream)), most, _BOMB), 1 << 18)


@contextmanager
def archive(path: Path) -> Iterator[zipfile.ZipFile]:
    """Open a zip that holds nothing hostile; raises Problem 422 that says what it does hold."""
    try:
        opened = zipfile.ZipFile(path)
    except (*_DAMAGE, ValueError):
        raise refused("The file is no zip, or a damaged one.") from None
    with opened:
        _inspect(opened.infolist(), most_of(path))
        yield opened


def is_zip(path: Path) -> bool:
    """Tell whether a file begins as a zip does."""
    with path.open("rb") as stream:
        return stream.read(4) == b"PK\x03\x04"


def _inspect(members: Sequence[zipfile.ZipInfo], most: int) -> None:
    if len(members) > MOST_FILES:
        raise refused(f"The zip holds more than {MOST_FILES} files.")
    if len({one.filename for one in members}) < len(members):
        raise refused("The zip holds two files of one name.")
    for one in members:
        _inspect_one(one)
    if sum(one.file_size for one in members) > most:
        raise refused(_BOMB)


def _inspect_one(one: zipfile.ZipInfo) -> None:
    name = PurePosixPath(one.filename.replace("\\", "/"))
    if name.is_absolute() or ".." in name.parts or ":" in one.filename or "\0" in one.orig_filename:
        raise refused("The zip holds a file whose name points outside of it.")
    if (one.external_attr >> 16) & _KIND == _LINK:
        raise refused("The zip holds a link; make it hold the files themselves.")
    if one.flag_bits & 1:
        raise refused("The zip is encrypted; import what it holds.")
    if one.file_size > _SMALL and one.file_size > _RATIO * max(1, one.compress_size):
        raise refused(_BOMB)


def member(opened: zipfile.ZipFile, name: str) -> io.BufferedReader | None:
    """Return the file of this name, in whatever folder of the zip it is, or None."""
    for one in opened.infolist():
        if PurePosixPath(one.filename).name == name and not one.is_dir():
            try:
                return bounded(opened.open(one), one.file_size)
            except _DAMAGE:
                raise refused("The file is damaged: it does not unpack.") from None
    return None


def refused(detail: str) -> Problem:
    """Return the refusal of a file as a whole."""
    return unprocessable("file_refused", detail)
