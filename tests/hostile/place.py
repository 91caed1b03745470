"""Where a hostile run happens: copies that the launcher's user can read, with canaries planted in everything secret."""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from .engine import FROZEN, GRADERS, PROBES, REFERENCE, RIGHT_WAY, RUBRIC, hidden_draws, load_rubric, salt
from .rows import COURSES, ROOT, Places

SALT = "5f1d0e7a9c34"
"""The same in every run: hidden numbers are drawn from it, and two runs on one tree must come to the same."""
KINDS = ("graders", "reference", "salt", "metadata", "environment", "others")


@dataclass
class Place:
    """One folder with a course, its secrets, and room for submissions and results."""

    folder: Path
    course: str
    user: int | None
    """Who owns it all: the user that the launcher runs as, where that is not us."""
    canaries: dict[str, str] = field(default_factory=lambda: {kind: f"CANARY-{secrets.token_hex(6)}" for kind in KINDS})

    def __post_init__(self) -> None:
        self.canaries["salt"] = f"CANARY-{SALT}"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.folder.chmod(0o755)
        self.secret = self.folder / "course"
        _copy_course(self.course, self.secret)
        rubric = self.secret / RUBRIC
        rubric.write_text(self._short(rubric.read_text(encoding="utf-8")), encoding="utf-8")
        self.key = load_rubric(rubric).public_key()
        (rubric.parent / salt.FILE).write_text(f"{self.canaries['salt']} and it is long enough\n", encoding="utf-8")
        (rubric.parent / hidden_draws.FILE).unlink(missing_ok=True)  # of another salt
        for path in (self.secret / GRADERS).glob("*.py"):
            if path.name != PROBES:  # probes travel into the worker: they are no secret
                self._mark(path, "graders")
        reference = self.secret / REFERENCE
        self._mark(reference / "kept_to_ourselves.py", "reference")
        if self.course == "mini":  # elsewhere the reference's text opens the ways to lines, and stays as it is
            for path in reference.glob("*.py"):
                self._mark(path, "reference")
        self.metadata = self.folder / "submission_metadata.json"
        self.metadata.write_text(f'{{"id": 1, "users": [{{"name": "{self.canaries["metadata"]}"}}]}}', encoding="utf-8")
        self.others = self.folder / "others"
        self.others.mkdir()
        for name in ("stats.py", "attention.py", "results.json"):
            (self.others / name).write_text(f'"{self.canaries["others"]}"\n', encoding="utf-8")
        self.temporary = self.folder / "tmp"
        self.temporary.mkdir()
        self.home = self.folder / "home"
        self.home.mkdir()
        self.results = self.folder / "results"
        self.results.mkdir()
        self.submissions = self.folder / "submissions"
        self.submissions.mkdir()
        self._hand_over()

    def _mark(self, path: Path, kind: str) -> None:
        """Put into a file what nobody may read out of it."""
        with path.open("a", encoding="utf-8") as stream:
            stream.write(f'\nKEPT_TO_OURSELVES = "{self.canaries[kind]}"\n')

    def _short(self, rubric: str) -> str:
        """The rubric with short deadlines."""
        short = {"call_seconds": 1, "slow_call_seconds": 10, "grade_seconds": 60, "memory_mb": 512}
        kept = []
        for line in rubric.splitlines():
            name = line.strip().partition(":")[0]
            if name == "limits":
                kept += [line, *(f"  {each}: {limit}" for each, limit in short.items())]
            elif name not in short:
                kept.append(line)
        return "\n".join(kept) + "\n"

    def _hand_over(self) -> None:
        """The launcher's user owns it, and nobody else may look: what is left to stop a worker is the wall itself."""
        for top in (self.secret, self.metadata, self.others, self.home, self.results, self.temporary, self.submissions):
            for path in [top, *top.rglob("*")] if top.is_dir() else [top]:
                path.chmod(0o700 if path.is_dir() else 0o600)
                if self.user is not None:
                    os.chown(path, self.user, self.user)
        self.temporary.chmod(0o711)  # workers pass through it to their private folders

    def environment(self) -> dict[str, str]:
        return {
            "HOME": str(self.home),
            "TMPDIR": str(self.temporary),
            "GRADESCOPE_TOKEN": self.canaries["environment"],
            "AWS_SECRET_ACCESS_KEY": self.canaries["environment"],
        }

    def places(self, results: Path, grader: int, server: int) -> Places:
        return Places(self.secret, self.metadata, self.others, results, grader, server, self.key)

    def watched(self) -> dict[str, tuple[int, int, int, int]]:
        """Everything that must stay as it is, with what would tell a change."""
        found = {}
        for top in (self.secret, self.metadata, self.others, self.home, self.submissions, self.folder / "engine"):
            for path in below(str(top)):
                with suppress(FileNotFoundError):
                    told = os.lstat(path)
                    found[path] = (told.st_mode, told.st_uid, told.st_size, told.st_mtime_ns)
        return found


def below(top: str) -> Iterator[str]:
    """A file or folder, and all that is in it. It is asked for twice a row; `Path.rglob` takes four times as long."""
    yield top
    for folder, folders, files in os.walk(top):
        yield from (f"{folder}/{name}" for name in (*folders, *files))


def _copy_course(course: str, to: Path) -> None:
    if course == "mini":
        shutil.copytree(COURSES[course], to, ignore=shutil.ignore_patterns("__pycache__"))
        return
    skip = shutil.ignore_patterns("__pycache__", "softmark", "requirements", "public_tests")
    for part in ("autograder", "solutions", "assignment"):
        shutil.copytree(ROOT / part, to / part, ignore=skip)
    (to / FROZEN).mkdir(parents=True)
    shutil.copy(ROOT / FROZEN / RIGHT_WAY, to / FROZEN / RIGHT_WAY)  # without it no line is looked for


def copy_engine(to: Path) -> None:
    """The engine, and the one file of ours that runs behind it, where every user can read them."""
    skip = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "autograder" / "softmark", to / "softmark", ignore=skip)
    (to / "tests" / "hostile").mkdir(parents=True)
    shutil.copy(Path(__file__).with_name("target.py"), to / "tests" / "hostile" / "target.py")
    _open_up(to)


def _open_up(folder: Path) -> None:
    subprocess.run(["chmod", "-R", "u=rwX,go=rX", str(folder)], check=True)


# --- a Python that every user can run -----------------------------------------------------------------------


@dataclass(frozen=True)
class OpenPython:
    command: str
    path: tuple[str, ...]
    """For PYTHONPATH: where the packages are."""


def open_python(folder: Path) -> OpenPython:
    """This very Python and its packages, for every user: where they lie under a closed folder, linked elsewhere."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    base = Path(sys.base_prefix).resolve()
    if not _open(base / "lib" / version):
        copy = folder / "python"
        (copy / "bin").mkdir(parents=True, exist_ok=True)
        (copy / "lib").mkdir(exist_ok=True)
        _link(base / "bin" / version, copy / "bin" / version)
        _link(base / "lib" / version, copy / "lib" / version)
        for library in (base / "lib").glob("libpython*"):
            _link(library, copy / "lib" / library.name)
        base = copy
    packages = []
    for entry in sys.path:
        if entry.endswith("-packages") and Path(entry).is_dir():
            if not _open(Path(entry)):
                copy = folder / f"packages-{len(packages)}"
                _link(Path(entry), copy)
                entry = str(copy)
            packages.append(entry)
    return OpenPython(str(base / "bin" / version), tuple(packages))


def _open(path: Path) -> bool:
    return all(part.stat().st_mode & 0o005 == 0o005 for part in [path, *path.parents] if part != path.parent.root)


def _link(source: Path, to: Path) -> None:
    """Hard links where the disk allows: nothing is copied, and compiled files stay valid."""
    if to.exists():
        return
    if subprocess.run(["cp", "-aLl", str(source), str(to)], stderr=subprocess.DEVNULL).returncode != 0:
        subprocess.run(["rm", "-rf", str(to)], check=True)
        subprocess.run(["cp", "-aL", str(source), str(to)], check=True)
    for part in [to, *(to.rglob("*") if to.is_dir() else [])]:
        if part.is_dir():
            part.chmod(0o755)
