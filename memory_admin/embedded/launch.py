"""Start a program that dies with the process that asked for it.

Run as a script, outside the package and before any import of it. A fork hook in the parent would be
shorter, but is not safe in a process that has threads.
"""

import ctypes
import json
import os
import sys
from typing import Any

PR_SET_PDEATHSIG = 1


def become(account: list[int]) -> None:
    """Give up root for good: groups first, for afterwards it is too late."""
    uid, gid = account
    os.setgroups([])
    os.setgid(gid)
    os.setuid(uid)


def die_with(parent: int, signal: int) -> None:
    """Ask the kernel for `signal` when the parent dies, and notice when it is dead already."""
    if signal and sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)


def main(order: dict[str, Any]) -> None:
    """Carry out `order`; the death signal comes last because a change of user clears it."""
    os.setsid()
    os.umask(0o077)
    if order["folder"] is not None:
        os.fchdir(order["folder"])
    if order["account"]:
        become(order["account"])
    die_with(order["parent"], order["signal"])
    os.execvp(order["argv"][0], order["argv"])


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
