"""One launcher, many hostile rows: each is graded, and then every promise is looked at.

After each row: the results are valid and complete, every score is the expected one, the time was kept, no canary is in
anything that a student sees, nothing of the submission is left alive, and nothing outside its own folder has changed.
Correct submissions in between must get full marks on the same server.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import re
import selectors
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests import proc
from tests.platform.gradescope import validate
from tests.sandbox_lab import DOCKER_CAPABILITIES

from .engine import OWN_RESULTS, RUBRIC, Result, clean_start, load_rubric
from .place import Place, copy_engine, open_python
from .rows import Row

MODES = {
    "root": "root, with a user of its own for student code",
    "docker": "root with Docker's default capabilities only",
    "user": "an ordinary user: student code runs as the grader's own",
}
LEVELS = {"root": "full", "docker": "full", "user": "same-user"}
PRELOAD = {"mini": ["numpy"], "torch": ["numpy", "torch"]}
ORDINARY_USER = 65531
"""Nobody else's on this machine, the other tests' included."""
SHARED = ("/tmp", "/var/tmp", "/dev/shm", "/run/lock", "/dev/mqueue")
PATIENCE = 100.0
"""Seconds before a silent launcher is taken for dead: far above every row's budget."""


MORE_MB = 150
"""What the grader may hold on top of what it holds for a right answer, whatever a submission sends."""
WIPED_WITHIN = 60.0
"""Seconds for the server to wipe what a worker left in its folder; thousands of folders take their time."""
GONE_WITHIN = 60.0
"""Seconds for what is dying to be gone."""


class LauncherDied(Exception):
    """The grader's own process ended or hung: the worst that a submission can do."""


def possible(mode: str) -> str | None:
    """Why a mode cannot be run here; None if it can."""
    if sys.platform != "linux":
        return "this is not Linux"
    if mode in ("root", "docker") and os.geteuid() != 0:
        return "it needs root"
    return None


@dataclass
class Outcome:
    """What came of one row."""

    row: Row
    mode: str
    seconds: float = 0.0
    memory_mb: float | None = None
    """The most that the grader's own process held meanwhile, where the system tells."""
    asked: tuple[int, int] = (0, 0)
    """Replies and call-backs that came from the submission."""
    status: str = ""
    scores: dict[str, float] = field(default_factory=dict)
    visible: str = ""
    problems: list[str] = field(default_factory=list)
    """Every promise that was not kept, a sentence each."""
    reduced: str = ""
    """Which layer this row depends on and this machine lacks."""

    @property
    def ok(self) -> bool:
        return not self.problems

    @property
    def total(self) -> float:
        return round(sum(self.scores.values()), 2)

    def same_as(self, other: Outcome) -> list[str]:
        """What differs between two runs of one row: nothing may."""
        found = []
        if self.scores != other.scores:
            found.append("a second run gives other scores")
        if self.status != other.status:
            found.append("a second run has another status")
        if self.visible != other.visible:
            found.append(
                f"a second run tells the student something else: {first_difference(self.visible, other.visible)}"
            )
        return found


def first_difference(one: str, two: str) -> str:
    for mine, theirs in zip(one.split("\n"), two.split("\n"), strict=False):
        if mine != theirs:
            return f"{mine.strip()[:120]!r} against {theirs.strip()[:120]!r}"
    return "its length"


class Bench:
    """A launcher in one mode for one course, with everything around it that must stay as it is."""

    def __init__(self, mode: str, course: str, folder: Path) -> None:
        self.mode, self.course = mode, course
        self.user = ORDINARY_USER if mode == "user" and os.geteuid() == 0 else None
        self.place = Place(folder / f"{mode}-{course}", course, self.user)
        copy_engine(self.place.folder / "engine")
        self.points = {item.id: item.points for item in load_rubric(self.place.secret / RUBRIC).items}
        self._python, self._path = sys.executable, [str(self.place.folder / "engine")]
        if mode != "root" and os.geteuid() == 0:
            opened = open_python(folder / "everybody")
            self._python, self._path = opened.command, [*self._path, *opened.path]
        self.count = 0
        self.usual_mb: float | None = None
        """What the grader holds while it grades a right answer."""
        self.before: dict[str, set[str]] = {}
        self._start()

    def _start(self) -> None:
        command = clean_start.command(
            "tests.hostile.target:serve", [str(self.place.secret)], preload=PRELOAD[self.course], python=self._python
        )
        self.log = self.place.folder / "stderr.txt"
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log.open("ab"),
            cwd="/",
            text=True,
            encoding="utf-8",
            env={
                "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
                "PYTHONPATH": os.pathsep.join(self._path),
                "PYTHONDONTWRITEBYTECODE": "1",
                **self.place.environment(),
            },
            preexec_fn=self._become,
        )
        hello = self._listen(60)
        self.level: dict[str, Any] = hello["level"]
        self.server: int = hello["server"]
        self.before = {folder: set(self._left_in(folder)) for folder in SHARED}
        self.watched = self.place.watched()

    def _become(self) -> None:
        if self.mode == "docker":
            for number in range(64):
                if number not in DOCKER_CAPABILITIES:
                    ctypes.CDLL(None).prctl(24, number, 0, 0, 0)  # PR_CAPBSET_DROP; fails quietly past the last
        if self.user is not None:
            os.setgroups([])
            os.setresgid(self.user, self.user, self.user)
            os.setresuid(self.user, self.user, self.user)

    def _listen(self, patience: float) -> dict[str, Any]:
        assert self.process.stdout is not None
        with selectors.DefaultSelector() as waiting:
            waiting.register(self.process.stdout, selectors.EVENT_READ)
            line = self.process.stdout.readline() if waiting.select(patience) else None
        if not line:
            said = self.log.read_text(encoding="utf-8", errors="replace")[-1500:]
            raise LauncherDied("the grader's process hung" if line is None else f"the grader's process ended: {said}")
        told: dict[str, Any] = json.loads(line)
        return told

    # --- one row ------------------------------------------------------------------------------------------

    def grade(self, row: Row, *, hidden: str = "") -> Outcome:
        """Grade a row and look at every promise."""
        self.count += 1
        outcome = Outcome(row, self.mode)
        lacking = [layer for layer in row.needs if self.level["layers"].get(layer) != "on"]
        outcome.reduced = ", ".join(f"{layer}: {self.level['layers'].get(layer, 'not tried')}" for layer in lacking)
        name = f"{self.count:04d}"
        results = self.place.results / name
        places = self.place.places(results, self.process.pid, self.server)
        submission = row.write(self.place.submissions / name, places)
        self._give_away(self.place.submissions / name)
        self.watched = self.place.watched()
        try:
            told = self._ask(row, submission, results, hidden)
        except LauncherDied as death:
            outcome.problems.append(str(death))
            self._restart()
            return outcome
        outcome.seconds, outcome.asked = told["seconds"], tuple(told["asked"])
        if outcome.asked[1] < row.calls_back:
            outcome.problems.append(f"{outcome.asked[1]} call-backs came, where the attack makes {row.calls_back}")
        self._look_at_results(outcome, results)
        self._look_for_processes(outcome)
        self._look_at_folders(outcome)
        self._look_at_memory(outcome, told["memory_mb"])
        if outcome.seconds > row.seconds:
            outcome.problems.append(f"took {outcome.seconds:.1f} s, over its budget of {row.seconds:g} s")
        shutil.rmtree(self.place.submissions / name, ignore_errors=True)
        return outcome

    def _give_away(self, folder: Path) -> None:
        """Submissions belong to the grader's user and are closed to others, as on the platform."""
        for path in [folder, *folder.rglob("*")]:
            if not path.is_symlink():
                path.chmod(0o700 if path.is_dir() else 0o600)
            if self.user is not None:
                os.chown(path, self.user, self.user, follow_symlinks=False)

    def _ask(self, row: Row, submission: Path, results: Path, hidden: str) -> dict[str, Any]:
        assert self.process.stdin is not None
        job = {
            "name": row.key, "path": str(submission), "out": str(results), "skip": row.skips(self.points),
            "hidden": hidden, "shipped": row.shipped,
        }  # fmt: skip
        try:
            self.process.stdin.write(json.dumps(job) + "\n")
            self.process.stdin.flush()
        except OSError:
            raise LauncherDied("the grader's process was gone") from None
        return self._listen(max(PATIENCE, row.seconds + 60))

    def _restart(self) -> None:
        self.close()
        self._start()

    # --- the promises -------------------------------------------------------------------------------------

    def _look_at_results(self, outcome: Outcome, results: Path) -> None:
        row, problems = outcome.row, outcome.problems
        text = (results / "results.json").read_text(encoding="utf-8")
        document = json.loads(text)
        try:
            validate(document)
        except AssertionError as problem:
            problems.append(f"results.json breaks the platform's contract: {problem}")
        own = (results / OWN_RESULTS).read_text(encoding="utf-8")
        result = Result.from_json(own)
        outcome.status = result.status
        outcome.scores = {test["number"]: test["score"] for test in document["tests"]}
        outcome.visible = visible(document, (results / "card.txt").read_text(encoding="utf-8"))
        maxima = {test["number"]: test["max_score"] for test in document["tests"]}
        if maxima != self.points:
            problems.append(f"the items or their maxima are not the rubric's: {maxima}")
        for item, wanted in row.scores(self.points).items():
            got = outcome.scores.get(item)
            if got != wanted:
                problems.append(f"{item} scores {got}, expected {wanted:g}")
        if result.status != row.status:
            problems.append(f"the status is {result.status}, expected {row.status}")
        staff = text + own
        problems += [f"students are not told {words!r}" for words in row.says if words not in outcome.visible]
        problems += [f"staff are not told {words!r}" for words in row.staff if words not in staff]
        problems += [f"students can read {words!r}" for words in row.silent if words in outcome.visible]
        problems += found_canaries(outcome.visible, self.place.canaries)
        if row.status != "grader_error" and any(item.status == "grader_error" for item in result.items):
            problems.append("an item is reported as the grader's own failure")

    def _look_at_memory(self, outcome: Outcome, memory_mb: float | None) -> None:
        outcome.memory_mb = memory_mb
        if memory_mb is None:
            return
        if self.usual_mb is None:
            self.usual_mb = memory_mb
        if memory_mb > self.usual_mb + MORE_MB:
            outcome.problems.append(f"the grader held {memory_mb:.0f} MB; for a right answer {self.usual_mb:.0f}")

    def _look_for_processes(self, outcome: Outcome) -> None:
        """Nothing below the fork server, nothing of a worker's user; what is dying has time for it."""
        until = time.monotonic() + GONE_WITHIN
        while left := self._strays():
            if time.monotonic() > until:
                outcome.problems.append(f"processes survive: {left}")
                return
            time.sleep(0.02)

    def _strays(self) -> list[str]:
        first = self.level["first_uid"]
        own_users = range(first, first + 20) if self.level["layers"].get("identity") == "on" else ()
        processes = {each.pid: each for each in running()}
        below = {self.server}
        for _ in range(len(processes)):
            more = {each.pid for each in processes.values() if each.parent in below} - below
            if not more:
                break
            below |= more
        strays = [each for each in processes.values() if each.pid in below - {self.server} or each.uid in own_users]
        return [f"{each.pid} {each.name}" for each in strays]

    def _look_at_folders(self, outcome: Outcome) -> None:
        now = self.place.watched()
        changed = sorted({path for path in {*now, *self.watched} if now.get(path) != self.watched.get(path)})
        if changed:
            outcome.problems.append(f"changed outside its own folder: {', '.join(changed[:5])}")
        for folder in SHARED:
            new = set(self._left_in(folder)) - self.before[folder]
            if new:
                outcome.problems.append(f"left behind in {folder}: {', '.join(sorted(new)[:5])}")
        until = time.monotonic() + WIPED_WITHIN
        while left := [
            str(path) for base in self.place.temporary.glob("softmark-workers-*") for path in base.iterdir()
        ]:
            if time.monotonic() > until:
                outcome.problems.append(f"private folders remain: {', '.join(left[:3])}")
                return
            time.sleep(0.02)

    def _left_in(self, folder: str) -> Iterator[str]:
        """What a worker's user (in the last mode: the grader's) owns in a folder that everybody can write to."""
        first = self.level["first_uid"]
        with contextlib.suppress(OSError):
            for entry in os.scandir(folder):
                with contextlib.suppress(OSError):
                    uid = entry.stat(follow_symlinks=False).st_uid
                    # torch's kernels leave a note for profilers, in the grader's name
                    if entry.name == f"perf-{self.process.pid}.map":
                        continue
                    if first <= uid < first + 20 or (self.mode == "user" and uid == self.user):
                        yield entry.path

    # --- around -------------------------------------------------------------------------------------------

    def right(self, only: tuple[str, ...] = ()) -> Row:
        return Row("control", f"right-{self.course}", "the reference itself", self.course, only=only)

    def close(self) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        try:
            self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@dataclass(frozen=True)
class Process:
    pid: int
    parent: int
    uid: int
    name: str


def running() -> Iterator[Process]:
    for pid in proc.numbers():
        with contextlib.suppress(OSError, KeyError, ValueError):  # any of them may end now
            told = dict(
                line.split(":\t", 1)
                for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8", errors="replace").splitlines()
                if ":\t" in line
            )
            uid = int(told["Uid"].split("\t")[0])
            yield Process(pid, int(told["PPid"]), uid, told["Name"])


def visible(document: Mapping[str, Any], card: str) -> str:
    """Everything that a student sees: results.json without the staff's part, and the report card."""
    shown = {name: part for name, part in document.items() if name not in ("extra_data", "execution_time")}
    return "\n".join([*strings(shown), card])


def strings(part: Any) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif isinstance(part, Mapping):
        for value in part.values():
            yield from strings(value)
    elif isinstance(part, list):
        for value in part:
            yield from strings(value)


def found_canaries(text: str, canaries: Mapping[str, str]) -> list[str]:
    """Which secrets stand in a text: plainly, backwards, or with something between the letters."""
    bare = re.sub(r"[^0-9a-zA-Z]", "", text).lower()
    found = []
    for kind, canary in canaries.items():
        core = re.sub(r"[^0-9a-zA-Z]", "", canary.removeprefix("CANARY-")).lower()
        if canary in text or core in bare or core[::-1] in bare or core.encode().hex() in bare:
            found.append(f"the canary of the {kind} came out")
    return found


# --- a whole run ----------------------------------------------------------------------------------------------


def run(
    rows: Iterable[Row], mode: str, *, twice: bool = False, every: int = 1, look: Any = lambda outcome: None
) -> list[Outcome]:
    """Every row in one mode, courses one after the other; `look` sees each outcome as it comes."""
    outcomes: list[Outcome] = []
    rows = list(rows)
    with room() as folder:
        for course in PRELOAD:
            wanted = [row for row in rows if row.course == course]
            if wanted:
                bench = Bench(mode, course, folder)
                try:
                    for outcome in graded(bench, wanted, twice, every):
                        outcomes.append(outcome)
                        look(outcome)
                finally:
                    bench.close()
    return outcomes


@contextlib.contextmanager
def room() -> Iterator[Path]:
    """A folder that every user can pass through; pytest's own are closed."""
    folder = Path(tempfile.mkdtemp(prefix="softmark-hostile-", dir="/tmp" if Path("/tmp").is_dir() else None))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def graded(bench: Bench, rows: list[Row], twice: bool, every: int) -> Iterator[Outcome]:
    """The rows on one server; the right answer before, after `every` so many of them, and at the end: what a row leaves
    in the server meets it sooner or later."""
    whole = bench.grade(bench.right())
    if not whole.ok:
        yield whole
        return
    for number, row in enumerate(rows, start=1):
        outcome = bench.grade(row)
        if row.secret and outcome.ok:
            other = bench.grade(row, hidden="-other")
            outcome.problems += [f"with other hidden numbers, {said}" for said in outcome.same_as(other)]
        if twice and outcome.ok:
            differs = outcome.same_as(bench.grade(row))
            outcome.problems += [said for said in differs if not (row.random and "tells the student" in said)]
        if number % every and number != len(rows):
            yield outcome
            continue
        often = bench.course == "mini" or number % (10 * every) == 0 or number == len(rows)
        control = bench.grade(bench.right() if often else bench.right(row.only))
        outcome.problems += [f"the right answer after it: {problem}" for problem in control.problems]
        if often:
            outcome.problems += [f"the right answer after it: {said}" for said in whole.same_as(control)]
        yield outcome
