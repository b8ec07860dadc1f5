"""What the runner says when it cannot go on."""

import errno

USAGE_EXIT_CODE = 2


class CannotStart(Exception):
    """One line for the person at the keyboard: what is wrong and what to do about it."""


def explain_os_error(error: OSError) -> str:
    """Return one line naming the file and the way out for an error of the operating system."""
    where = f" ({error.filename})" if error.filename else ""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"the disk is full{where}: free some space, or choose another folder with --home"
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR):
        return f"the folder cannot be written{where}: choose another one with --home"
    return f"{error.strerror or error}{where}"
