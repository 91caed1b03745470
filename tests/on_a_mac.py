"""A Python that takes this machine for a Mac: another name of the system, no /proc, and none of Linux's own calls.

What is emulated is the absence. How macOS itself forks, counts memory and closes sockets is not: nobody has tried that
here, and the engine's guide says so.
"""

import sys
import sysconfig
import venv
from pathlib import Path

from tests.mini_course import ROOT

PRETENCE = """
import builtins, errno, io, os, sys, sysconfig, time

sysconfig.get_config_vars()  # how this Python was built: it lies in a file that is named after the system
sys.platform = "darwin"
LINUX_ALONE = "pipe2 sched_getaffinity setresuid setresgid getresuid getresgid waitid memfd_create"
for name in LINUX_ALONE.split():
    if hasattr(os, name):
        delattr(os, name)


class WithoutProc:  # no function: as an attribute of a class it must not become a method
    def __init__(self, real):
        self.real = real

    def __call__(self, path, *more, **named):
        if isinstance(path, (str, bytes, os.PathLike)) and os.fsdecode(path).startswith("/proc"):
            raise FileNotFoundError(errno.ENOENT, "no such file or directory", os.fsdecode(path))
        return self.real(path, *more, **named)


for module, names in ((os, ("open", "stat", "lstat", "listdir", "scandir")), (io, ("open",)), (builtins, ("open",))):
    for name in names:
        setattr(module, name, WithoutProc(getattr(module, name)))

clock_gettime = time.clock_gettime
time.clock_gettime = lambda clock: clock_gettime(clock) if clock >= 0 else _no_such_clock()


def _no_such_clock():
    raise OSError(errno.EINVAL, "invalid argument")
"""


def python(folder: Path) -> Path:
    """An environment with this one's packages and the engine, whose every process takes the machine for a Mac."""
    venv.create(folder, symlinks=True)
    home = folder / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages"
    (home / "pretence.py").write_text(PRETENCE, encoding="utf-8")
    packages = (sysconfig.get_path("purelib"), str(ROOT / "autograder"))
    (home / "a_mac.pth").write_text("\n".join([*packages, "import pretence"]) + "\n", encoding="utf-8")
    return folder / "bin" / "python"
