#!/usr/bin/env python3
"""Run a management command: the same verbs as `memory-admin`, and Django's own."""

import sys

from memory_admin.cli import main

if __name__ == "__main__":
    sys.exit(main())
