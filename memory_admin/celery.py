"""The task queue: job rows in Postgres are the truth, Celery only rings the bell."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_admin.settings")
# Checks load every page and address, which a worker never serves; `make check` runs them.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")
app = Celery("memory_admin")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
