"""`subject export|erase|requests|approve|decline|verify`: a person's rights at the machine."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from consent.models import RightsRequest
from consent.queries import rights
from consent.rules.rights import ACCESS, ERASURE, STATES
from consent.serializers.rights import show_request
from consent.services.rights import certificates, requests
from consent.services.rights.requests import Asked, Word
from jobs import files
from jobs import services as jobs
from jobs.models import Job
from jobs.queries import public
from memory_admin.http.problem import Problem
from profiles.commands import USAGE, ProductCommand, Shown, local_caller, principal


class Command(ProductCommand):
    """A person's rights on the command line."""

    help = "Export or erase everything about a person, and answer what persons ask."

    def declare(self, parser: CommandParser) -> None:
        """Take a verb and its options."""
        verbs = self.verbs(
            parser,
            export="write everything about a person to a file, others in it masked",
            erase="count what would go; with --yes erase it, search every table, sign a certificate",
            requests="list what persons asked, what is due first",
            approve="agree to a request; an erasure is carried out",
            decline="refuse a request",
            verify="check a certificate of an erasure",
        )
        _take(verbs["export"], "entity", "whose: human:…")
        verbs["export"].add_argument("--out", metavar="FILE", help="where to (the request's id, .jsonl)")
        _take(verbs["erase"], "entity", "whom: human:…")
        verbs["erase"].add_argument("--yes", action="store_true", help="do it")
        keep = "leave the name in memories that are not about the person"
        verbs["erase"].add_argument("--keep-mentions", action="store_true", help=keep)
        for name in ("approve", "decline"):
            _take(verbs[name], "request", "rr_…")
        verbs["requests"].add_argument("--state", choices=STATES, help="only these")
        verbs["verify"].add_argument(
            "file", metavar="FILE", help="a certificate, or what `requests --json` said; - for standard input"
        )
        verbs["verify"].add_argument("--about", metavar="ENTITY", default="", help="check whose it is, too")

    def do_export(self, given: Namespace) -> Shown:
        """Export at once, and write the file."""
        by, now = local_caller(), timezone.now()
        entity = principal(given.entity).entity_id
        made = requests.export(entity, Asked(given.reason, ring=False), by=by, now=now)
        job = self._carried_out(made)
        file, parts = files.fetch(public(job), by=by, now=timezone.now(), reason=given.reason)
        out = Path(given.out or file.name)
        _write(out, parts)
        return Shown(
            {**_told(made), "file": str(out), "bytes": file.size, "sha256": file.sha256},
            [f"Wrote {out}: {file.size} bytes, {job.result.get('lines')} lines."],
        )

    def do_erase(self, given: Namespace) -> Shown:
        """Count, or erase."""
        by, now = local_caller(), timezone.now()
        entity = principal(given.entity).entity_id
        if not given.yes:
            counts = requests.preview(entity, by=by, now=now)
            lines = [f"{name.replace('_', ' ')}: {count}" for name, count in counts.items() if count]
            return Shown({"preview": counts}, [*lines, "Nothing was changed. Add --yes to erase all this."])
        asked = Asked(given.reason, given.keep_mentions, ring=False)
        return self._erased(requests.erase(entity, asked, by=by, now=now))

    def do_requests(self, given: Namespace) -> Shown:
        """List requests."""
        rows = rights.visible(local_caller(), timezone.now()).order_by("due_at", "pk")
        found = [show_request(row) for row in (rows.filter(state=given.state) if given.state else rows)]
        return Shown({"items": found}, [_line(one) for one in found] or ["Nobody asked for anything."])

    def do_approve(self, given: Namespace) -> Shown:
        """Agree, and carry an erasure out."""
        word = Word(True, given.reason, ring=False)
        made = requests.answer(given.request, word, by=local_caller(), now=timezone.now())
        if made.kind == ERASURE:
            return self._erased(made)
        if made.kind == ACCESS:
            self._carried_out(made)
        return Shown(_told(made), [_line(_told(made))])

    def do_decline(self, given: Namespace) -> Shown:
        """Refuse."""
        word = Word(False, given.reason)
        made = requests.answer(given.request, word, by=local_caller(), now=timezone.now())
        return Shown(_told(made), [_line(_told(made))])

    def do_verify(self, given: Namespace) -> Shown:
        """Check a certificate."""
        found = certificates.in_answer(_read(given.file))
        if given.about and len(found) > 1:
            found = [one for one in found if certificates.is_about(one, given.about)] or found[:1]
        checked = [(one, certificates.verify(one, entity=given.about)) for one in found]
        wrong = [said for _, each in checked for said in each]
        lines = [_verdict(one, each) for one, each in checked]
        return Shown({"ok": not wrong, "wrong": wrong, "checked": len(found)}, lines, failed=" ".join(wrong))

    def _erased(self, made: RightsRequest) -> Shown:
        job = self._carried_out(made, may_fail=True)
        told = _told(made)
        failed = " ".join(one["detail"] for one in job.errors) if job.state != "done" else ""
        line = f"Erased. Certificate: memory-admin subject requests --json ({told['id']})."
        return Shown(told, [] if failed else [line], failed=failed)

    def _carried_out(self, made: RightsRequest, *, may_fail: bool = False) -> Job:
        """Do the work here and now, saying how far it is."""
        job = jobs.run(requests.job_of(made).pk, watch=self._progress)
        if job is None:
            raise CommandError("A worker has taken it: see memory-admin job list.")
        if job.state != "done" and not may_fail:
            raise CommandError(" ".join(one["detail"] for one in job.errors))
        return job

    def _progress(self, job: Job) -> None:
        if self.stderr.isatty():
            self.stderr.write(f"{job.stage} {job.done}", ending="\r")


def _take(parser: ArgumentParser, name: str, text: str) -> None:
    parser.add_argument(name, metavar="ID" if name == "request" else "ENTITY", help=text)
    parser.add_argument("--reason", required=True, help="kept in the audit")


def _told(made: RightsRequest) -> dict[str, Any]:
    fresh = RightsRequest.objects.select_related("subject").get(pk=made.pk)
    return show_request(fresh)


def _line(one: dict[str, Any]) -> str:
    return f"{one['id']}  {one['kind']}  {one['subject']}  {one['state']}  due {one['due_at']:%Y-%m-%d}"


def _write(out: Path, parts: Iterable[bytes]) -> None:
    """Write a new file that only its owner reads."""
    try:
        out.touch(mode=0o600, exist_ok=False)
        with out.open("wb") as file:
            file.writelines(parts)
    except OSError as error:
        raise CommandError(f"{out}: {error.strerror}. The export is kept: job list.") from None


def _read(file: str) -> dict[str, Any]:
    try:
        found = json.loads(sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise CommandError(f"{file} cannot be read as a certificate.", returncode=USAGE) from None
    if not isinstance(found, dict):
        raise Problem(400, "invalid", f"{file} holds no certificate.")
    return found


def _verdict(one: Mapping[str, Any], wrong: list[str]) -> str:
    said = " ".join(wrong) or "Ours and unchanged; when it ended, nothing was left."
    return f"{one.get('request', 'no request')}: {said}"
