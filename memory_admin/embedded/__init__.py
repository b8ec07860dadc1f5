"""The runner: a database and a cache of our own, and everything `memory-admin up` starts."""

from memory_admin.embedded.postgres import EmbeddedPostgres
from memory_admin.embedded.problems import CannotStart
from memory_admin.embedded.roles import RolePasswords, prepare_database
from memory_admin.embedded.valkey import EmbeddedValkey

__all__ = ["CannotStart", "EmbeddedPostgres", "EmbeddedValkey", "RolePasswords", "prepare_database"]
