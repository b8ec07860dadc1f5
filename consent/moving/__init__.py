"""Memories that come in from files and leave as files: every line through the same writes and decisions."""
