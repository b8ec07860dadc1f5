"""A person's rights: a copy of its data, its erasure, corrections, and what is kept for how long."""
