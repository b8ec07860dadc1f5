"""Public bug reports of neighbouring products as small inputs: each test names what was seen, by its id."""
