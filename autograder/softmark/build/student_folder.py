"""Writes what students receive into assignment/: stubs, public tests, and the recorded reference.

Everything here comes from one source: stubs are cut from the reference, public tests are the graders themselves, the
recorded file is what the reference (and every known mistake) replies to them. Git keeps the stubs, because people read
them, and a test fails when one no longer fits its source; public_tests/ is made by the build alone.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from ..bank import Answer
from ..checks.errors import GraderFault
from ..checks.trace import Trace
from ..content import labels, stubs, task_list
from ..content.course import PUBLIC_RECORDING, Course
from ..files.engine import ENGINE, SHIPPED
from ..files.zips import below
from ..locating import right_way
from ..locating.right_way import RightWay
from ..running import recording as recorded
from ..running.collect import with_checks
from ..running.recording import KnownMistake, Recording
from . import record_right_way, recorded_numbers, rooms
from .known_code import KnownCode
from .without_tasks import without_items, without_lines

RECORDED_FROM = "public_tests/recorded.from"
"""Beside it, the digest of the sources that it fits."""
ENGINE_FILE = "public_tests/softmark.pyz"
"""The engine as students get it."""


def texts(course: Course) -> dict[str, str]:
    """Every generated text file: path below assignment/ → content."""
    rubric = course.rubric
    off = {ident for ident, mode in rubric.modes.items() if mode == "off"}
    contents = {
        name: without_lines(stubs.cut(text, name, rubric.modes), off) for name, text in _reference_files(course).items()
    }
    contents |= {name: data.decode() for name, data in below(SHIPPED / "home").items()}
    for path in sorted(course.graders.glob("*.py")):
        if text := without_items(path.read_text(encoding="utf-8"), off):
            contents[f"public_tests/{path.name}"] = text
    tasks = task_list.plain(rubric, handout=course.has_handout, stubs=contents)
    contents["public_tests/tasks.json"] = json.dumps(tasks, ensure_ascii=False, indent=1) + "\n"
    return contents


def files(course: Course) -> dict[str, bytes]:
    """Every generated file but the recordings."""
    packed = {ENGINE_FILE: rooms.for_students()}
    return {**{name: text.encode() for name, text in texts(course).items()}, **packed}


def _reference_files(course: Course) -> dict[str, str]:
    return {f"{name}.py": text for name, text in course.reference.items()}


def record(course: Course) -> tuple[Recording, dict[str, RightWay]]:
    """Run every public check: the reference's replies, what each known mistake does on the tasks it loses, and what
    right solutions compute on the way."""
    made: list[tuple[Recording, dict[str, RightWay]]] = []
    with_checks(course.graders, lambda checks: made.append(_record(KnownCode(course, checks))))
    return made[0]


def _record(known: KnownCode) -> tuple[Recording, dict[str, RightWay]]:
    course, hints = known.course, known.course.rubric.feedback.hints
    if wrong := labels.wrong(course, known.checks):
        raise GraderFault(wrong[0])
    key = course.rubric.public_key()
    replies = recorded_numbers.replies(known, key, {})
    numbers = recorded_numbers.numbers_of(key, replies)
    answers = {answer.name: answer for answer in course.known_mistakes if hints != "off"}
    done = recorded_numbers.signatures(known, numbers, [*answers.values()])
    told = [_told(answers[name], each.traces, hints) for name, each in done.items() if each.traces]
    return recorded_numbers.recording(key, replies, told), record_right_way.make(known, numbers)


def _told(answer: Answer, traces: dict[str, Trace], hints: str) -> KnownMistake:
    """As students may see it."""
    if hints == "category":
        category = answer.name.partition(".")[0]
        return KnownMistake(category, f"A known mistake about: {category}.", "", answer.section, answer.loses, traces)
    return KnownMistake(answer.name, answer.says, answer.hint, answer.section, answer.loses, traces)


def write(course: Course, folder: Path) -> list[str]:
    """Bring `folder` up to date; returns the paths that changed."""
    changed = []
    for name, data in files(course).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_bytes() != data:
            path.write_bytes(data)
            changed.append(name)
    if not is_recorded(course, folder):
        _record_again(course, folder)
        changed += [PUBLIC_RECORDING, RECORDED_FROM]
    return changed + _remove_leftovers(course, folder)


def _record_again(course: Course, folder: Path) -> None:
    made, ways = record(course)
    recorded.write(made, folder / PUBLIC_RECORDING)
    course.frozen_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    course.ways_path.write_bytes(right_way.packed(made.key, ways))
    (folder / RECORDED_FROM).write_text(f"{source_digest(course)}\n", encoding="utf-8", newline="\n")


def is_recorded(course: Course, folder: Path) -> bool:
    """Whether the recording there is the one that the sources would give."""
    if not all(path.exists() for path in (folder / PUBLIC_RECORDING, course.ways_path, folder / RECORDED_FROM)):
        return False
    return (folder / RECORDED_FROM).read_text(encoding="utf-8", errors="replace").strip() == source_digest(course)


def traces_for(course: Course) -> Path | None:
    """The recording of what known mistakes do, if it fits the course as it is now and speaks of each by its name."""
    try:
        fits = course.rubric.feedback.hints == "name" and is_recorded(course, course.given_folder)
    except (OSError, ValueError, SyntaxError):  # something that staff wrote: whoever runs it says what is wrong
        return None
    return course.given_folder / PUBLIC_RECORDING if fits else None


def source_digest(course: Course) -> str:
    """Of everything that a recording depends on. Recording takes a minute: it is done only when this changes."""
    parts = made_with(course)
    parts += sorted(course.alternatives_folder.rglob("*.py")) if course.alternatives_folder.exists() else []
    parts += [*sorted(course.mistakes_folder.rglob("*.py")), Path(__file__)]
    parts.append(Path(record_right_way.__file__))
    said = [[each.name, each.says, each.hint, each.section, each.loses] for each in course.known_mistakes]
    values = [course.rubric.public_key(), course.rubric.feedback.hints, *decides(course), said]
    return digest_of(values, parts)


def decides(course: Course) -> list[object]:
    """What any recording depends on besides files of code."""
    rubric = course.rubric
    items = [
        [item.id, item.mode, item.file, list(item.names), list(item.uses), list(item.contains)]
        for item in rubric.all_items
    ]
    given = list(course.given_to_answers.items())
    data = [[name, hashlib.sha256((course.given_folder / name).read_bytes()).hexdigest()] for name in rubric.data]
    return [rubric.framework, rubric.files, rubric.given, items, given, data]


def digest_of(values: Sequence[object], parts: Iterable[Path]) -> str:
    """Of plain values, and of files."""
    digest = hashlib.sha256(json.dumps(values).encode())
    for path in parts:
        digest.update(f"{path.name}\0{path.read_text(encoding='utf-8')}\0".encode())
    return digest.hexdigest()[:16]


def made_with(course: Course) -> list[Path]:
    """What any recording is made with: the graders, the reference, and as much of the engine as runs them."""
    parts = [*sorted(course.graders.glob("*.py")), *sorted(course.reference_folder.rglob("*.py"))]
    own = (ENGINE / "build" / "known_code.py", ENGINE / "build" / "recorded_numbers.py")
    return [*parts, *_engine_sources(), *own, ENGINE / "content" / "task_list.py"]


def _engine_sources() -> list[Path]:
    """Of the engine, what a recording is made with."""
    made_with = ["locating", *(room for room in rooms.FOR_STUDENTS if room not in ("home", "render/words"))]
    return [path for room in made_with for path in sorted((ENGINE / room).rglob("*.py"))]


def _remove_leftovers(course: Course, folder: Path) -> list[str]:
    """public_tests/ is made by the build alone, and no answer lies where students find it."""
    wanted = {*files(course), PUBLIC_RECORDING, RECORDED_FROM}
    stale = [path for path in (folder / "public_tests").rglob("*") if path.is_file()]
    answers = [path.relative_to(course.reference_folder) for path in course.reference_folder.rglob("*.py")]
    stale += [folder / name for name in answers if (folder / name).exists()]
    removed = []
    for path in stale:
        name = path.relative_to(folder).as_posix()
        if name not in wanted:
            path.unlink()
            removed.append(f"{name} (removed)")
    return removed
