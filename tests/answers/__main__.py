"""`python -m tests.answers [WORD …] [--sample N] [--json] [--write FOLDER]`: strangers' answers.

See the package's first lines. Exit code 1 if a right one loses points, a wrong one keeps them or loses others, or a
name is not true."""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from softmark.classes.pool import GradingJob, grade_all
from softmark.commands import frozen_grader
from softmark.grading.server import Done
from softmark.render.progress import bar
from tests.answers import ROOT, everyone, files, reference
from tests.answers.reader import Stranger

NEAR = 1
"""Lines that a located line may lie from the one its author names."""
WHOLE = "wrong-01"
"""The wrong ones that are held against their names; the other sets are held against their lines."""
SAMPLED = ("right-1", WHOLE)
ASKED_FOR = "walked"
"""A set that is graded only where a word asks for it."""
FIRST_CAUGHT, FIRST_NAMED = 172, 128
"""Of WHOLE, before any known answer was added for them."""
WANTED = 0.9
"""Of its answers that are caught, so many are to be named in the end."""
NOT_FOLLOWED = frozenset({"1.7", "4.4", "4.5"})
"""Tasks in which no line is looked for by design: numbers that become two matrices, drawing, training."""


def kind(name: str) -> str:
    return name.partition("/")[0]


def sample(count: int) -> list[str]:
    """So many of all names, right and wrong in proportion, the same ones every time."""
    sets = {each: sorted(name for name in everyone() if kind(name) == each) for each in SAMPLED}
    total = sum(map(len, sets.values()))
    shares = {each: min(len(names), max(1, round(count * len(names) / total))) for each, names in sets.items()}
    return sorted(name for each, names in sets.items() for name in random.Random(17).sample(names, shares[each]))


def strangers(words: Sequence[str] = ()) -> list[Stranger]:
    """Those whose names hold one of the words."""
    asked = [each for name, each in everyone().items() if not words or any(word in name for word in words)]
    return [each for each in asked if kind(each.name) != ASKED_FOR or any(ASKED_FOR in word for word in words)]


def write(words: Sequence[str], target: Path) -> None:
    """Their files as they are graded."""
    for each in strangers(words):
        (target / each.name).mkdir(parents=True, exist_ok=True)
        for file, text in files(each).items():
            (target / each.name / file).write_text(text, encoding="utf-8")


@dataclass(frozen=True)
class Went:
    """How it went with one of them."""

    stranger: Stranger
    lost: Mapping[str, float]
    named: frozenset[str]
    place: Mapping[str, Any] | None = None
    lines: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """File → the lines where its author sees the mistake."""
    error: str = ""
    followed: bool = False
    """A failed check compares values that can be followed to a line, by its kind."""
    silent: str = ""
    """Why no line is shown, as the result says it."""
    raised: str = ""
    """What is told of the errors that it raises, with their chains of lines."""

    @property
    def wrong(self) -> bool:
        return bool(self.stranger.task)

    @property
    def for_lines(self) -> bool:
        """Held against its lines and tasks, not against names."""
        return self.wrong and kind(self.stranger.name) != WHOLE

    @property
    def good(self) -> bool:
        return not self.error and set(self.lost) == set(self.stranger.loses)

    @property
    def misnamed(self) -> list[str]:
        """Names that nobody has read beside this answer and found true."""
        return sorted(self.named - set(self.stranger.named))

    @property
    def located(self) -> str:
        if self.place is not None:
            return "right" if self._near(self.place["file"], self.place["line"]) else "elsewhere"
        chain = re.findall(r"(\w+\.py) line (\d+)", self.raised)
        return "raised" if any(self._near(file, int(line)) for file, line in chain) else "silent"

    @property
    def reason(self) -> str:
        """Why no line is shown: the task, where that decides it, or what the result says."""
        apart = sorted(set(self.stranger.task) & NOT_FOLLOWED)
        return f"task {', '.join(apart)}" if apart else self.silent or "only hidden numbers see it"

    @property
    def can_be_followed(self) -> bool:
        """Decided by the kinds of its failed checks and by its task, whatever was found."""
        return self.followed and not set(self.stranger.task) & NOT_FOLLOWED

    def _near(self, file: str, line: int) -> bool:
        return any(abs(line - its) <= NEAR for its in self.lines.get(file, ()))


def graded(words: Sequence[str]) -> Iterator[Went]:
    found = {each.name: each for each in strangers(words)}
    with bar("grading strangers") as progress:
        jobs = (GradingJob(name, files(each)) for name, each in found.items())
        for number, done in enumerate(grade_all(frozen_grader.folder(str(ROOT)), jobs), 1):
            progress(number, len(found), 0)
            yield told(found[done.name], done)


def told(stranger: Stranger, done: Done) -> Went:
    rows = done.result.get("items", [])
    places = [row["where"] for row in rows if row.get("where")]
    silent = "; ".join(dict.fromkeys(row["silent"] for row in rows if row.get("silent")))
    failed = [check for row in rows for check in row["checks"] if check["passed"] is False]
    return Went(
        stranger,
        {row["id"]: round(row["points"] - row["score"], 2) for row in rows if row["score"] < row["points"]},
        frozenset({check["diagnosis"] for row in rows for check in row["checks"]} - {None}),
        places[0] if len(places) == 1 else None,
        stranger.lines(reference()),
        done.error,
        any(row.get("followed") for row in rows),
        silent or "several tasks have lines" * (len(places) > 1),
        "; ".join(check["message"] for check in failed if check["category"] == "raised"),
    )


def share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({100 * part / max(whole, 1):.1f}%)"


def figures(went: list[Went]) -> Iterator[str]:
    """The numbers, in words."""
    right = [each for each in went if not each.wrong]
    wrong = [each for each in went if each.wrong]
    caught = [each for each in wrong if each.lost]
    apart = [each for each in right if each.stranger.loses]
    fair = [each for each in right if each not in apart]
    named = [each for each in caught if each.named]
    yield f"right answers that keep all points:  {sum(each.good for each in fair)} of {len(fair)}"
    if apart:
        explained = sum(each.good for each in apart)
        yield f"  written for an earlier stub:       {len(apart)}, losing what that explains: {explained}"
    yield f"wrong answers caught:                {len(caught)} of {len(wrong)}"
    yield f"  losing exactly their tasks:        {sum(each.good for each in wrong)} of {len(wrong)}"
    yield f"  misnamed:                          {sum(bool(each.misnamed) for each in went)}"
    first = share(FIRST_NAMED, FIRST_CAUGHT)
    yield f"  named at first sight:              {first}, of all, before any entry was added for them"
    yield f"  named in the end:                  {share(len(named), len(caught))}"
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
    right, elsewhere = (share(among[kind], len(followed)) for kind in ("right", "elsewhere"))
    yield f"  where values can be followed:      right {right}, elsewhere {elsewhere}"
    for title, part in (("followed", [each for each in silent if each not in cannot]), ("not followed", cannot)):
        for reason, number in Counter(each.reason for each in part).most_common():
            yield f"  silent, {title + ':':<27}{number:>3}  {reason}"


def findings(went: list[Went]) -> Iterator[str]:
    """What must not be."""
    for each in went:
        name = each.stranger.name
        if not each.good:
            expected = ", ".join(sorted(each.stranger.loses)) or "nothing"
            lost = ", ".join(f"{points:g} in {item}" for item, points in each.lost.items()) or "nothing"
            yield f"{name}: loses {lost}; expected: {expected} {each.error[-200:]}".rstrip()
        if each.misnamed:
            yield f"{name}: called {', '.join(each.misnamed)}, which nobody has found true of it"
    caught = [each for each in went if each.wrong and each.lost and not each.for_lines]
    if len(caught) >= 100 and sum(bool(each.named) for each in caught) < WANTED * len(caught):
        yield f"fewer than {WANTED:.0%} of the wrong answers are named"


def report(went: list[Went]) -> Iterator[str]:
    """The figures, set by set where they are held against their lines; then what must not be."""
    yield from figures([each for each in went if not each.for_lines])
    for name in dict.fromkeys(kind(each.stranger.name) for each in went if each.for_lines):
        if caught := [each for each in went if kind(each.stranger.name) == name and each.lost]:
            yield from (f"{name}:", *lines_told(caught))
    yield from list(findings(went)) or ["clean"]


def as_json(went: list[Went]) -> str:
    rows = {
        each.stranger.name: [dict(each.lost), sorted(each.named), each.place, "" if each.place else each.reason]
        for each in went
    }
    return json.dumps(rows, indent=1)


def main() -> int:
    reader = argparse.ArgumentParser(prog="python -m tests.answers", description="Grade answers by strangers.")
    reader.add_argument("words", nargs="*", metavar="WORD", help="only those whose names hold one of these")
    reader.add_argument("--sample", type=int, metavar="N", help="only N of them, always the same")
    reader.add_argument("--json", action="store_true", help="also print what each lost, its names and its place")
    reader.add_argument("--write", type=Path, metavar="FOLDER", help="put their whole files there, and grade nothing")
    asked = reader.parse_args()
    words = sample(asked.sample) if asked.sample else asked.words
    if asked.write:
        write(words, asked.write)
        return 0
    went = sorted(graded(words), key=lambda each: each.stranger.name)
    if asked.sample:
        print(f"answers by strangers (a sample of {len(went)}; without --sample all are graded):")
    print("\n".join(report(went)))
    if asked.json:
        print(as_json(went))
    return 1 if any(findings(went)) else 0


if __name__ == "__main__":
    sys.exit(main())
