"""One transaction for psql: clear, restore, prove the digests, take back again what was taken back since."""

from __future__ import annotations

import json
import subprocess
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final

from memory_admin.backups import archive, digests
from memory_admin.backups.access import Login, program
from memory_admin.backups.manifest import Manifest
from memory_admin.http.problem import Problem, conflict

SQL: Final = Path(__file__).parent / "sql"
DIFFERS, IN_USE = "BD001", "55P03"
RESTORE: Final = ("--schema=public", "--enable-row-security", "--no-owner", "--no-comments", "--file=-")
# Only the code of an error is told: its text may quote a row.
PSQL: Final = ("--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "-v", "ON_ERROR_STOP=1",
               "-v", "VERBOSITY=sqlstate", "--file=-")  # fmt: skip
Told = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Backup:
    """A file and what it says of itself."""

    path: Path
    manifest: Manifest


@dataclass(slots=True)
class TakenBack:
    """What was taken back since the backup, and again: numbers by kind, memories deleted, persons erased.

    `narrowed` is what memories had become that fewer were to know, or less of."""

    counts: dict[str, int] = field(default_factory=dict)
    gone: list[str] = field(default_factory=list)
    narrowed: list[dict[str, Any]] = field(default_factory=list)
    erased: list[dict[str, Any]] = field(default_factory=list)


def put_back(backup: Backup, login: Login, *, carry: bool, major: int, told: Told) -> TakenBack:
    """Replace the database's tables by the backup's in one transaction; on any error all stays as it was.

    `carry` takes back again what this database took back since. Raises 422 `backup_damaged`, 409
    `backup_refused` when somebody uses the tables, 503 `backup_failed`."""
    with tempfile.TemporaryFile() as answers, tempfile.TemporaryFile() as errors:
        argv = [str(program("psql", major=major)), *PSQL]
        psql = subprocess.Popen(
            argv, env=login.environment(), stdin=subprocess.PIPE, stdout=answers, stderr=errors
        )
        whole = _told_all(backup, piped(psql.stdin), carry, major, told)
        _close(psql)
        if psql.returncode or not whole:
            raise _refusal(backup.path, _text(errors))
        return _taken(_text(answers))


def _told_all(backup: Backup, psql: IO[bytes], carry: bool, major: int, told: Told) -> bool:
    """Tell psql everything; the commit only where the dump was read to its end. Returns whether it was."""
    try:
        _say(psql, "BEGIN;\n", _sql("forget"), _sql("keep") if carry else "", _sql("clear"))
        if not _restored(backup.path, psql, major, told):
            return False
        _say(psql, proof(backup.manifest), *_taking_back(carry), _sql("forget"), "COMMIT;\n")
    except BrokenPipeError:
        return False
    return True


def piped(stream: IO[bytes] | None) -> IO[bytes]:
    """Return a stream that was asked for as a pipe."""
    if stream is None:
        raise BrokenPipeError
    return stream


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode(errors="replace")


def _sql(name: str) -> str:
    return (SQL / f"{name}.sql").read_text(encoding="utf-8")


def _taking_back(carry: bool) -> list[str]:
    """Return what takes back again what was taken back since: rights, then answers, then memories."""
    return [_sql(name) for name in ("take_back", "take_back_answers", "take_back_memories") if carry]


def _say(stream: IO[bytes], *texts: str) -> None:
    stream.write("".join(texts).encode())
    stream.flush()


def _close(psql: subprocess.Popen[bytes]) -> None:
    """End psql's input, upon which what was not committed is rolled back, and wait for it."""
    with suppress(BrokenPipeError):
        piped(psql.stdin).close()
    psql.wait()


def _restored(path: Path, psql: IO[bytes], major: int, told: Told) -> bool:
    """Let pg_restore write its statements to psql; returns whether it came to the end of the dump."""
    argv = [str(program("pg_restore", major=major)), *RESTORE]
    running = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=psql, stderr=subprocess.DEVNULL)
    feeder = threading.Thread(target=_feed, args=(path, running, told))
    feeder.start()
    code = running.wait()
    feeder.join()
    return code == 0


def _feed(path: Path, running: subprocess.Popen[bytes], told: Told) -> None:
    """Hand the dump to pg_restore; where that ended early its exit code says so."""
    with suppress(BrokenPipeError), piped(running.stdin) as sink, archive.dump_of(path) as source:
        moved = 0
        while block := source.read(archive.BLOCK):
            sink.write(block)
            moved += len(block)
            told("restore", moved, 0)


def proof(manifest: Manifest) -> str:
    """Return statements that fail unless every table has the rows and digest of the manifest."""
    checks = "\n".join(_check(name, one) for name, one in manifest.tables.items())
    raising = f"IF wrong THEN RAISE EXCEPTION 'digest' USING ERRCODE = '{DIFFERS}'; END IF;"
    # A column may be called like a variable of the block (`found` is one always): then the column is meant.
    body = f"#variable_conflict use_column\nDECLARE wrong boolean := false;\nBEGIN\n{checks}\n{raising}\nEND"
    settings = "".join(f"{setting};\n" for setting in digests.SETTINGS)
    return f"{settings}SET LOCAL row_security TO on;\nDO $proof$\n{body}\n$proof$;\n"


def _check(name: str, one: digests.Content) -> str:
    found = f"(SELECT ROW(n, d) FROM ({digests.statement(name, one.columns)}) AS found(n, d))"
    wanted = f"ROW({one.rows}::bigint, '{one.digest}'::text)"
    return f"IF {found} IS DISTINCT FROM {wanted} THEN wrong := true; END IF;"


def _refusal(path: Path, said: str) -> Problem:
    """Return why it did not come to the end; psql tells the code of an error and nothing else."""
    if DIFFERS in said:
        return archive.damaged(path, "what it restores is not what its manifest says")
    if IN_USE in said:
        return conflict(
            "backup_refused", "Somebody uses the tables: stop everything that does, then try again."
        )
    code = said.strip().splitlines()[-1].split()[-1] if said.strip() else "the dump cannot be read"
    return Problem(503, "backup_failed", f"The restore failed ({code}). Nothing was changed.")


def _taken(answers: str) -> TakenBack:
    taken = TakenBack()
    for line in answers.splitlines():
        word, _, rest = line.partition(" ")
        if word == "gone":
            taken.gone.append(rest)
        elif word in {"erased", "narrowed"}:
            getattr(taken, word).append(json.loads(rest))
        elif word == "taken":
            kind, _, number = rest.partition(" ")
            taken.counts[kind] = taken.counts.get(kind, 0) + int(number)
    return taken
