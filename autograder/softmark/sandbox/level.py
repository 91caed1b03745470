"""Says how strong the sandbox is on this machine, in one word and one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

RANK = {"none": 0, "same-user": 1, "full": 2}

_ALWAYS = ("session", "descriptors", "tmp", "environment", "limits", "no_new_privs", "seccomp")
_NEEDS = {"full": (*_ALWAYS, "identity"), "same-user": (*_ALWAYS, "landlock")}

LINUX_ALONE = (
    "students' work is graded in a sandbox that only Linux can build: grade it on a Linux machine or in Docker "
    "(on Windows, in WSL)"
)
"""Said where the system is another one. What staff wrote themselves is graded there without it."""

SEARCHES = (
    "Python lies in a folder that is closed to other users, so student code keeps the capability DAC_READ_SEARCH: it "
    "can read no file more, but it can ask for the size and the times of any file whose name it guesses. Put Python "
    "where everybody may read it, and it keeps nothing."
)


@dataclass(frozen=True)
class Level:
    """What this machine offers, found out by trying."""

    name: str
    """`full`, `same-user`, or `none`: not enough for students' work."""
    layers: Mapping[str, str]
    """layer → "on", "off", or "unavailable: why"."""
    says: str
    """One sentence for staff."""
    keep_search: bool = False
    """Python lies under a closed folder, so workers keep the right to read past it, behind Landlock."""
    refusal: str | None = None
    """Why no worker can be given a user of its own here although the grader is root; one sentence for staff."""
    first_uid: int = 0
    """The user of slot 0, where workers get one."""

    def reaches(self, required: str) -> bool:
        return self.refusal is None and RANK[self.name] >= RANK[required]


def name_of(layers: Mapping[str, str]) -> str:
    """The level that these layers reach together."""
    for name, needed in _NEEDS.items():
        if all(layers.get(layer) == "on" for layer in needed):
            return name
    return "none"


def sentence(layers: Mapping[str, str]) -> str:
    """The level in the staff's voice, with the reason for what is missing."""
    why = {layer: state.removeprefix("unavailable: ") for layer, state in layers.items() if state != "on"}
    name = name_of(layers)
    if name == "full":
        text = "Isolation: full. Student code runs as a user of its own, under seccomp and limits"
        if "landlock" not in why:
            return f"{text}, and Landlock closes the file system."
        return (
            f"{text}. Landlock is missing ({why['landlock']}): keep the grader's folders closed to other users "
            "(chmod 0700)."
        )
    if name == "same-user":
        return (
            f"Isolation: same-user. Student code runs as the grader's own user ({why['identity']}), held by seccomp, "
            "Landlock and limits."
        )
    weak = [f"{layer}: {why.get(layer, 'not tried')}" for layer in _NEEDS["same-user"] if layers.get(layer) != "on"]
    return (
        "Isolation: none. Code runs in a process of its own under a clock, and little else holds it "
        f"({'; '.join(weak)})."
    )
