"""The wiring. The version is said here alone: the build, MCP, backups and `doctor` read it."""

VERSION = "0.2.0"
