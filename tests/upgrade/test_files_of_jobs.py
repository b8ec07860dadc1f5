"""Files that were kept before there was one kind of them are still there for whom they are about."""

from __future__ import annotations

import psycopg
from django.db import connections
from django.db.migrations.executor import MigrationExecutor

from jobs.files import may_fetch
from jobs.models import JobFile
from tests.cast import NOW, OWNER, caller, principal
from tests.conftest import Database

ROWS = """
INSERT INTO jobs_job (public_id, kind, params, caller, started_by, state, stage, done, result, errors,
    error_count, cancel_asked, attempts, created_at)
SELECT gen_random_uuid(), 'subject_export', '{}', '{}', %(who)s, 'done', '', 0, '{}', '[]', 0, false, 0, now()
FROM generate_series(1, 3);
INSERT INTO jobs_jobfile (job_id, about_id, name, media_type, size, sha256, created_at, expires_at)
SELECT id, nullif(%(who)s, CASE id WHEN (SELECT min(id) FROM jobs_job) THEN %(who)s END), 'x', 'x',
    1, 'x', now(), now()
FROM jobs_job
"""


def migrate(target: str) -> None:
    executor = MigrationExecutor(connections["owner"])
    executor.migrate([("jobs", target)])
    connections["owner"].close()


def test_files_from_before_keep_whom_they_are_about_and_each_gets_an_id(db: Database) -> None:
    """Seen failing with one id for all: nothing could be migrated that had two files."""
    who = principal(OWNER)
    with psycopg.connect(db.owner_url, autocommit=True) as connection:
        connection.execute("ALTER TABLE jobs_jobfile DROP COLUMN public_id, DROP COLUMN alone")
        connection.execute("ALTER TABLE jobs_jobfilepiece DROP COLUMN holds")
        connection.execute("ALTER TABLE jobs_jobfile ALTER COLUMN about_id DROP NOT NULL")
        connection.execute("DELETE FROM django_migrations WHERE app = 'jobs' AND name >= '0004'")
        with psycopg.ClientCursor(connection) as cursor:
            cursor.execute(ROWS, {"who": who.pk})
    migrate("0006_each_piece_says_what_it_holds")
    assert len(set(JobFile.objects.values_list("public_id", flat=True))) == 2
    assert all(may_fetch(one, caller(OWNER), NOW) for one in JobFile.objects.all())
