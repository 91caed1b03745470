"""Makes kernel calls that Python's library does not offer. Nothing is called when this file is imported."""

from __future__ import annotations

import ctypes
import os
import platform
import sys
from functools import cache
from typing import Any

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_KEEPCAPS = 8
PR_SET_SECCOMP = 22
PR_SET_NO_NEW_PRIVS = 38
PR_CAP_AMBIENT = 47
PR_CAP_AMBIENT_CLEAR_ALL = 4


class Unavailable(Exception):
    """This machine does not offer a layer; the text says why, for staff."""


def on_linux() -> bool:
    return sys.platform == "linux"


def machine() -> str:
    """The processor's name as the tables of this package spell it."""
    name = platform.machine().lower()
    return {"amd64": "x86_64", "arm64": "aarch64"}.get(name, name)


@cache
def _libc() -> ctypes.CDLL:
    library = ctypes.CDLL(None, use_errno=True)
    library.syscall.restype = ctypes.c_long
    return library


def syscall(number: int, *arguments: Any) -> int:
    """Call the kernel by number. Whole numbers travel as C longs; pointers are passed as they are."""
    return _called(_libc().syscall, ctypes.c_long, number, *arguments)


def prctl(option: int, *arguments: Any) -> int:
    """Change one property of this process. All five words are always passed: the kernel checks the unused ones."""
    if not on_linux():
        raise Unavailable("this is not Linux")
    return _called(_libc().prctl, ctypes.c_ulong, option, *arguments, *[0] * (4 - len(arguments)))


def _called(function: Any, word: Any, *arguments: Any) -> int:
    ctypes.set_errno(0)
    result = int(function(*[word(each) if isinstance(each, int) else each for each in arguments]))
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result
