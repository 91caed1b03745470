"""`python -m tests.strangers [WORD …] [--sample N] [--json] [--repairs | --write FOLDER]`: strangers' answers.

See the package's first lines. Exit code 1 if a right one loses points, a wrong one keeps them or loses others, or a
name is not true."""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from softmark.build.student_folder import traces_for
from softmark.classes.pool import GradingJob, grade_all
from softmark.content.course import Course
from softmark.render.progress import bar
from tests.strangers import judged, pieces, repairs

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
NEAR = 1
"""Lines that a located line may lie from the one its author names."""
FOR_LINES = {
    "lines": "written later, for the lines alone, by somebody who knew the locator",
    "fresh": "for the lines alone, by somebody who had only the stubs",
    "unseen": "the same, by somebody else, after all that was learnt from the others",
    "later": "the same once more, from the stubs as they are now",
    "latest": "the same by somebody else, when one change was looked for too",
    "newest": "the same by somebody else again",
    "freshest": "and once more, after all that was learnt from those",
    "recent": "the same by somebody else, when lines were silent rather than wrong",
    "unmet": "and by somebody else, the last so far",
}
"""Sets that are held against their lines and tasks, not against names."""
RIGHT = ("right", "unusual", "rare", "odd")
KINDS = (*RIGHT, "wrong", *FOR_LINES)
ADDED_LATER = {"4.6": "sentence_log_prob"}
"""Task → its function, for tasks that are younger than most answers."""
JUDGED = judged.read()


@dataclass(frozen=True)
class Stranger:
    name: str
    wrong: bool
    files: Mapping[str, str]
    tasks: tuple[str, ...]
    """Of a wrong one: whose own code is wrong."""
    file: str = ""
    lines: tuple[int, ...] = ()
    """Where its author sees the mistake; several where it is in all of them."""

    @property
    def loses(self) -> set[str]:
        """What it is to lose: of a right one nothing, unless it was written for an earlier text of the stub."""
        apart = JUDGED.set_apart.get(self.name)
        return set(apart.loses if apart else self.tasks)


def sample(count: int) -> list[str]:
    """So many of all names, right and wrong in proportion, the same ones every time."""
    chosen = []
    sets = {kind: sorted(path.stem for path in (HERE / kind).glob("*.py")) for kind in ("right", "wrong")}
    everyone = sum(map(len, sets.values()))
    for kind, names in sets.items():
        share = min(len(names), max(1, round(count * len(names) / everyone)))
        chosen += [f"{kind}/{name}" for name in random.Random(17).sample(names, share)]
    return sorted(chosen)


def strangers(words: list[str]) -> Iterator[Stranger]:
    reference = {f"{name}.py": text for name, text in Course.at(ROOT).reference.items()}
    for path in sorted(path for kind in KINDS for path in (HERE / kind).glob("*.py")):
        name = f"{path.parent.name}/{path.stem}"
        if words and not any(word in name for word in words):
            continue
        answer = pieces.read(path)
        files = {**reference, **answer.files}
        if path.parent.name in RIGHT:
            yield Stranger(name, False, files, ())
        else:
            tasks = re.findall(r"\d\.\d", re.search(r"^tasks: (.*)$", answer.about, re.M)[1])  # type: ignore[index]
            file, lines = re.search(r"^line: (\S+):([\d, ]+)", answer.about, re.M).groups()  # type: ignore[union-attr]
            yield Stranger(name, True, files, tuple(tasks), file, tuple(map(int, re.findall(r"\d+", lines))))


def write(words: list[str], target: Path) -> None:
    """Their files as they are graded, to read them whole or to look up a line."""
    for each in strangers(words):
        (target / each.name).mkdir(parents=True, exist_ok=True)
        for file, text in each.files.items():
            (target / each.name / file).write_text(text, encoding="utf-8")


@dataclass(frozen=True)
class Went:
    """How it went with one of them."""

    stranger: Stranger
    lost: Mapping[str, float]
    named: frozenset[str]
    place: Mapping[str, Any] | None
    error: str = ""
    followed: bool = False
    """A failed check compares values that can be followed to a line, by its kind."""
    silent: str = ""
    """Why no line is shown, as the result says it."""
    raised: str = ""
    """What is told of the errors that it raises, with their chains of lines."""

    @property
    def for_lines(self) -> str:
        """The set for the lines alone that it is from; empty for one of those that are graded whole."""
        kind = self.stranger.name.partition("/")[0]
        return kind if kind in FOR_LINES else ""

    @property
    def good(self) -> bool:
        return not self.error and set(self.lost) == self.stranger.loses

    @property
    def misnamed(self) -> list[str]:
        return JUDGED.misnamed(self.stranger.name, self.named)

    @property
    def located(self) -> str:
        if self.place is not None:
            return "right" if self._near(self.place["file"], self.place["line"]) else "elsewhere"
        chain = re.findall(r"(\w+\.py) line (\d+)", self.raised)
        return "raised" if any(self._near(file, int(line)) for file, line in chain) else "silent"

    @property
    def reason(self) -> str:
        """Why no line is shown: the task, where that decides it, or what the result says."""
        apart = sorted(set(self.stranger.tasks) & judged.NOT_FOLLOWED)
        return f"task {', '.join(apart)}" if apart else self.silent or "only hidden numbers see it"

    @property
    def can_be_followed(self) -> bool:
        """Decided by the kinds of its failed checks and by its task, whatever was found."""
        return self.followed and not set(self.stranger.tasks) & judged.NOT_FOLLOWED

    def _near(self, file: str, line: int) -> bool:
        return file == self.stranger.file and any(abs(line - its) <= NEAR for its in self.stranger.lines)


def younger(stranger: Stranger) -> tuple[str, ...]:
    """Tasks that were added after this answer was written: nobody can be held against them."""
    return tuple(task for task, name in ADDED_LATER.items() if f"def {name}(" not in stranger.files["lm.py"])


def graded(words: list[str]) -> Iterator[Went]:
    found = {each.name: each for each in strangers(words)}
    with bar("grading strangers") as progress:
        jobs = (GradingJob(name, each.files, younger(each)) for name, each in found.items())
        for number, done in enumerate(grade_all(ROOT, jobs, traces=traces_for(Course.at(ROOT))), 1):
            progress(number, len(found), 0)
            skipped = younger(found[done.name])
            rows = [row for row in done.result.get("items", []) if row["id"] not in skipped]
            lost = {row["id"]: round(row["points"] - row["score"], 2) for row in rows if row["score"] < row["points"]}
            named = {check["diagnosis"] for row in rows for check in row["checks"]} - {None}
            places = [row["where"] for row in rows if row.get("where")]
            place = places[0] if len(places) == 1 else None
            silent = "; ".join(dict.fromkeys(row["silent"] for row in rows if row.get("silent")))
            failed = [check for row in rows for check in row["checks"] if check["passed"] is False]
            raised = [check["message"] for check in failed if check["category"] == "raised"]
            followed = any(row.get("followed") for row in rows)
            several = "several tasks have lines" if len(places) > 1 else ""
            yield Went(
                found[done.name],
                lost,
                frozenset(named),
                place,
                done.error,
                followed,
                silent or several,
                "; ".join(raised),
            )


def figures(went: list[Went]) -> Iterator[str]:
    """The numbers, in words."""
    right = [each for each in went if not each.stranger.wrong]
    wrong = [each for each in went if each.stranger.wrong]
    caught = [each for each in wrong if each.lost]
    apart = [each for each in right if each.stranger.name in JUDGED.set_apart]
    fair = [each for each in right if each not in apart]
    named = [each for each in caught if each.named]
    yield f"right answers that keep all points:  {sum(each.good for each in fair)} of {len(fair)}"
    if apart:
        explained = sum(each.good for each in apart)
        yield f"  written for an earlier stub:       {len(apart)}, losing what that explains: {explained}"
    yield f"wrong answers caught:                {len(caught)} of {len(wrong)}"
    yield f"  losing exactly their tasks:        {sum(each.good for each in wrong)} of {len(wrong)}"
    yield f"  misnamed:                          {sum(bool(each.misnamed) for each in went)}"
    first = repairs.share(JUDGED.first_named, JUDGED.first_caught)
    yield f"  named at first sight:              {first}, of all, before any entry was added for them"
    yield f"  named in the end:                  {repairs.share(len(named), len(caught))}"
    yield from lines_told(caught)


def lines_told(caught: list[Went]) -> Iterator[str]:
    """How often the line that is shown is their author's; what can be followed is decided by rule, before."""
    count = Counter(each.located for each in caught)
    followed = [each for each in caught if each.can_be_followed]
    among = Counter(each.located for each in followed)
    silent = [each for each in caught if each.located == "silent"]
    cannot = [each for each in silent if not each.can_be_followed]
    yield (
        f"lines: right {count['right']}, elsewhere {count['elsewhere']}, told by an error's own lines "
        f"{count['raised']}, silent where values can be followed {len(silent) - len(cannot)}, "
        f"silent where they cannot {len(cannot)}"
    )
    right, elsewhere = (repairs.share(among[kind], len(followed)) for kind in ("right", "elsewhere"))
    yield f"  where values can be followed:      right {right}, elsewhere {elsewhere}"
    for title, part in (("followed", [each for each in silent if each not in cannot]), ("not followed", cannot)):
        for reason, number in Counter(each.reason for each in part).most_common():
            yield f"  silent, {title + ':':<27}{number:>3}  {reason}"


def findings(went: list[Went]) -> Iterator[str]:
    """What must not be."""
    for each in went:
        if not each.good:
            expected = ", ".join(sorted(each.stranger.loses)) or "nothing"
            lost = ", ".join(f"{points:g} in {item}" for item, points in each.lost.items()) or "nothing"
            yield f"{each.stranger.name}: loses {lost}; expected: {expected} {each.error[-200:]}".rstrip()
        if each.misnamed:
            yield f"{each.stranger.name}: called {', '.join(each.misnamed)}, which nobody has found true of it"
    caught = [each for each in went if each.stranger.wrong and each.lost and not each.for_lines]
    if len(caught) >= 100 and sum(bool(each.named) for each in caught) < judged.WANTED * len(caught):
        yield f"fewer than {judged.WANTED:.0%} of the wrong answers are named"


def main() -> int:
    reader = argparse.ArgumentParser(prog="python -m tests.strangers", description="Grade answers by strangers.")
    reader.add_argument("words", nargs="*", metavar="WORD", help="only those whose names hold one of these")
    reader.add_argument("--sample", type=int, metavar="N", help="only N of them, always the same")
    reader.add_argument("--json", action="store_true", help="also print what each lost, its names and its place")
    reader.add_argument(
        "--repairs", action="store_true", help="print how many wrong ones one change repairs, and where"
    )
    reader.add_argument("--write", type=Path, metavar="FOLDER", help="put their whole files there, and grade nothing")
    asked = reader.parse_args()
    words = sample(asked.sample) if asked.sample else asked.words
    if asked.write:
        write(words, asked.write)
        return 0
    if asked.repairs:
        for line in repairs.told(repairs.looked_for(list(strangers(words)))):
            print(line, flush=True)
        return 0
    went = sorted(graded(words), key=lambda each: each.stranger.name)
    if asked.sample:
        print(f"answers by strangers (a sample of {len(went)}; without --sample all are graded):")
    print("\n".join(figures([each for each in went if not each.for_lines])))
    for kind, whose in FOR_LINES.items():
        if apart := [each for each in went if each.for_lines == kind and each.lost]:
            print("\n".join([f"{whose}:", *lines_told(apart)]))
    found = list(findings(went))
    print("\n".join(found) or "clean")
    if asked.json:
        rows = {
            each.stranger.name: [dict(each.lost), sorted(each.named), each.place, "" if each.place else each.reason]
            for each in went
        }
        print(json.dumps(rows, indent=1))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
