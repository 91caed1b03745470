# ruff: noqa: E501  (an attack is quoted as it is)
"""Nothing of others: being told what happens on the machine, and taking room that no limit counts."""

from __future__ import annotations

from functools import partial

from ..rows import Row, code
from .leaks import ENGINE_CALLS, looking
from .resources import RIGHT, mean

_row = partial(Row, "leaks")
_room = partial(Row, "resources")

ROWS = [
    _row(
        "inotify",
        "asks to be told whose files come and go",
        files=looking(
            ENGINE_CALLS
            + code("""
                MAY = [name for name in ("inotify_init", "inotify_init1") if getattr(libc, name)(0) >= 0]
                take(lambda: MAY)
                for folder in ("@others@", "@results@", "@course@", "/tmp", "/", "."):
                    for number in range(3, 40):
                        take(lambda: libc.inotify_add_watch(number, folder.encode(), 0xFFF) >= 0 and folder)
            """)
        ),
        needs=("seccomp",),
    ),
    _row(
        "fanotify",
        "the same by fanotify",
        files=looking(
            ENGINE_CALLS
            + code("""
                take(lambda: libc.fanotify_init(0, 0) >= 0 and "all of it")
                take(lambda: libc.fanotify_init(0x200, 0) >= 0 and "names")
            """)
        ),
        needs=("seccomp",),
    ),
    _row(
        "folder-news",
        "asks by fcntl for a signal when something happens in a folder",
        files=looking(
            code("""
                import fcntl
                for folder in (".", "/", "/usr", os.path.dirname(os.__file__)):
                    def asked():
                        place = os.open(folder, os.O_RDONLY)
                        fcntl.fcntl(place, 1026, 0x80000000 | 0x3F)
                        return folder
                    take(asked)
            """)
        ),
        needs=("seccomp",),
    ),
    _row(
        "locks",
        "leaves a sign for other submissions: a lock on a file of Python's that all of them can read",
        files=looking(
            code("""
                import fcntl
                take(lambda: fcntl.flock(os.open(os.__file__, os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB) or "flock")
                take(lambda: fcntl.lockf(os.open(os.__file__, os.O_RDONLY), fcntl.LOCK_SH | fcntl.LOCK_NB) or "fcntl")
                take(lambda: fcntl.fcntl(os.open(os.__file__, os.O_RDONLY), 1024, fcntl.F_RDLCK) or "lease")
            """)
        ),
        needs=("seccomp",),
    ),
    _row(
        "proc-self",
        "reads about sockets, mounts, cgroups and command lines in /proc/self",
        files=looking(
            code("""
                import glob, threading
                own = ["/proc/self", "/proc/thread-self", f"/proc/self/task/{threading.get_native_id()}", f"/proc/{os.getpid()}"]
                for folder in own:
                    for part in ("net/unix", "net/tcp", "net/udp", "net/arp", "net/route", "net/dev", "mountinfo", "mounts", "mountstats",
                                 "cgroup", "cmdline", "environ", "auxv", "numa_maps", "io", "sched", "limits", "comm"):
                        take(lambda: open(f"{folder}/{part}").read(80))
                take(lambda: open("/proc/net/unix").read(80))
                take(lambda: open("/proc/mounts").read(80))
                take(lambda: glob.glob("/proc/self/task/*/net/unix"))
            """)
        ),
        needs=("landlock",),
    ),
    _row(
        "command-lines",
        "looks for paths in the command lines of the grader, of the server and of itself",
        files=looking(
            code("""
                for pid in ("@grader@", "@server@", "self", os.getpid(), os.getppid()):
                    def line():
                        words = open(f"/proc/{pid}/cmdline", "rb").read()
                        return words if b"@course@" in words or b"submissions" in words else None
                    take(line)
            """)
        ),
    ),
    _room(
        "shared-nowhere",
        "memory shared with nobody, which the kernel counts for nobody",
        files=mean(
            "import mmap\n"
            "kept = []\n"
            "for _ in range(2000):\n"
            "    try:\n"
            "        kept.append(mmap.mmap(-1, 1 << 20))\n"
            "    except (OSError, MemoryError):\n"
            "        break\n"
            "    kept[-1][:] = bytes(1 << 20)\n"
            "if len(kept) > 512:\n"
            "    raise RuntimeError(f'{len(kept)} MB over any limit')\n" + RIGHT
        ),
        loses=(),
        needs=("seccomp",),
    ),
    _room(
        "shared-zero",
        "the same by way of /dev/zero",
        files=mean(
            "import mmap, os\n"
            "kept = []\n"
            "for flags in (os.O_RDWR, os.O_RDONLY):\n"
            "    try:\n"
            "        zero = os.open('/dev/zero', flags)\n"
            "        prot = mmap.PROT_READ | (mmap.PROT_WRITE if flags == os.O_RDWR else 0)\n"
            "        for _ in range(1000):\n"
            "            kept.append(mmap.mmap(zero, 1 << 20, mmap.MAP_SHARED, prot))\n"
            "            kept[-1].find(b'x')\n"
            "    except (OSError, MemoryError, ValueError):\n"
            "        pass\n"
            "if len(kept) > 512:\n"
            "    raise RuntimeError(f'{len(kept)} MB over any limit')\n" + RIGHT
        ),
        loses=(),
        needs=("landlock",),
    ),
    _room(
        "unlinked",
        "fills files that it deletes and keeps open or mapped: they are gone with its process",
        files=mean(
            code("""
                import mmap, os
                kept = []
                for number in range(20):
                    with open(str(number), "w+b") as file:
                        file.write(bytes(1 << 20))
                        file.flush()
                        os.unlink(str(number))
                        kept.append(os.dup(file.fileno()) if number % 2 else mmap.mmap(file.fileno(), 1 << 20))
                for file in kept[1::2]:
                    os.close(file)
            """)
            + RIGHT
        ),
    ),
    _room(
        "temporary-files",
        "a right answer that makes and deletes temporary files",
        files=mean(
            code("""
            import os, shutil, tempfile
            with tempfile.TemporaryFile() as one, tempfile.NamedTemporaryFile() as two:
                one.write(b"x")
                two.write(b"x")
            with tempfile.TemporaryDirectory() as folder:
                open(f"{folder}/x", "w").close()
            open("c", "w").close()
            os.replace("c", "d")
            os.makedirs("a/b", exist_ok=True)
            shutil.rmtree("a")
            """)
            + RIGHT
        ),
        loses=(),
    ),
]
