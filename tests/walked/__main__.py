"""`python -m tests.walked`: see the package's first lines."""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from softmark.build.student_folder import traces_for
from softmark.classes.pool import GradingJob, grade_all
from softmark.content.course import Course
from softmark.grading.result import Result
from softmark.home import attempts
from softmark.render.platforms import gradescope
from tests.proc import A_HANG
from tests.strangers import pieces

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@dataclass(frozen=True)
class Walked:
    name: str
    task: str
    wrong: str
    files: Mapping[str, str]
    """Whole student files."""


def walked(words: list[str]) -> Iterator[Walked]:
    reference = {f"{name}.py": text for name, text in Course.at(ROOT).reference.items()}
    for part in ("attention", "multihead", "block", "lm"):
        for name, row in yaml.safe_load((HERE / f"{part}.yaml").read_text(encoding="utf-8")).items():
            if not words or any(word in name or word == row["task"] for word in words):
                file = "train.py" if row["task"] == "4.5" else f"{part}.py"
                text = pieces.merged(pieces.ways(reference[file]), "\n\n" + row["code"], {})
                yield Walked(name, row["task"], row["wrong"], {**reference, file: text})


def write(each: Walked, folder: Path) -> Path:
    """Its files, as they are handed in."""
    target = folder / each.name.replace(" ", "_")
    target.mkdir(parents=True, exist_ok=True)
    for file, text in each.files.items():
        (target / file).write_text(text, encoding="utf-8")
    return target


def at_home(each: Walked, home: Path) -> str:
    """What check.py says about the task once it has failed three times, so that it tells all it knows."""
    for file, text in each.files.items():
        (home / file).write_text(text, encoding="utf-8")
    tasks = [each.task] if each.task else []
    (home / "public_tests" / attempts.FILE).write_text(json.dumps({task: ["a", "b"] for task in tasks}))
    done = subprocess.run(
        [sys.executable, "check.py", *tasks], cwd=home, capture_output=True, text=True, timeout=A_HANG, check=False
    )
    return done.stdout + done.stderr


def handed_in(found: Mapping[str, Walked]) -> Iterator[tuple[str, str]]:
    """What Gradescope shows of the task; the others are not graded."""
    course = Course.at(ROOT)
    jobs = [
        GradingJob(name, each.files, tuple(item.id for item in course.rubric.items if item.id != (each.task or "1.2")))
        for name, each in found.items()
    ]
    for done in grade_all(ROOT, jobs, traces=traces_for(course), size=1):
        rows = gradescope.render(Result.from_json(done.text)) if done.text else {"output": done.error, "tests": []}
        task = found[done.name].task or "1.2"
        yield (
            done.name,
            "\n\n".join([rows["output"], *(row["output"] for row in rows["tests"] if row["number"] == task)]),
        )


def tell(found: Mapping[str, Walked], folder: Path) -> None:
    """What a student reads at home, and after handing in, as one file each."""
    home = folder / ".home"
    shutil.copytree(ROOT / "assignment", home, dirs_exist_ok=True)
    for name, text in handed_in(found):
        said = f"{found[name].wrong}\n\n=== at home ===\n{at_home(found[name], home)}\n=== handed in ===\n{text}\n"
        (folder / f"{name.replace(' ', '_')}.txt").write_text(said, encoding="utf-8")


def counted() -> Iterator[str]:
    rows = yaml.safe_load((HERE / "judged.yaml").read_text(encoding="utf-8")).values()
    for when, judged in zip(("before", "now"), zip(*rows, strict=True), strict=True):
        count = Counter(judged)
        yield f"{when + ':':<8} " + ", ".join(f"{kind} {count[kind]}" for kind in ("helpful", "neutral", "false"))


def main() -> int:
    reader = argparse.ArgumentParser(prog="python -m tests.walked", description="What is told about known mistakes.")
    reader.add_argument("words", nargs="*", metavar="WORD", help="only those whose names hold it, or of this task")
    reader.add_argument("--write", type=Path, metavar="DIR", help="put their files there")
    reader.add_argument("--told", type=Path, metavar="DIR", help="the same, and what is told about them")
    asked = reader.parse_args()
    if asked.told:
        tell({each.name: each for each in walked(asked.words)}, asked.told)
    elif asked.write:
        for each in walked(asked.words):
            write(each, asked.write)
    else:
        print("\n".join(counted()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
