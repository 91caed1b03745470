"""`softmark build --public` writes a tree that can be published while the course runs.

It holds what students get anyway (stubs, the local check, public tests, the recorded reference), the students'
handouts, and the engine with its entry points, but no solution, no known mistake, no grader and no salt. The public
tests are the graders' own text with other numbers, by design; what makes them hidden is the key, made from the salt.

Before anything is written, every file is searched for what must not be in it. If anything is found, nothing is written.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from ..checks.errors import GraderFault
from ..content import stubs
from ..content.course import Course
from ..content.rubric import RubricError
from ..files.atomic import write_atomically
from ..files.engine import ENGINE, SHIPPED
from ..files.zips import below
from . import editions, zips

_ROOT_FILES = ("LICENSE",)
_STAFF = re.compile(r"(^|[/._-])(instructor|ta|staff|solution|answer)s?([/._-]|$)", re.IGNORECASE)
_SHORTEST = 40
"""Characters of a body that is worth looking for: shorter ones are everybody's."""

README = """\
# {title}

The public side of this assignment: stubs, local check and public tests (`assignment/`), and the autograder's engine
(`autograder/`). Start with `assignment/README.md`, or run `python check.py` in `assignment/`.

Solutions, known mistakes and graders are not here. To grade with this engine, write your own: a reference in
`solutions/reference/`, graders in `autograder/graders/`, and `softmark salt` for the secret behind the hidden numbers.
"""


def run(root: Path, out: Path) -> int:
    """Write the tree to `out`, which must be empty or a tree written here before."""
    try:
        course = Course.at(root)
        if course.rubric.visibility == "exam":
            raise GraderFault("visibility is exam, and its public tests are for nobody yet: publish once it is over")
        files = tree(course, root)
        leaks = list(found_in(files, course))
        if leaks:
            raise GraderFault("nothing was published: " + "; ".join(leaks[:10]))
        count = _write(out, files)
    except (RubricError, GraderFault, OSError) as problem:
        print(problem, file=sys.stderr)
        return 2
    print(f"{out}: {count} files, without solutions, known mistakes, graders and salt: safe to publish")
    return 0


def tree(course: Course, root: Path) -> dict[str, bytes]:
    """Path → content of everything that is published."""
    files = {f"assignment/{name}": data for name, data in zips.assignment(course.given_folder).items()}
    for name in sorted(zips.EXECUTABLE):
        files[f"autograder/{name}"] = (SHIPPED / "gradescope" / name).read_bytes()
    # without the courses that `softmark new` begins with: they have solutions, though not this course's
    engine = {name: data for name, data in below(ENGINE).items() if not name.startswith("shipped/courses/")}
    files |= {f"autograder/softmark/{name}": data for name, data in engine.items()}
    files["autograder/rubric.yaml"] = course.rubric_path.read_bytes()
    handouts = below(root / "handouts") if (root / "handouts").is_dir() else {}
    files |= {f"handouts/{name}": data for name, data in handouts.items() if not _STAFF.search(name)}
    files.pop(editions.LIST, None)  # it quotes hints
    files |= {name: (root / name).read_bytes() for name in _ROOT_FILES if (root / name).is_file()}
    files["README.md"] = README.format(title=course.rubric.title).encode()
    return files


def found_in(files: Mapping[str, bytes], course: Course) -> Iterator[str]:
    """Every secret that is in a file, and every file that is staff's, one sentence each."""
    yield from secrets_in(files, course)
    for name in files:
        if re.search(r"(^|/)(solutions|wrong|right|reference|graders)/", name):
            yield f"{name} is a staff file"


def secrets_in(files: Mapping[str, bytes], course: Course) -> Iterator[str]:
    """The salt, the key of the hidden numbers, a line or a body of a solution: where each is, one sentence each."""
    keys = {"the salt": course.salt.encode(), "the key of the hidden numbers": course.hidden_key().encode()}
    secret = solutions(course)
    shapes = frozenset(_shape(ast.parse(body).body) for body in secret)
    lines = {line for source in course.reference.values() for line in stubs.solution_lines(source)}
    telling = [line.encode() for line in lines if len(line) >= _SHORTEST]
    for name, data in _opened(files):
        yield from (f"{name} holds {what}" for what, text in keys.items() if text in data)
        yield from (f"{name} holds a line of the reference: {line.decode()}" for line in telling if line in data)
        if name.endswith(".py"):
            yield from (f"{name} holds the body of {where}" for where in _bodies_in(data, secret, shapes))


def _opened(files: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """Every file; of the engine's one file also what is packed in it, where nothing could be found otherwise."""
    for name, data in files.items():
        yield name, data
        if name.endswith(".pyz"):
            with zipfile.ZipFile(io.BytesIO(data)) as packed:
                yield from ((f"{name}/{inner}", packed.read(inner)) for inner in packed.namelist())


def solutions(course: Course) -> dict[str, str]:
    """Normal form of a body → whose it is: the reference's contract functions, and the known answers."""
    given = {name for item in course.rubric.all_items if item.mode == "given" for name in item.names}
    contract = {name.rpartition(".")[2] for item in course.rubric.all_items for name in item.names if name not in given}
    owners = {
        body: f"the reference's {name}"
        for source in course.reference.values()
        for name, body in bodies(source)
        if name in contract
    }
    for answer in (*course.known_mistakes, *course.alternatives):
        owners |= {body: f"{answer.name}'s {name}" for name, body in bodies(answer.source)}
    return owners


Shape = tuple[str, ...]
"""The kinds of the statements of a body. Bodies that differ in it are not the same, and this is quick to see."""


@lru_cache(maxsize=2048)
def bodies(source: str, shapes: frozenset[Shape] | None = None) -> tuple[tuple[str, str], ...]:
    """Name and normal form of every function that does something: no comments, no docstring, no layout. Where `shapes`
    are given, of those functions alone that have one of them."""
    found = []
    for node in _functions(ast.parse(source)):
        body = [part for part in node.body if not _is_docstring(part)]
        if shapes is None or _shape(body) in shapes:
            text = "\n".join(map(ast.unparse, body))
            if len(text) >= _SHORTEST and "NotImplementedError" not in text:
                found.append((node.name, text))
    return tuple(found)


def _functions(node: ast.AST) -> Iterator[ast.FunctionDef]:
    """Every function in a piece of code. Only statements hold any, so expressions are not looked through."""
    if isinstance(node, ast.FunctionDef):
        yield node
    for name in ("body", "handlers", "orelse", "finalbody", "cases"):
        for inner in getattr(node, name, ()):
            if not isinstance(inner, ast.expr):
                yield from _functions(inner)


def _shape(body: Sequence[ast.stmt]) -> Shape:
    return tuple(type(part).__name__ for part in body)


def _is_docstring(part: ast.stmt) -> bool:
    return isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)


def _bodies_in(data: bytes, secret: Mapping[str, str], shapes: frozenset[Shape]) -> Iterator[str]:
    try:
        found = bodies(data.decode("utf-8"), shapes)
    except (SyntaxError, ValueError):
        return
    for _, body in found:
        if body in secret:
            yield secret[body]


def _write(out: Path, files: Mapping[str, bytes]) -> int:
    marker = out / ".softmark-public"
    if out.exists() and any(out.iterdir()) and not marker.exists():
        raise GraderFault(f"{out} is not empty, and was not written by softmark build --public: choose another folder")
    old = {path for path in out.rglob("*") if path.is_file() and ".git" not in path.relative_to(out).parts}
    out.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        path.chmod(0o755 if Path(name).name in zips.EXECUTABLE else 0o644)
    for path in old - {out / name for name in files} - {marker}:
        path.unlink()
    write_atomically(marker, "written by softmark build --public; it is replaced as a whole\n", mode=0o644)
    return len(files)
