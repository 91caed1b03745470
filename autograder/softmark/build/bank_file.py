"""Makes a mistake that several students share a known one: staff write it as a small change of the reference.

Nothing of a student's gets here: known mistakes run inside the grader. The draft is the reference's own function; the
changed file is read like any other, its behaviour is held against the group in the sandbox, and only then does it
enter the bank.
"""

from __future__ import annotations

import ast
import tempfile
from pathlib import Path

from .. import bank
from ..bank import Answer, BadAnswer
from ..checks.errors import GraderFault
from ..checks.module_names import module_of
from ..classes import pool
from ..classes.shared_mistakes.groups import Group
from ..classes.shared_mistakes.naming import GradedClass, NamingError
from ..content.course import Course
from ..grading.result import ItemResult, Result
from ..grading.server import GradingJob
from . import audit, zips

_ABOUT = '''\
"""The reference's own code. Make the smallest change that makes the mistake, mark its line with an arrow (# ←), and
run `softmark name` again with --bank and this file."""
'''


def draft(course: Course, group: Group, words: dict[str, str]) -> str:
    """A beginning: a name, a sentence and a hint, and what the reference does in that task."""
    item = course.rubric.item(group.item)
    module = module_of(item.file)
    filled = {"name": "part.mistake", "says": "What it is, in one sentence.", "hint": "What to look at.", **words}
    said = f"{filled['name']}: {filled['says']}\nHint: {filled['hint']}\n"
    parts = [_reference(course.reference[module], name, said if not n else "") for n, name in enumerate(item.names)]
    return "\n\n\n".join([_ABOUT.strip("\n"), *parts]) + "\n"


def _reference(source: str, name: str, said: str) -> str:
    """A function of the reference without its docstring and marks; a method inside its class. The first says what the
    answer is."""
    owner, _, method = name.rpartition(".")
    body: list[ast.stmt] = ast.parse(source).body
    if owner:
        body = next(node.body for node in body if isinstance(node, ast.ClassDef) and node.name == owner)
    function = next(node for node in body if isinstance(node, ast.FunctionDef) and node.name == method)
    if ast.get_docstring(function) and len(function.body) > 1:
        function.body = function.body[1:]
    whole = ast.ClassDef(owner, [], [], [function], []) if owner else function
    if said:
        whole.body.insert(0, ast.Expr(ast.Constant(said)))
    return ast.unparse(ast.fix_missing_locations(whole))


def read(path: Path, course: Course, group: Group) -> Answer:
    """The changed file; NamingError in a sentence if it is no answer for this group."""
    try:
        found = bank.read(path, course.owners, module_of(course.rubric.item(group.item).file))
        course.laid_over(*found)
    except (BadAnswer, GraderFault, SyntaxError, ValueError, OSError) as problem:
        raise NamingError(f"{path} cannot be read as a known mistake: {problem}") from None
    if len(found) != 1:
        raise NamingError(f"{path}: holds {len(found)} answers with a docstring, and must hold one")
    answer = found[0]
    if any(known.name == answer.name for known in course.known_mistakes):
        raise NamingError(f"{path}: the name {answer.name!r} is taken by another known mistake: choose another")
    if not answer.hint or group.item not in answer.loses:
        raise NamingError(f"{path}: it needs a hint, and must lose {group.item!r}")
    known = {item.id for item in course.rubric.items}
    if unknown := sorted(set(answer.loses) - known):
        raise NamingError(f"{path}: it loses {', '.join(unknown)}, which the rubric does not have")
    return answer


def rows_of(course: Course, root: Path, answer: Answer) -> dict[str, ItemResult]:
    """How it does in the sandbox, on the tasks that it touches."""
    job = GradingJob(answer.name, course.laid_over(answer), audit.skipped(course, [answer]))
    (done,) = pool.grade_all(root, [job], size=1, known=True)
    if done.error:
        raise NamingError(f"the grader could not grade {answer.path.name}: {done.error}")
    return {row.id: row for row in Result.from_json(done.text).items}


def must_behave_like(group: Group, row: ItemResult, path: Path) -> None:
    """NamingError if the file does something else than the group."""
    named = [check.diagnosis for check in row.checks if check.diagnosis]
    if named:
        raise NamingError(f"{path} behaves like {named[0]}, which is known already, and not like group {group.id}")
    if row.status != "failed":
        raise NamingError(f"{path} loses nothing in {group.item}: it does not make the mistake of group {group.id}")
    if not group.is_like(row):
        failed = sorted({check.title for check in row.checks if check.passed is False})
        raise NamingError(f"{path} fails in another way than group {group.id}: {'; '.join(failed[:3])}")


def also_explained(about: GradedClass, group: Group, rows: dict[str, ItemResult]) -> list[Group]:
    """Other groups that the same file behaves like, in this task or in another."""
    others = [other for other in about.groups if other.id != group.id and other.item in rows]
    return [other for other in others if rows[other.item].status == "failed" and other.is_like(rows[other.item])]


def accept(course: Course, answer: Answer) -> Path:
    """Audit the answer in a copy of the course, on its own tasks alone, then put it into the bank."""
    with tempfile.TemporaryDirectory(prefix="softmark-name-") as place:
        root = Path(place)
        for name, data in zips.autograder(course).items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_bytes(data)
        _add(root / "wrong" / f"{answer.module}.py", answer)
        found = audit.run(Course.at(root), root, only=[answer.name], size=1)
    _must_be_itself(answer, next(verdict for verdict in found.wrong if verdict.names == (answer.name,)))
    target = course.mistakes_folder / f"{answer.module}.py"
    _add(target, answer)
    return target


def _must_be_itself(answer: Answer, mine: audit.Judged) -> None:
    """NamingError if it loses other tasks than it says, or has another name."""
    if mine.error:
        raise NamingError(f"{answer.path}: {mine.error}")
    if set(mine.lost) != set(mine.declared):
        lost, declared = ", ".join(mine.lost) or "nothing", ", ".join(mine.declared)
        raise NamingError(f"{answer.path} loses {lost}, and it says {declared}")
    if set(mine.named) != {answer.name}:
        said = ", ".join(mine.named) or "nothing"
        raise NamingError(f"{answer.path} is named {said}, not {answer.name}: another known mistake does the same")


def _add(target: Path, answer: Answer) -> None:
    """Write the answer at the end of its file."""
    head = f'"""Known wrong answers about {answer.module}.py."""\n'
    before = target.read_text(encoding="utf-8") if target.exists() else head
    lines = answer.path.read_text(encoding="utf-8").splitlines()
    begin = next(number for number, line in enumerate(answer.source.splitlines()) if line)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(before + "\n\n" + "\n".join(lines[begin:]) + "\n", encoding="utf-8")
