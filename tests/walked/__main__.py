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

from softmark.content.course import Course
from tests.mini_course import softmark
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


def tell(each: Walked, folder: Path, home: Path) -> None:
    """What a student reads at home, and after handing in, into two files beside the submission."""
    target = write(each, folder)
    for file, text in each.files.items():
        (home / file).write_text(text, encoding="utf-8")
    tasks = [each.task] if each.task else []
    done = subprocess.run(
        [sys.executable, "check.py", *tasks], cwd=home, capture_output=True, text=True, timeout=A_HANG, check=False
    )
    target.with_suffix(".home.txt").write_text(done.stdout + done.stderr, encoding="utf-8")
    graded = softmark("grade", "--course", ROOT, target, "--out", target.with_suffix(".graded"))
    rows = json.loads((target.with_suffix(".graded") / "results.json").read_text(encoding="utf-8"))
    shown = [rows.get("output", "")]
    shown += [f"## {row['name']}\n{row['output']}" for row in rows["tests"] if row["score"] < row["max_score"]]
    target.with_suffix(".handed_in.txt").write_text("\n\n".join(shown) + graded.stderr, encoding="utf-8")


def counted() -> Iterator[str]:
    rows = yaml.safe_load((HERE / "judged.yaml").read_text(encoding="utf-8"))
    for when in ("before", "now"):
        count = Counter(row[when] for row in rows.values())
        yield f"{when + ':':<8} " + ", ".join(f"{kind} {count[kind]}" for kind in ("helpful", "neutral", "false"))


def main() -> int:
    reader = argparse.ArgumentParser(prog="python -m tests.walked", description="What is told about known mistakes.")
    reader.add_argument("words", nargs="*", metavar="WORD", help="only those whose names hold it, or of this task")
    reader.add_argument("--write", type=Path, metavar="DIR", help="put their files there")
    reader.add_argument("--told", type=Path, metavar="DIR", help="the same, and what is told about them")
    asked = reader.parse_args()
    if asked.told:
        home = asked.told / ".home"
        shutil.copytree(ROOT / "assignment", home, dirs_exist_ok=True)
        for each in walked(asked.words):
            print(each.name, flush=True)
            tell(each, asked.told, home)
    elif asked.write:
        for each in walked(asked.words):
            write(each, asked.write)
    else:
        print("\n".join(counted()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
