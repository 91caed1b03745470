"""Changes who a process is: its user, its capabilities, and who may look into it."""

from __future__ import annotations

import ctypes
import os
import socket

from softmark.sandbox.layers import kernel
from softmark.sandbox.layers.kernel import Unavailable
from softmark.sandbox.layers.syscalls import numbers

FIRST_UID = 64000
SLOTS = 20
"""Users kept for one server: as many workers can run at once."""
_BLOCKS = 75  # 64000 to 65499: below the special numbers, and inside the usual range of a container

CAP_DAC_READ_SEARCH = 2
_CAPABILITY_VERSION_3 = 0x20080522


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Half(ctypes.Structure):
    _fields_ = (("effective", ctypes.c_uint32), ("permitted", ctypes.c_uint32), ("inheritable", ctypes.c_uint32))


def is_root() -> bool:
    return os.geteuid() == 0


def claim_users() -> tuple[int, socket.socket | None]:
    """The first of `SLOTS` user numbers that no other server on this machine uses, and what keeps them ours.

    Two graders side by side must not share users: their workers could see and stop each other. A name in the
    kernel's abstract socket space is the claim; it vanishes with its holder, however that one ends.
    """
    if not kernel.on_linux() or not is_root():
        return FIRST_UID, None
    for block in range(_BLOCKS):
        first = FIRST_UID + block * SLOTS
        claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            claim.bind(f"\0softmark-users-{first}")
        except OSError:
            claim.close()
        else:
            return first, claim
    raise Unavailable(f"all {_BLOCKS * SLOTS} user numbers for workers are taken by other graders on this machine")


def drop_to(uid: int, *, keep_search: bool = False) -> None:
    """Become the user `uid` for good, with no group and no capability but, if asked, the one to read past 0700.

    `keep_search` is for interpreters under a closed folder. It lets the process read every file by the old rules,
    so it is only safe behind Landlock: `enter` sees to that.
    """
    if uid < 1:
        raise ValueError("a worker is never root")
    if not kernel.on_linux():
        raise Unavailable("this is not Linux")
    if not is_root():
        raise Unavailable("the grader is not root")
    try:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        if keep_search:
            kernel.prctl(kernel.PR_SET_KEEPCAPS, 1)
        os.setresuid(uid, uid, uid)
    except OSError as problem:
        raise Unavailable(f"the user cannot be changed here ({problem.strerror})") from problem
    if keep_search:
        kernel.prctl(kernel.PR_SET_KEEPCAPS, 0)
    try:
        set_capabilities(1 << CAP_DAC_READ_SEARCH if keep_search else 0)
    except OSError as problem:
        set_capabilities(0)  # whatever was kept, it was not what we came for
        raise Unavailable("the grader does not have the capability DAC_READ_SEARCH") from problem
    if os.getresuid() != (uid, uid, uid) or os.getresgid() != (uid, uid, uid) or os.getgroups():
        raise Unavailable("the kernel did not change the user")


def set_capabilities(mask: int) -> None:
    """Keep exactly the capabilities in `mask` (a subset of those held), and none to pass on."""
    number = numbers(kernel.machine()).get("capset")
    if number is None:
        raise Unavailable(f"no table of system calls for {kernel.machine()}")
    kernel.prctl(kernel.PR_CAP_AMBIENT, kernel.PR_CAP_AMBIENT_CLEAR_ALL)
    header = _Header(_CAPABILITY_VERSION_3, 0)
    halves = (_Half * 2)(_Half(mask, mask, 0), _Half(0, 0, 0))  # all that we know of are in the lower one
    kernel.syscall(number, ctypes.byref(header), ctypes.byref(halves))


def no_new_privileges() -> None:
    """From now on no program that is run can gain rights (setuid files count for nothing)."""
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)


def hide_memory() -> None:
    """Undumpable: other processes of the same user cannot read this one's memory or environment."""
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
