"""Makes a worker's private folder, watches it while the worker lives, and wipes it afterwards."""

from __future__ import annotations

import fcntl
import os
import secrets
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_PREFIX = "softmark-workers-"
_YOUNG = 300
"""Seconds in which a base may have been made and not yet been marked."""
_SHARED = ("/tmp", "/var/tmp", "/dev/shm", "/run/lock", "/dev/mqueue")


def make_base() -> str:
    """One folder for all private folders of a server. Others may pass through it, but not list it."""
    base = tempfile.mkdtemp(prefix=_PREFIX, dir=_reachable_folder())
    os.chmod(base, 0o711)  # noqa: PTH101
    return base


def hold(base: str) -> int:
    """Mark a base as in use, for as long as the descriptor that is returned stays open."""
    held = os.open(base, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    fcntl.flock(held, fcntl.LOCK_SH | fcntl.LOCK_NB)
    return held


def wipe_abandoned() -> None:
    """Remove the bases of servers that were killed before they could do so themselves."""
    for path in Path(_reachable_folder()).glob(f"{_PREFIX}*"):
        with suppress(OSError):
            found = path.lstat()
            if found.st_uid == os.geteuid() and time.time() - found.st_mtime > _YOUNG:
                with _opened(str(path)) as base:
                    fcntl.flock(base, fcntl.LOCK_EX | fcntl.LOCK_NB)  # BlockingIOError: it is held
                wipe(str(path))


def _reachable_folder() -> str:
    """A place for temporary files that every user can reach; the system's own choice where it is one."""
    for folder in (tempfile.gettempdir(), "/tmp", "/var/tmp"):
        if Path(folder).is_dir() and closed_part(folder) is None:
            return folder
    return tempfile.gettempdir()


def closed_part(path: str) -> str | None:
    """The first folder on the way to `path` (or itself) that other users cannot pass, if there is one."""
    for part in [*reversed(Path(path).resolve().parents), Path(path).resolve()]:
        with suppress(OSError):
            mode = part.stat().st_mode
            if stat.S_ISDIR(mode) and not mode & stat.S_IXOTH:
                return str(part)
    return None


def make(base: str, uid: int | None) -> str:
    """A new folder that only `uid` can enter (or, without one, only this process's own user)."""
    folder = f"{base}/{secrets.token_hex(6)}"
    os.mkdir(folder, 0o700)  # noqa: PTH102
    if uid is not None:
        os.chown(folder, uid, uid)
    return folder


def is_over(folder: str, most_bytes: int, most_entries: int) -> bool:
    """Whether a folder holds more than it may. Stops counting as soon as that is clear."""
    size = entries = 0
    waiting = [folder]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as found:
                for entry in found:
                    entries += 1
                    if entries > most_entries:
                        return True
                    with suppress(FileNotFoundError):
                        size += entry.stat(follow_symlinks=False).st_blocks * 512
                        if entry.is_dir(follow_symlinks=False):
                            waiting.append(entry.path)
                    if size > most_bytes:
                        return True
        except FileNotFoundError:
            continue  # removed while we looked
        except OSError:
            return True  # nested past what a path can name, or closed on purpose: nothing honest does that
    return False


def wipe(folder: str) -> None:
    """Remove a folder of somebody's who is dead. What cannot be removed stays, and is told.

    Names are taken relative to an open folder and links are never followed. A folder inside is emptied into the top
    one before it goes: only two are open at a time, and no depth is too deep.
    """
    try:
        Path(folder).chmod(0o700)
        with _opened(folder) as top:
            while names := os.listdir(top):  # noqa: PTH208  (an open folder, not a path)
                for name in names:
                    _remove(name, top)
        Path(folder).rmdir()
    except FileNotFoundError:
        return
    except OSError as problem:
        print(f"The grader could not wipe a private folder: {problem}", file=sys.stderr, flush=True)


def _remove(name: str, top: int) -> None:
    """A file, or a folder after its own folders have been moved to the top."""
    if not _open_up(name, top):
        os.unlink(name, dir_fd=top)
        return
    with _opened(name, dir_fd=top) as inner:
        for child in os.listdir(inner):  # noqa: PTH208
            if _open_up(child, inner):
                os.rename(child, secrets.token_hex(16), src_dir_fd=inner, dst_dir_fd=top)
            else:
                os.unlink(child, dir_fd=inner)
    os.rmdir(name, dir_fd=top)


def _open_up(name: str, parent: int) -> bool:
    """Whether it is a folder; its owner may have closed it."""
    is_folder = stat.S_ISDIR(os.stat(name, dir_fd=parent, follow_symlinks=False).st_mode)
    if is_folder:
        os.chmod(name, 0o700, dir_fd=parent)
    return is_folder


@contextmanager
def _opened(folder: str, dir_fd: int | None = None) -> Iterator[int]:
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=dir_fd)
    try:
        yield opened
    finally:
        os.close(opened)


def wipe_leavings(uid: int) -> None:
    """Remove what a worker's user owns in the folders where everybody may write. Landlock leaves nothing there;
    without it a worker could pass things on to the next one."""
    for shared in {*_SHARED, tempfile.gettempdir()}:
        with suppress(OSError):
            for entry in list(os.scandir(shared)):
                with suppress(OSError):
                    if entry.stat(follow_symlinks=False).st_uid != uid:
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        wipe(entry.path)
                    else:
                        Path(entry.path).unlink()


@contextmanager
def folder_for_trial(uid: int | None) -> Iterator[str | None]:
    """A private folder for a moment; None where none can be made."""
    try:
        base = make_base()
        folder = make(base, uid)
    except OSError:
        yield None
        return
    try:
        yield folder
    finally:
        wipe(base)
