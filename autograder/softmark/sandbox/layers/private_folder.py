"""Makes a worker's private folder, watches it while the worker lives, and wipes it afterwards."""

from __future__ import annotations

import fcntl
import os
import secrets
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

_PREFIX = "softmark-workers-"
_YOUNG = 300
"""Seconds in which a base may have been made and not yet been marked."""
_SHARED = ("/tmp", "/var/tmp", "/dev/shm", "/run/lock", "/dev/mqueue")
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


def make_base() -> str:
    """One folder for all private folders of a server. Others may pass through it, but not list it."""
    base = tempfile.mkdtemp(prefix=_PREFIX, dir=_reachable_folder())
    os.chmod(base, 0o711)  # noqa: PTH101
    return base


def hold(base: str) -> int:
    """Mark a base as in use, for as long as the descriptor that is returned stays open."""
    held = os.open(base, _FOLDER)
    fcntl.flock(held, fcntl.LOCK_SH | fcntl.LOCK_NB)
    return held


def wipe_abandoned() -> Iterator[None]:
    """Remove the bases of servers that were killed before they could do so themselves."""
    for entry in list(os.scandir(_reachable_folder())):
        with suppress(OSError):
            if entry.name.startswith(_PREFIX) and _is_abandoned(entry):
                yield from wipe(entry.path)


def _is_abandoned(entry: os.DirEntry[str]) -> bool:
    found = entry.stat(follow_symlinks=False)
    if found.st_uid != os.geteuid() or time.time() - found.st_mtime < _YOUNG:
        return False
    opened = os.open(entry.path, _FOLDER)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(opened)
    return True


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


def wipe(folder: str) -> Iterator[None]:
    """Remove a folder, a little at every step, so that the caller can stop and go on later.

    Whatever is inside was made by someone else. Names are taken relative to an open folder and links are never
    followed. Only one folder is open at a time, and none is reached by its full path, so no depth is too deep.
    """
    with suppress(FileNotFoundError):
        Path(folder).chmod(0o700)
        here = os.open(folder, _FOLDER)
        try:
            names = os.listdir(here)  # noqa: PTH208  (an open folder, not a path)
            above: list[_Above] = []
            while names or above:
                yield
                if not names:
                    here = _step_up(here, above[-1])
                    done = above.pop()
                    os.rmdir(done.child, dir_fd=here)
                    names = done.names
                elif _is_folder(here, names[-1]):
                    above.append(_Above(names.pop(), names, _number(here)))
                    here = _step_down(here, above[-1].child)
                    names = os.listdir(here)  # noqa: PTH208
                else:
                    os.unlink(names.pop(), dir_fd=here)
        finally:
            os.close(here)
        Path(folder).rmdir()


def wipe_leavings(uid: int) -> Iterator[None]:
    """Remove what a worker's user owns in the folders where everybody may write. Landlock leaves nothing there;
    without it a worker could pass things on to the next one."""
    for shared in {*_SHARED, tempfile.gettempdir()}:
        with suppress(OSError):
            for entry in list(os.scandir(shared)):
                yield
                with suppress(OSError):
                    if entry.stat(follow_symlinks=False).st_uid != uid:
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        yield from wipe(entry.path)
                    else:
                        Path(entry.path).unlink()


class _Above(NamedTuple):
    """A folder that we are inside of: where we went down, what is left to do, and which folder it is."""

    child: str
    names: list[str]
    number: tuple[int, int]


def _step_down(here: int, name: str) -> int:
    os.chmod(name, 0o700, dir_fd=here)  # its owner may have closed it
    return _swap(here, os.open(name, _FOLDER, dir_fd=here))


def _step_up(here: int, above: _Above) -> int:
    up = os.open("..", _FOLDER, dir_fd=here)
    if _number(up) != above.number:
        os.close(up)
        raise OSError("a folder was moved while it was being wiped")
    return _swap(here, up)


def _swap(old: int, new: int) -> int:
    os.close(old)
    return new


def _number(folder: int) -> tuple[int, int]:
    found = os.stat(folder)
    return found.st_dev, found.st_ino


def _is_folder(parent: int, name: str) -> bool:
    return stat.S_ISDIR(os.stat(name, dir_fd=parent, follow_symlinks=False).st_mode)


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
        for _ in wipe(base):
            pass
