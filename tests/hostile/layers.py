"""Each layer of the wall, alone: an attack that gets through with no layer on, and is stopped by this one.

Where the kernel lacks a layer, that is said, with the kernel's reason, and the row is reported as reduced.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from tests.sandbox_lab import DOCKER_CAPABILITIES, Lab, open_python, secret_folder

from .harness import ORDINARY_USER
from .rows import code

ATTACKS = {
    "session": (
        "stays in the server's process group, where one signal reaches all",
        "import os\nanswer = os.getpgrp() != os.getpid()",
    ),
    "descriptors": (
        "finds an open connection that is not its own",
        code("""
            import os
            answer = False
            for fd in os.listdir("/proc/self/fd"):
                try:
                    where = os.readlink(f"/proc/self/fd/{fd}")
                except OSError:
                    continue
                answer |= int(fd) != channel.fileno() and where.startswith("socket:")
        """),
    ),
    "tmp": ("works in a folder that others share", "import os\nanswer = os.stat('.').st_mode & 0o777 != 0o700"),
    "environment": ("reads a variable of the grader's", "import os\nanswer = 'SOFTMARK_NOTE' in os.environ"),
    "limits": ("takes 4 GB", "import mmap\nanswer = bool(mmap.mmap(-1, 4 << 30))"),
    "no_new_privs": (
        "could gain rights by a setuid program",
        "import ctypes\nanswer = ctypes.CDLL(None).prctl(39, 0, 0, 0, 0) == 0",
    ),
    "landlock": ("reads a file that everybody may read", "answer = bool(open('{secret}/for-all').read())"),
    "identity": ("reads a file that its owner may read", "answer = bool(open('{secret}/for-owner').read())"),
    "undumpable": (
        "lets others look into its memory",
        "import ctypes\nanswer = ctypes.CDLL(None).prctl(3, 0, 0, 0, 0) == 1",
    ),
    "seccomp": ("opens a socket", "import socket\nanswer = bool(socket.socket())"),
}


@dataclass(frozen=True)
class Alone:
    """What came of one attack with one layer."""

    mode: str
    layer: str
    what: str
    through: bool
    """It got through with no layer on: the attack is one."""
    stopped: bool
    reduced: str = ""
    """Why this machine (or this mode) does not have the layer."""

    @property
    def ok(self) -> bool:
        return self.through and (self.stopped or bool(self.reduced))


def lab(mode: str) -> Lab:
    note = {"SOFTMARK_NOTE": "of the grader's"}
    if os.geteuid() != 0:
        return Lab(mode, environment=note)
    user = ORDINARY_USER if mode == "user" else None
    capabilities = DOCKER_CAPABILITIES if mode == "docker" else None
    return Lab(mode, open_python(), user=user, capabilities=capabilities, environment=note)


def run(mode: str) -> list[Alone]:
    """Every layer in one mode."""
    found = []
    with lab(mode) as here, secret_folder(here.user if here.user is not None else os.getuid()) as secret:
        for layer, (what, attack) in ATTACKS.items():
            body = attack.replace("{secret}", str(secret))
            bare, walled = here.attack(body, only=()), here.attack(body, only=(layer,))
            state = walled.layers[layer]
            reduced = "" if state == "on" else state
            through = bare.answer is True
            if layer == "undumpable" and not through:
                through, reduced = True, "inherited: the server hides itself before it forks anybody"
            found.append(Alone(mode, layer, what, through, walled.answer is not True, reduced))
    return found
