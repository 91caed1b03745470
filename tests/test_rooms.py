"""The floor plan: rooms by job, one direction. CONTRIBUTING.md shows it; these tests keep it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from softmark.build import rooms, zips
from softmark.classes.grader_bundle import GRADING_ROOMS
from softmark.content.course import Course
from tests.mini_course import COURSE, ROOT

ENGINE = ROOT / "autograder" / "softmark"
LADDER = (
    *("commands", "build", "classes", "policy", "render", "repairing", "grading home", "sandbox content questions"),
    *("naming locating reading", "running", "checks", "files"),
)
"""From the top: a room may import those that stand after it; two on one step know nothing of each other."""
ENTRY_POINT = re.compile(r"softmark\.([a-z_][\w.]*)(?::\w+)?")
"""A module named in a string: what a launcher becomes, what a process imports."""
NAMES = r"[\w.]+(?: as \w+)?(?:, [\w.]+(?: as \w+)?)*"
ALONE = re.compile(
    rf"^ *(?:class (?P<name>\w+)[(:]|(?P<imported>from [.\w]+ import (?:\([^)]*\)|{NAMES})|import {NAMES}) *(?:#.*)?$)",
    re.MULTILINE,
)
"""A statement that begins a line, as each of them does (ruff sees to it); an example in a docstring is one too."""
STEP = {room: step for step, rooms in enumerate(LADDER) for room in rooms.split()}
MODULES = {
    ".".join(part for part in path.relative_to(ENGINE).with_suffix("").parts if part != "__init__"): path
    for path in ENGINE.rglob("*.py")
    if "shipped" not in path.parts
}


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def nodes(path: Path) -> list[ast.AST]:
    """The imports and classes of a file. What stands in a line of its own is found there: to parse all that the engine
    consists of takes a second. Where a string may name a module, the whole file is parsed."""
    text = text_of(path)
    if not ENTRY_POINT.search(text):
        text = "\n".join(map(as_written_alone, ALONE.finditer(text)))
    told = (ast.Import, ast.ImportFrom, ast.Constant, ast.ClassDef)
    return [node for node in ast.walk(ast.parse(text)) if isinstance(node, told)]


def as_written_alone(found: re.Match[str]) -> str:
    return f"class {found['name']}: pass" if found["name"] else found["imported"]


@cache
def imports(name: str, strings: bool = True) -> tuple[str, ...]:
    """The engine's modules that one of them imports, wherever in its text; also those that it names in `strings`."""
    return tuple(_imports(name, strings))


def _imports(name: str, strings: bool) -> Iterator[str]:
    path = MODULES[name]
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    for node in nodes(path):
        if isinstance(node, ast.Import):
            for each in node.names:
                if each.name.startswith("softmark."):
                    yield each.name.removeprefix("softmark.")
        elif isinstance(node, ast.ImportFrom):
            if node.level == 0 and (node.module or "").partition(".")[0] != "softmark":
                continue
            base = package[: len(package) - node.level + 1] if node.level else []
            words = (node.module or "").split(".") if node.level else (node.module or "").split(".")[1:]
            start = ".".join([*base, *filter(None, words)])
            for each in node.names:
                whole = f"{start}.{each.name}".strip(".")
                yield whole if whole in MODULES else start
        elif strings and isinstance(node, ast.Constant) and isinstance(node.value, str):
            named = ENTRY_POINT.fullmatch(node.value)
            if named and named[1] in MODULES:
                yield named[1]


def room(name: str) -> str:
    return name.partition(".")[0]


def test_every_module_has_a_room() -> None:
    loose = {name for name in MODULES if "." not in name and MODULES[name].name != "__init__.py"}
    assert loose == {"__main__"}
    assert {room(name) for name in MODULES} - {"", "__main__"} == set(STEP)


def test_no_room_imports_one_above_it() -> None:
    wrong = [
        f"{name} imports {used}"
        for name in MODULES
        if room(name) in STEP
        for used in imports(name)
        if room(used) != room(name) and room(used) in STEP and STEP[room(used)] <= STEP[room(name)]
    ]
    assert wrong == []


def test_the_students_rooms_import_nothing_that_students_do_not_get() -> None:
    theirs = {*rooms.FOR_STUDENTS, *rooms.FOR_QUESTIONS}
    wrong = [
        f"{name} imports {used}"
        for name in MODULES
        if room(name) in theirs
        for used in imports(name)
        if room(used) in STEP and room(used) not in theirs
    ]
    assert wrong == []


def test_a_module_named_in_a_string_counts_as_imported() -> None:
    assert "sandbox.worker" in set(imports("sandbox.clean_start"))


def in_circles(ways: dict[str, set[str]]) -> dict[str, set[str]]:
    """What is left of a map of imports when everything without a circle behind it is taken away."""
    while ends := [name for name, used in ways.items() if not used]:
        for name in ends:
            del ways[name]
        for used in ways.values():
            used.difference_update(ends)
    return ways


def test_no_two_classes_share_a_name() -> None:
    """Whoever reads `Verdict` in a message or a review must know which one is meant."""
    places: dict[str, list[str]] = {}
    for name, path in MODULES.items():
        for node in nodes(path):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(name)
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_no_two_modules_import_each_other_in_a_circle() -> None:
    ways = {
        name: {used for used in imports(name, strings=False) if used in MODULES and used != name} for name in MODULES
    }
    assert in_circles(ways) == {}


def test_no_two_folders_of_a_room_import_each_other_in_a_circle() -> None:
    folder = {name: "/".join(path.relative_to(ENGINE).parts[:-1][:2]) for name, path in MODULES.items()}
    ways: dict[str, set[str]] = {place: set() for place in folder.values() if "/" in place}
    for name in MODULES:
        for used in imports(name, strings=False):
            if folder[name] in ways and folder.get(used) in ways and folder[used] != folder[name]:
                ways[folder[name]].add(folder[used])
    assert in_circles(ways) == {}


def test_graders_import_only_the_face_of_checks() -> None:
    files = [*(ROOT / "autograder" / "graders").glob("*.py"), *(ROOT / "tests" / "mini").rglob("*.py")]
    used = {
        node.module
        for path in files
        for node in nodes(path)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("softmark")
    }
    assert used == {"softmark.checks"}


def test_a_file_that_is_long_says_why() -> None:
    lines = {name: text_of(path).splitlines() for name, path in MODULES.items()}
    long = {name: len(its) for name, its in lines.items() if len(its) > 450}
    says_why = {name for name in long if any(line.startswith("Long, because") for line in lines[name][:15])}
    assert {name: count for name, count in long.items() if name not in says_why} == {}


@cache
def words_of(path: Path) -> set[str]:
    return set(re.findall(r"\w+", text_of(path)))


def test_every_module_is_named_in_its_room_or_on_the_map() -> None:
    pages = words_of(ROOT / "CONTRIBUTING.md")
    lost = []
    for name, path in MODULES.items():
        if path.name != "__init__.py" and "." in name:
            above = [path.parent / "__init__.py", *(folder / "__init__.py" for folder in path.parent.parents)]
            said = [pages, *(words_of(each) for each in above[:2] if each.exists())]
            if not any(path.stem in words for words in said):
                lost.append(name)
    assert lost == []


def test_the_zip_for_a_platform_holds_what_grades_and_nothing_else() -> None:
    zipped = zips.autograder(Course.at(COURSE))
    engine = {name.removeprefix("softmark/") for name in zipped if name.startswith("softmark/")}
    held = {name.partition("/")[0] for name in engine}
    assert held - {"commands"} == {"__init__.py", "__main__.py", "py.typed", *GRADING_ROOMS}
    assert {name for name in engine if name.startswith("commands/")} == {f"commands/{n}" for n in zips.COMMAND_FILES}


def test_pyproject_names_only_files_that_exist() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    named = re.findall(r'"((?:autograder|assignment|handouts|tests)/[\w./-]+)"', text)
    assert named and [name for name in named if not (ROOT / name).exists()] == []
