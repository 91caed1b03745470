"""How much there is of everything, beside how much there may be: `python -m tests.sizes`.

What there may be is written in sizes.yaml, and test_sizes.py holds everybody to it. This only prints: it says which
lines of sizes.yaml to change, and people change them.
"""

from __future__ import annotations

import ast
import fnmatch
import os
import re
import statistics
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[1]
MAXIMA = Path(__file__).with_name("sizes.yaml")
PAGES = (".py", ".j2", ".css", ".js")
CODE = (*PAGES, ".sh", ".lua", ".typ")
STUBS = tuple(f"assignment/{name}.py" for name in ("attention", "multihead", "block", "lm", "train"))
AS_DATA = ("/answers/", "tests/hostile/bank/")
"""Where answers and attacks lie: they are material of the tests."""
HELD_CLOSELY = ("lines of the engine", "lines of the tests")
"""Of these there may not be much less than the maximum, either: whoever takes lines away lowers it."""
MUCH_LESS = 0.95

Numbers = dict[str, dict[str, float]]
"""Section of sizes.yaml → what is counted → how much there is of it."""


# --- which files there are --------------------------------------------------------------------------------------------


def tracked(root: Path) -> list[str]:
    """The files of the project: those that git knows; in an unpacked archive, what .gitignore does not name."""
    names = known_to_git(root) if (root / ".git").exists() else []
    return [name for name in names if (root / name).is_file()] or sorted(lying_in(root))


def known_to_git(root: Path) -> list[str]:
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True, encoding="utf-8")
    except OSError:  # there is no git
        return []
    return sorted({name for name in listed.stdout.split("\0") if name})


def lying_in(root: Path) -> Iterator[str]:
    listed = root / ".gitignore"
    ignored = [".git", *(listed.read_text(encoding="utf-8").split() if listed.is_file() else ())]
    for place, folders, names in os.walk(root):
        here = Path(place).relative_to(root)
        folders[:] = [name for name in folders if not is_ignored(here / name, ignored)]
        yield from ((here / name).as_posix() for name in names if not is_ignored(here / name, ignored))


def is_ignored(path: Path, patterns: list[str]) -> bool:
    """By patterns as our .gitignore has them: with a slash in front they are about a path, without it about a name."""
    return any(
        fnmatch.fnmatch(f"/{path.as_posix()}" if pattern.startswith("/") else path.name, pattern.rstrip("/"))
        for pattern in patterns
    )


def is_engine(name: str) -> bool:
    return name.startswith("autograder/softmark/") and "/shipped/" not in name and name.endswith(PAGES)


def is_shipped(name: str) -> bool:
    return name.startswith("autograder/softmark/") and "/shipped/" in name and name.endswith(CODE)


def is_grader(name: str) -> bool:
    return name.startswith("autograder/graders/") and name.endswith(".py")


def is_test(name: str) -> bool:
    return name.startswith("tests/") and name.endswith(".py") and not any(part in name for part in AS_DATA)


def is_beside_the_stubs(name: str) -> bool:
    return name.startswith(("assignment/", "handouts/")) and name.endswith(CODE) and name not in STUBS


# --- what is counted --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tree:
    """The project as it lies in a folder."""

    root: Path

    @cached_property
    def files(self) -> list[str]:
        return tracked(self.root)

    def text(self, name: str) -> str:
        return (self.root / name).read_text(encoding="utf-8", errors="replace")

    def lines_of(self, name: str) -> int:
        return len((self.root / name).read_bytes().splitlines())

    def lines(self, kept: Callable[[str], bool]) -> int:
        return sum(self.lines_of(name) for name in self.files if kept(name))

    def words(self, pattern: str) -> int:
        return sum(len(self.text(name).split()) for name in fnmatch.filter(self.files, pattern))

    def rooms(self) -> dict[str, float]:
        """Lines of each folder of the engine, and of each file that stands beside the folders."""
        found: Counter[str] = Counter()
        for name in filter(is_engine, self.files):
            found[name.split("/")[2]] += self.lines_of(name)
        return dict(found)

    def python(self, kept: Callable[[str], bool]) -> list[str]:
        """All lines of Python in these files."""
        texts = (self.text(name) for name in self.files if kept(name) and name.endswith(".py"))
        return [line for text in texts for line in text.splitlines()]

    def docstrings(self) -> list[int]:
        """Words of the docstring of each function that students write."""
        nodes = [node for name in STUBS for node in ast.walk(ast.parse(self.text(name)))]
        functions = [node for node in nodes if isinstance(node, ast.FunctionDef) and is_to_be_written(node)]
        return [len((ast.get_docstring(function) or "").split()) for function in functions]


def is_to_be_written(function: ast.FunctionDef) -> bool:
    return any(isinstance(node, ast.Name) and node.id == "NotImplementedError" for node in ast.walk(function))


def mean_length(lines: list[str]) -> float:
    """Of those that are not blank."""
    return round(statistics.fmean(len(line) for line in lines if line.strip()), 1)


def long_in_a_hundred(lines: list[str]) -> float:
    return round(100 * sum(len(line) > 100 for line in lines) / len(lines), 1)


def formatted_by_hand(lines: list[str]) -> int:
    return sum(line.endswith("# fmt: skip") for line in lines)


def counted(tree: Tree) -> Numbers:
    """Today's numbers, in the words of sizes.yaml."""
    docstrings, engine, tests = tree.docstrings(), tree.python(is_engine), tree.python(is_test)
    return {
        "sizes": {
            "tracked files": len(tree.files),
            "lines of the engine": tree.lines(is_engine),
            "lines that travel with it": tree.lines(is_shipped),
            "lines of the graders": tree.lines(is_grader),
            "lines of the tests": tree.lines(is_test),
            "lines of code in handouts and beside the stubs": tree.lines(is_beside_the_stubs),
            "words of Markdown": tree.words("*.md"),
            "words of README.md": tree.words("README.md"),
            "make targets": len(re.findall(r"^[a-z-]+:.*## ", tree.text("Makefile"), re.MULTILINE)),
            "words of a stub's docstring (median)": statistics.median(docstrings),
            "words of a stub's docstring (longest)": max(docstrings),
            "statements of the engine formatted by hand": formatted_by_hand(engine),
            "statements of the tests formatted by hand": formatted_by_hand(tests),
        },
        "rooms": tree.rooms(),
        "packing": {
            "mean length of a line of the engine": mean_length(engine),
            "mean length of a line of the tests": mean_length(tests),
            "long lines in a hundred of the engine": long_in_a_hundred(engine),
            "long lines in a hundred of the tests": long_in_a_hundred(tests),
        },
    }


# --- what there may be ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Maximum:
    """How much there may be, as one line of sizes.yaml says it."""

    most: float
    instead_of: tuple[str, ...] = ()
    """Paths that give the lines back: while one of them is there, the maximum may be higher than it was."""
    because: str = ""
    """What the new lines are for."""


Maxima = Mapping[str, Mapping[str, Maximum]]


def maxima(text: str) -> Maxima:
    return {
        section: {name: maximum(name, entry) for name, entry in entries.items()}
        for section, entries in yaml.safe_load(text).items()
    }


def maximum(name: str, entry: Any) -> Maximum:
    """A plain number, or one that rose, with its reason."""
    if not isinstance(entry, dict):
        return Maximum(entry)
    if set(entry) != {"most", "instead_of", "because"} or not all(entry.values()):
        raise ValueError(f"{name}: a maximum that rises needs `most`, `instead_of` (a list of paths) and `because`")
    return Maximum(entry["most"], tuple(entry["instead_of"]), entry["because"])


def complaints(today: Numbers, allowed: Maxima, root: Path = ROOT) -> list[str]:
    """One sentence for each number that does not fit its maximum: what grew, from what to what, what to do."""
    found: list[str] = []
    for section, numbers in today.items():
        for name in {**allowed[section], **numbers}:
            known, now = allowed[section].get(name), numbers.get(name)
            if now is None:
                found.append(f"{name} is gone: take its line out of tests/sizes.yaml.")
            elif known is None:
                found.append(f"{name} ({now:g} lines) is in no list: give it a line below `{section}:` in {RISES}.")
            else:
                found += complaints_about(name, now, known, section, root)
    return found


RISES = "tests/sizes.yaml that names what gives the lines back (`instead_of`, `because`)"


def complaints_about(name: str, now: float, known: Maximum, section: str, root: Path) -> Iterator[str]:
    if now > known.most:
        yield f"{name}: grew from {known.most:,g} to {now:,g}; {what_to_do(section, now - known.most)}."
    elif name in HELD_CLOSELY and now < MUCH_LESS * known.most:
        yield f"{name}: fell from {known.most:,g} to {now:,g}; write {now:g} into tests/sizes.yaml, so that it stays."
    elif known.instead_of and not any((root / path).exists() for path in known.instead_of):
        yield f"{name}: {' and '.join(known.instead_of)} gave its lines back; write {now:g} into tests/sizes.yaml."


def what_to_do(section: str, much: float) -> str:
    if section == "packing":
        return "write one statement a line, instead of packing them"
    return f"take {much:,g} away, or write a line into {RISES}"


# --- what people read -------------------------------------------------------------------------------------------------


def table(today: Numbers, allowed: Maxima) -> Iterator[str]:
    """Every number beside its maximum, and what to write where there is less."""
    yield f"{'':48} {'today':>9} {'at most':>9}"
    for section, numbers in today.items():
        for name, now in numbers.items():
            most = allowed[section][name].most if name in allowed[section] else 0
            lower = f"  write {now:g}" if now < most and section != "packing" else ""
            yield f"{name:48} {now:>9,g} {most:>9,g}{lower}"


def main() -> None:
    today, allowed = counted(Tree(ROOT)), maxima(MAXIMA.read_text(encoding="utf-8"))
    print(*table(today, allowed), "", *complaints(today, allowed), sep="\n")


if __name__ == "__main__":
    main()
