"""A class of nobody, as Gradescope exports one: `python -m tests.term SIZE FOLDER [--course COURSE]`.

Four in ten are right, the others made known mistakes; one in ten had an accident on the way to the upload, one in ten
works in pairs, some are late. The same size always gives the same class of a course.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import yaml

from softmark.content.course import Course

ROOT = Path(__file__).resolve().parents[1]
DUE = datetime(2026, 10, 30, 23, 59, tzinfo=timezone(timedelta(hours=-5)))
ONE_IN = 10
"""How often something out of the ordinary happens."""

Files = dict[str, bytes]


# --- what goes wrong on the way to the upload button ------------------------------------------------------------------


def _first(change: Callable[[bytes], bytes]) -> Callable[[Files], Files]:
    """The same done to one file."""
    return lambda files: {**files, min(files): change(files[min(files)])}


def _renamed(files: Files) -> Files:
    return {(f"{name[:-3]} (1).py" if name == min(files) else name): raw for name, raw in files.items()}


def _in_a_folder(files: Files) -> Files:
    return {f"hw (2)/{name}": raw for name, raw in files.items()} | {"__MACOSX/hw (2)/._x": b"\0\5\x16\7"}


def _from_windows(files: Files) -> Files:
    return {name: b"\xef\xbb\xbf" + raw.replace(b"\n", b"\r\n") for name, raw in files.items()}


ACCIDENTS: tuple[Callable[[Files], Files], ...] = (
    _first(lambda raw: raw.replace(b"return ", b"retrun ", 1)),
    _renamed,
    lambda files: {name: raw for name, raw in files.items() if name != min(files)},
    _from_windows,
    _in_a_folder,
    _first(lambda raw: b"import a_package_i_like\n" + raw),
    _first(lambda raw: raw + b'\n\nprint("it works!")\n'),
    _first(lambda raw: raw.replace(b"    return ", b"    while True:\n        pass\n    return ", 1)),
)


# --- who handed in what -----------------------------------------------------------------------------------------------


def submissions(course: Course, size: int) -> Iterator[Files]:
    """One after the other, no two of them alike."""
    rng = random.Random(f"a class of {size}")
    for number in range(size):
        files = {name: f"{text}\n# {number}\n".encode() for name, text in _written(course, rng).items()}
        yield ACCIDENTS[number // ONE_IN % len(ACCIDENTS)](files) if number % ONE_IN == ONE_IN - 1 else files


def _written(course: Course, rng: random.Random) -> Mapping[str, str]:
    """The reference, some other right ways, and for six in ten up to three known mistakes, each of another task."""
    wrong = rng.sample(course.known_mistakes, rng.choice((0, 0, 1, 1, 3)))
    right = rng.sample(course.alternatives, min(5, len(course.alternatives)))
    taken: set[tuple[str, str]] = set()
    chosen = []
    for answer in (*wrong, *right):
        own = {(answer.module, name.partition(".")[0]) for name in answer.replaces}
        if taken.isdisjoint(own):
            chosen.append(answer)
            taken |= own
    return course.laid_over(*chosen)


def metadata(size: int) -> dict[str, Any]:
    """As Gradescope tells of them, with the keys that Ruby's symbols become."""
    return {name: _told(number) for number, name in enumerate(names(size))}


def names(size: int) -> list[str]:
    return [f"submission_{100_000_000 + 137 * number}" for number in range(size)]


def _told(number: int) -> dict[str, Any]:
    people = [number] if number % ONE_IN else [number, 1000 + number]
    late = timedelta(hours=30) if number % ONE_IN == 3 else -timedelta(hours=number % 90)
    return {
        ":submitters": [{":name": f"Student {one}", ":sid": str(one), ":email": f"s{one}@x.edu"} for one in people],
        ":created_at": DUE + late,
        ":score": 0.0,
        ":history": [],
    }


def write(course: Course, size: int, folder: Path) -> Path:
    """The export of a class, into a new folder."""
    folder.mkdir(parents=True)
    told = yaml.safe_dump(metadata(size), sort_keys=False)
    (folder / "submission_metadata.yml").write_text(told, encoding="utf-8")
    for name, files in zip(names(size), submissions(course, size), strict=True):
        for path, raw in files.items():
            place = folder / name / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(raw)
    return folder


if __name__ == "__main__":
    reader = argparse.ArgumentParser(prog="python -m tests.term", description="Write a class of nobody into a folder.")
    reader.add_argument("size", type=int)
    reader.add_argument("folder", type=Path)
    reader.add_argument("--course", type=Path, default=ROOT)
    asked = reader.parse_args()
    print(write(Course.at(asked.course), asked.size, asked.folder))
