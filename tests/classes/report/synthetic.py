"""A class that never existed, without grading anything: the real rubric, checks and known mistakes, random people.

Deterministic for a seed. Code is the reference with known mistakes spliced in, its own lines reworded for each student,
so that a page has as much to carry as a real class would give it.
"""

from __future__ import annotations

import ast
import hashlib
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path

from softmark.bank import Answer
from softmark.classes.entries import Attempt, Entry, Graded, Person
from softmark.content.course import Course
from softmark.content.rubric import Rubric
from softmark.content.rubric_reader import load_rubric
from softmark.grading.check_result import BOTH_PHASES, NOT_WRITTEN, RULE, CheckResult
from softmark.grading.result import IsolationReached, ItemResult, Note, Result, blank

ROOT = Path(__file__).resolve().parents[3]


def _words(text: str) -> list[str]:
    return text.split()


FIRST = _words(
    """Ada Alan Grace Edsger Barbara Donald Radia Tim Frances John Margaret Ken Hedy Claude Katherine Dennis Shafi
    Leslie Karen Niklaus Adele Tony Lynn Robin Mary Stephen Anita Judea Fei Yann Joëlle Geoffrey Cynthia Jürgen Daphne
    Noam Aïcha Łukasz Ngozi Søren İpek Đặng Zoë Ravi Priya Omar Leïla Mateo Chloé"""
)
LAST = _words(
    """Lovelace Turing Hopper Dijkstra Liskov Knuth Perlman Lee Allen Backus Hamilton Thompson Lamarr Shannon Johnson
    Ritchie Goldwasser Lamport Jones Wirth Goldberg Hoare Conway Milner Shaw Cook Borg Pearl Li Cun Pineau Hinton Dwork
    Schmidhuber Koller Shazeer Bengio Kowalski Okafor Nguyễn Kierkegaard Yılmaz Haddad García Müller"""
)
REMARKS = _words(
    """first then the shape is like in lecture check this why does it work batch keys queries transpose rows sum to one
    careful with last dimension TODO ask on forum see slides not sure but passes keepdim matters mask before softmax"""
)


@lru_cache
def rubric() -> Rubric:
    return load_rubric(ROOT / "autograder" / "rubric.yaml")


@lru_cache
def check_titles() -> dict[str, list[tuple[str, str]]]:
    """Item → (name, title) of its checks, read from the graders."""
    found: dict[str, list[tuple[str, str]]] = {}
    for path in sorted((ROOT / "autograder" / "graders").glob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if not isinstance(node, ast.ClassDef) or not node.decorator_list:
                continue
            mark = node.decorator_list[0]
            assert isinstance(mark, ast.Call) and isinstance(mark.args[0], ast.Constant)
            for method in node.body:
                if isinstance(method, ast.FunctionDef) and method.name.startswith("test_"):
                    title = (ast.get_docstring(method) or method.name).splitlines()[0]
                    found.setdefault(str(mark.args[0].value), []).append((f"{node.name}.{method.name}", title))
    return found


@lru_cache
def mistakes() -> dict[str, list[Answer]]:
    """Item → the known mistakes that cost it alone."""
    found: dict[str, list[Answer]] = {}
    for answer in Course.at(ROOT).known_mistakes:
        if len(answer.loses) == 1:
            found.setdefault(answer.loses[0], []).append(answer)
    return found


@lru_cache
def texts(folder: str) -> dict[str, str]:
    return {name: (ROOT / folder / name).read_text(encoding="utf-8") for name in rubric().files}


@cache
def with_mistake(file: str, name: str) -> str:
    answer = next(each for known in mistakes().values() for each in known if each.name == name)
    return Course.at(ROOT).laid_over(answer)[file]


def reworded(text: str, stub: frozenset[str], luck: random.Random) -> str:
    """The same code in another student's words: other names, sometimes a comment of theirs."""
    names = {
        word: word if luck.random() < 0.3 else f"{word}{luck.choice(['_', '2', '_out', '_new', 's', '_t', '_x', 'x'])}"
        for word in (
            "scores",
            "weights",
            "mask",
            "rows",
            "heads",
            "hidden",
            "logits",
            "loss",
            "total",
            "largest",
            "x_hat",
        )
    }
    words = re.compile(r"\b(" + "|".join(names) + r")\b")
    lines = []
    for line in text.split("\n"):
        if line not in stub:
            if "SOLUTION" in line:
                continue
            line = words.sub(lambda found: names[found.group(1)], line)
            if luck.random() < 0.12:
                lines.append(f"    # {' '.join(luck.sample(REMARKS, 5))}")
        lines.append(line)
    return "\n".join(lines)


@dataclass
class Luck:
    """How good somebody is, and what befalls them."""

    skill: float
    random: random.Random


def item_result(item: ItemResult, luck: Luck) -> tuple[ItemResult, Answer | None]:
    named = check_titles()[item.id]
    roll, chance = luck.random.random(), luck.random
    if roll < luck.skill:
        return item.judged([CheckResult(n, t, phase, True) for n, t in named for phase in ("public", "hidden")]), None
    if roll > 0.94 + 0.06 * luck.skill:
        checks = [CheckResult(n, t, "public", False, category=NOT_WRITTEN, message="not written") for n, t in named]
        return item.judged(checks), None
    if roll > 0.93 and item.id in ("1.4", "3.1"):
        broken = CheckResult(
            "not allowed: torch.softmax", "Does not use library softmax", "public", False, weight=0.0, category=RULE,
            message="attention.py line 120 calls torch.softmax", line="attention.py line 120",
        )  # fmt: skip
        return item.judged(
            [*(CheckResult(n, t, p, True) for n, t in named for p in ("public", "hidden")), broken]
        ), None
    known = mistakes().get(item.id, [])
    answer = known[min(int(chance.expovariate(0.4)), len(known) - 1)] if known and chance.random() < 0.75 else None
    failing = set(chance.sample(range(len(named)), chance.randint(1, max(1, len(named) // 2))))
    checks = []
    for number, (name, title) in enumerate(named):
        for phase in ("public", "hidden"):
            if number not in failing:
                checks.append(CheckResult(name, title, phase, True))
                continue
            got = answer.name if answer else chance.randint(0, 10**6)
            digits = int(hashlib.sha256(f"{got}{name}{phase}".encode()).hexdigest()[:5], 16) / 1000
            checks.append(
                CheckResult(
                    name, title, phase, False, category="values",
                    message=f"expected 12.5, got {digits} at [0, 2, 1]; 17 of 24 numbers differ",
                    safe_message="the values differ", staff=f"inputs seed {digits}",
                    diagnosis=answer.name if answer else None, says=answer.says if answer else None,
                    hint=answer.hint if answer else None, section=answer.section if answer else None,
                )
            )  # fmt: skip
    return item.judged(checks), answer


def one(number: int, *, seed: str = "class", sections: int = 6, history: bool = True) -> Graded:
    """The submission of one student."""
    chance = random.Random(f"{seed} {number}")
    luck = Luck(min(0.98, max(0.02, chance.betavariate(2.6, 1.1))), chance)
    first, last = chance.choice(FIRST), chance.choice(LAST)
    sid = f"{30_000_000 + number * 37}"
    person = Person(f"{first} {last}", f"s{sid}@university.example", sid, f"{number % sections + 1:02d}")
    rows, files = [], {}
    reference, stubs = texts("solutions/reference"), texts("assignment")
    chosen: dict[str, Answer] = {}
    for item in blank(rubric()).items:
        row, answer = item_result(item, luck)
        rows.append(row)
        if answer is not None:
            chosen.setdefault(item.file, answer)
    for name, text in reference.items():
        stub = _lines(stubs[name])
        source = with_mistake(name, chosen[name].name) if name in chosen else text
        files[name] = reworded(source, stub, chance)
    notes: list[Note] = []
    if chance.random() < 0.02:
        notes.append(Note("staff", "evasion? attention.py line 12 reaches torch.softmax through getattr"))
    if chance.random() < 0.05:
        notes.append(Note("student", "notes.txt is not part of the assignment and was left out."))
    result = replace(
        blank(rubric()), items=tuple(rows), status="out_of_time" if chance.random() < 0.005 else "graded",
        notes=tuple(notes), isolation=IsolationReached("full", ("identity", "seccomp")), seconds=2.5,
        digest=hashlib.sha256(repr(files).encode()).hexdigest(),
    )  # fmt: skip
    tries = chance.randint(0, 6) if history else 0
    scores = sorted(round(chance.random() * result.score, 1) for _ in range(tries))
    past = tuple(Attempt(f"2026-11-{day + 1:02d}T18:05:00+00:00", score) for day, score in enumerate(scores))
    day, minute = chance.randint(8, 14), chance.randint(0, 59)
    when = f"2026-11-{day:02d}T{chance.randint(8, 23):02d}:{minute:02d}:00+00:00"
    ident = f"submission_{900_000 + number}"
    entry = Entry(ident, (person,), Path(ident), when, None, past)
    return Graded(entry, result, files, "autograder-1", "2026-11-15T04:00:00+00:00")


@lru_cache
def _lines(text: str) -> frozenset[str]:
    return frozenset(text.split("\n"))


def group(count: int, **options: object) -> list[Graded]:
    """A class of this size."""
    return [one(number, **options) for number in range(count)]  # type: ignore[arg-type]


# --- small, by hand -----------------------------------------------------------------------------------------


def by_hand(
    ident: str, scores: Sequence[float] = (4, 6), *, name: str = "Ada Lovelace", email: str = "", sid: str = "",
    section: str = "", points: Sequence[float] = (4, 6), digest: str = "d", autograder: str = "a", **more: object,
) -> Graded:  # fmt: skip
    """Two tasks, 1.1 and 1.2, with one check each: enough to see who gets what."""
    items = tuple(
        ItemResult(
            f"1.{number}", f"Task {number}", full, score, "passed" if score == full else "failed",
            tuple(CheckResult("a", "It works.", phase, score == full) for phase in BOTH_PHASES),
        )
        for number, (score, full) in enumerate(zip(scores, points, strict=True), 1)
    )  # fmt: skip
    result = Result("mini", "Two tasks", items, "graded", isolation=IsolationReached("full"), digest=digest)
    entry = Entry(ident, (Person(name, email, sid, section),), Path(ident), **more)  # type: ignore[arg-type]
    return Graded(entry, result, {"a.py": "x = 1\n"}, autograder, "2026-11-15T04:00:00+00:00")
