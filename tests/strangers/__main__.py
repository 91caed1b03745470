"""`python -m tests.strangers [WORD …]`: every stranger's answer through the engine; see the package's first lines."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from softmark.classes.pool import GradingJob, grade_all
from softmark.content.course import Course
from softmark.render.progress import bar

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
NEAR = 1
"""Lines that a located line may lie from the one its author names."""


@dataclass(frozen=True)
class Stranger:
    name: str
    wrong: bool
    files: Mapping[str, str]
    tasks: tuple[str, ...]
    """Of a wrong one: whose own code is wrong."""
    file: str = ""
    line: int = 0


def strangers(words: list[str]) -> Iterator[Stranger]:
    reference = {f"{name}.py": text for name, text in Course.at(ROOT).reference.items()}
    for folder in sorted([*(HERE / "right").iterdir(), *(HERE / "wrong").iterdir()]):
        name = f"{folder.parent.name}/{folder.name}"
        if words and not any(word in name for word in words):
            continue
        about = (folder / "about.txt").read_text(encoding="utf-8")
        own = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.py")}
        files = {**reference, **own}
        if folder.parent.name == "right":
            yield Stranger(name, False, files, ())
        else:
            tasks = re.findall(r"\d\.\d", re.search(r"^tasks: (.*)$", about, re.M)[1])  # type: ignore[index]
            file, line = re.search(r"^line: (\S+):(\d+)", about, re.M).groups()  # type: ignore[union-attr]
            yield Stranger(name, True, files, tuple(tasks), file, int(line))


@dataclass(frozen=True)
class Went:
    """How it went with one of them."""

    stranger: Stranger
    lost: Mapping[str, float]
    named: frozenset[str]
    place: Mapping[str, Any] | None
    error: str = ""

    @property
    def good(self) -> bool:
        return not self.error and set(self.lost) == set(self.stranger.tasks)

    @property
    def located(self) -> str:
        if self.place is None:
            return "silent"
        same = self.place["file"] == self.stranger.file
        return "right" if same and abs(self.place["line"] - self.stranger.line) <= NEAR else "elsewhere"


def graded(words: list[str]) -> Iterator[Went]:
    found = {each.name: each for each in strangers(words)}
    with bar("grading strangers") as progress:
        jobs = (GradingJob(name, each.files) for name, each in found.items())
        for number, done in enumerate(grade_all(ROOT, jobs), 1):
            progress(number, len(found), 0)
            rows = done.result.get("items", [])
            lost = {row["id"]: round(row["points"] - row["score"], 2) for row in rows if row["score"] < row["points"]}
            named = {check["diagnosis"] for row in rows for check in row["checks"]} - {None}
            places = [row["where"] for row in rows if row.get("where")]
            place = places[0] if len(places) == 1 else None
            yield Went(found[done.name], lost, frozenset(named), place, done.error)


def main(words: list[str]) -> int:
    went = sorted(graded(words), key=lambda each: each.stranger.name)
    right = [each for each in went if not each.stranger.wrong]
    wrong = [each for each in went if each.stranger.wrong]
    caught = [each for each in wrong if each.lost]
    for each in went:
        if not each.good:
            expected = ", ".join(each.stranger.tasks) or "nothing"
            print(
                f"{each.stranger.name}: loses {dict(each.lost) or 'nothing'}, expected {expected} {each.error[-200:]}"
            )
    named = [each for each in caught if each.named]
    print(f"right answers that keep all points:  {sum(each.good for each in right)} of {len(right)}")
    print(f"wrong answers caught:                {len(caught)} of {len(wrong)}")
    print(f"  losing exactly their tasks:        {sum(each.good for each in wrong)} of {len(wrong)}")
    print(f"  named:                             {len(named)} of {len(caught)}")
    count = {kind: sum(each.located == kind for each in caught) for kind in ("right", "elsewhere", "silent")}
    told = f"{count['right']}; elsewhere {count['elsewhere']}; silent {count['silent']}"
    print(f"  located at their author's line:    {told}")
    if "--json" in sys.argv:
        print(
            json.dumps(
                {each.stranger.name: [dict(each.lost), sorted(each.named), each.place] for each in went}, indent=1
            )
        )
    return 0 if all(each.good for each in went) else 1


if __name__ == "__main__":
    sys.exit(main([word for word in sys.argv[1:] if not word.startswith("-")]))
