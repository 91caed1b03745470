"""Landlock: decides which files a process can open at all, whoever it is.

Student code may read Python, its packages and a few harmless system files, and write in its private folder.
Everything else cannot be opened: the grader's folder, results, other submissions, other processes.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterable
from pathlib import Path

from softmark.sandbox.layers import kernel
from softmark.sandbox.layers.kernel import Unavailable

# The same numbers on every processor: these calls are younger than the common table.
_CREATE, _ADD, _RESTRICT = 444, 445, 446
_VERSION_FLAG = 1
_PATH_BENEATH = 1

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR, REMOVE_DIR, REMOVE_FILE = (1 << bit for bit in range(6))
MAKE_CHAR, MAKE_DIR, MAKE_REG, MAKE_SOCK, MAKE_FIFO, MAKE_BLOCK, MAKE_SYM = (1 << bit for bit in range(6, 13))
REFER, TRUNCATE, IOCTL_DEV = (1 << bit for bit in range(13, 16))
BIND_TCP, CONNECT_TCP = 1, 2
SCOPE_ABSTRACT_UNIX_SOCKET, SCOPE_SIGNAL = 1, 2

_FILE_RIGHTS = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV
"""The rights that mean something for a file; the kernel refuses the others on one."""

# No EXECUTE: libraries are mapped without it, and no program needs to be run.
READ = READ_FILE | READ_DIR
WRITE = READ | WRITE_FILE | TRUNCATE | MAKE_DIR | MAKE_REG | MAKE_SYM | REMOVE_DIR | REMOVE_FILE | REFER

SYSTEM_READABLE = (
    *("/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib", "/usr/local/lib64"),
    *("/usr/share/locale", "/usr/share/zoneinfo", "/etc/ld.so.cache", "/etc/localtime"),
    *("/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/sys/vm/overcommit_memory"),
    # opened by the worker itself, so it means the worker; the rest of it tells of mounts, sockets and command lines
    *("/proc/self/fd", "/proc/self/maps", "/proc/self/stat", "/proc/self/statm", "/proc/self/status"),
    *("/sys/devices/system/cpu", "/sys/devices/system/node", "/dev/random", "/dev/urandom"),
)


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"  # what _pack_ has always meant; newer Pythons want it said
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


def version() -> int:
    """The version of Landlock that this kernel speaks. Asked by the call itself: the files under /sys may be hidden."""
    if not kernel.on_linux():
        raise Unavailable("this is not Linux")
    try:
        return kernel.syscall(_CREATE, None, 0, _VERSION_FLAG)
    except OSError as problem:
        raise Unavailable(f"the kernel has no Landlock ({problem.strerror})") from problem


def restrict(readable: Iterable[str], writable: Iterable[str]) -> None:
    """Close the file system to this process, but for these paths. Needs no-new-privs; cannot be undone."""
    speaks = version()
    handled = _handled_files(speaks)
    ruleset = _create(speaks, handled)
    try:
        for path in readable:
            _allow(ruleset, path, READ & handled)
        for path in writable:
            _allow(ruleset, path, WRITE & handled)
        _allow(ruleset, os.devnull, (READ_FILE | WRITE_FILE | TRUNCATE) & handled)
        kernel.syscall(_RESTRICT, ruleset, 0)
    except OSError as problem:
        raise Unavailable(f"Landlock was refused ({problem.strerror})") from problem
    finally:
        os.close(ruleset)


def _handled_files(speaks: int) -> int:
    bits = 13
    for since, count in ((2, 14), (3, 15), (5, 16)):
        if speaks >= since:
            bits = count
    return (1 << bits) - 1


def _create(speaks: int, handled: int) -> int:
    asked = _Ruleset(handled, 0, 0)
    size = 8
    if speaks >= 4:
        asked.network, size = BIND_TCP | CONNECT_TCP, 16
    if speaks >= 6:
        asked.scoped, size = SCOPE_ABSTRACT_UNIX_SOCKET | SCOPE_SIGNAL, 24
    try:
        return kernel.syscall(_CREATE, ctypes.byref(asked), size, 0)
    except OSError as problem:
        raise Unavailable(f"Landlock was refused ({problem.strerror})") from problem


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return  # not on this machine, or not ours to reach: then there is nothing to allow
    try:
        if not Path(path).is_dir():
            rights &= _FILE_RIGHTS
        rule = _PathBeneath(rights, opened)
        kernel.syscall(_ADD, ruleset, _PATH_BENEATH, ctypes.byref(rule), 0)
    finally:
        os.close(opened)


def readable_paths() -> tuple[str, ...]:
    """All that any worker may read."""
    return (*SYSTEM_READABLE, *python_folders())


def python_folders() -> list[str]:
    """What Python needs to go on importing: its library, and the folders that packages are installed into.

    The engine's own folder is not among them (unless it was installed like any package): what a worker needs of
    it is imported before.
    """
    folders: dict[str, None] = {}
    for prefix in (sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix):
        for part in ("lib", "lib64", "pyvenv.cfg"):
            folders[f"{prefix}/{part}"] = None
        if prefix not in ("/", "/usr", "/usr/local"):
            folders[f"{prefix}/share"] = None
    folders.update(dict.fromkeys(entry for entry in sys.path if _installed_into(entry)))
    return [folder for folder in folders if Path(folder).exists()]


def import_path() -> tuple[str, ...]:
    """Without the engine's own folder and the current one."""
    return among_python_folders(sys.path)


def among_python_folders(paths: Iterable[str]) -> tuple[str, ...]:
    """Those of the paths that lie where Python and its packages are."""
    allowed = [Path(folder).resolve() for folder in python_folders()]
    kept = []
    for path in paths:
        where = Path(path).resolve()
        if path and any(where == folder or folder in where.parents for folder in allowed):
            kept.append(path)
    return tuple(kept)


def _installed_into(entry: str) -> bool:
    """Whether packages are installed into this folder of the import path: then their records lie there too."""
    return bool(entry) and next(Path(entry).glob("*.dist-info"), None) is not None
