"""Measurements of the running product: `python -m bench` makes every table, `python -m bench.recall` one."""
