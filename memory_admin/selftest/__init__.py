"""`selftest isolation`: store as one, read as another through every door of the running installation."""
