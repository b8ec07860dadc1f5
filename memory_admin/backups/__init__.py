"""Backups: one file with a consistent dump and a manifest, and putting one back, whole or not at all."""
