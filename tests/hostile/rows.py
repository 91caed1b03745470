"""A row of the bank: one submission, one line of what it does, and the only acceptable outcome."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .engine import REFERENCE, splice

ROOT = Path(__file__).resolve().parents[2]
COURSES = {"mini": ROOT / "tests" / "mini", "torch": ROOT}
FILES = {
    "mini": ("stats.py", "scale.py"),
    "torch": ("attention.py", "multihead.py", "block.py", "lm.py", "train.py"),
}
FAMILIES = ("loading", "values", "resources", "exhausting", "cheating", "leaks")
TRAINING = "4.5"


@dataclass(frozen=True)
class Places:
    """What an attacker could know: where things lie while the submission is graded."""

    course: Path
    metadata: Path
    others: Path
    """Another student's submission and results."""
    results: Path
    """Where this submission's own results are being written."""
    grader: int
    """Process numbers of the grader and of its fork server."""
    server: int
    public_key: str
    """Decides the numbers that every student has at home."""

    def fill(self, text: str) -> str:
        for name, value in vars(self).items():
            text = text.replace(f"@{name}@", str(value))
        return text


Files = Mapping[str, str | bytes | None]
Build = Callable[[Path], Path]
"""Makes the submission in an empty folder and returns its path (the folder, or a zip in it)."""


@dataclass(frozen=True)
class Row:
    """One submission and what must come of it."""

    family: str
    name: str
    what: str
    """One line: what this submission does."""
    course: str = "mini"
    """mini (two NumPy functions) or torch (the real assignment)."""
    files: Files | Callable[[Places], Files] = field(default_factory=dict)
    """Files in the place of the reference's, or besides them; None leaves one out. `@course@` and the other names of
    `Places` are filled in."""
    build: Build | None = None
    """For what is not a plain folder; gets the right answer as a folder called `right` in the given one."""
    loses: Mapping[str, float] | tuple[str, ...] = ()
    """Items lost, or what each of them still scores; every other item scores in full."""
    all_lost: bool = False
    status: str = "graded"
    says: tuple[str, ...] = ()
    """What the student must be told: each of these stands in what they see."""
    staff: tuple[str, ...] = ()
    """What staff must be told."""
    silent: tuple[str, ...] = ()
    """What must not stand in anything that students see, besides the canaries."""
    only: tuple[str, ...] = ()
    """Grade only these items (for the slow one); otherwise all but training."""
    calls_back: int = 0
    """So many calls at least that the reference answers: what the attack does with them, it has done."""
    seconds: float = 60.0
    """Budget: what the rubric of these runs gives a whole grade."""
    secret: bool = False
    """Graded a second time with other hidden numbers: what students see must be the same to the letter."""
    needs: tuple[str, ...] = ()
    """Layers without which this row is reported as reduced."""
    random: bool = False
    """Its answers differ from run to run, and so does what students read about them; scores may not."""
    shipped: bool = False
    """Graded under the limits of the rubric as it is handed out, which are longer than those of these runs."""

    @property
    def key(self) -> str:
        return f"{self.family}/{self.name}"

    def scores(self, points: Mapping[str, float]) -> dict[str, float]:
        """What each item must score."""
        skipped = self.skips(points)
        kept = self.loses if isinstance(self.loses, Mapping) else dict.fromkeys(self.loses, 0.0)
        return {
            item: 0.0 if self.all_lost or item in skipped else float(kept.get(item, full))
            for item, full in points.items()
        }

    def skips(self, points: Mapping[str, float]) -> list[str]:
        return [item for item in points if (item not in self.only if self.only else item == TRAINING)]

    def write(self, folder: Path, places: Places) -> Path:
        """Make the submission below `folder`, and say where it is."""
        right = folder / "right"
        right.mkdir(parents=True)
        files = self.files(places) if callable(self.files) else self.files
        for name, text in reference(self.course).items():
            if name not in files:
                (right / name).write_text(text, encoding="utf-8")
        for name, content in files.items():
            if content is not None:
                path = right / name
                path.parent.mkdir(parents=True, exist_ok=True)
                raw = content if isinstance(content, bytes) else places.fill(content).encode("utf-8", "surrogatepass")
                path.write_bytes(raw)
        return self.build(folder) if self.build else right


def reference(course: str) -> dict[str, str]:
    """The right answer's files."""
    folder = COURSES[course] / REFERENCE
    return {name: (folder / name).read_text(encoding="utf-8") for name in FILES[course]}


def code(text: str) -> str:
    return textwrap.dedent(text).strip("\n") + "\n"


def spliced(course: str, file: str, overlay: str, *, first: str = "", last: str = "") -> dict[str, str]:
    """The reference's `file` with functions replaced, and with code run before and after everything in it."""
    text = reference(course)[file]
    text = splice(text, code(overlay)) if overlay.strip() else text
    return {file: code(first) + text + code(last) if first or last else text}


def stats(overlay: str = "", *, first: str = "", last: str = "") -> dict[str, str]:
    return spliced("mini", "stats.py", overlay, first=first, last=last)


def scale(overlay: str = "", *, first: str = "", last: str = "") -> dict[str, str]:
    return spliced("mini", "scale.py", overlay, first=first, last=last)


def attention(overlay: str = "", *, first: str = "", last: str = "") -> dict[str, str]:
    return spliced("torch", "attention.py", overlay, first=first, last=last)
