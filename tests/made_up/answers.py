"""What a student may write in each place of an assignment: the reference's way, another right way, or a known mistake.

A place is one marked region of the reference. A known answer is taken apart into bodies for the places it fills, so
that answers to different tasks can be mixed in one submission as they are in a class.
"""

from __future__ import annotations

import ast
import builtins
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from softmark.bank import Answer, splice
from softmark.content import stubs
from softmark.content.course import Course

from .names import walk
from .style import Drafts


@dataclass(frozen=True)
class Place:
    """One region of the reference: a body that a student writes."""

    module: str
    task: str
    name: str
    """attend, or AttentionHead.forward"""
    begin: int
    end: int
    """Lines of the markers, counted from 1."""
    indent: str
    parameters: tuple[str, ...]
    before: tuple[str, ...]
    """The given statements that stand before the region, as Python writes them."""
    given: frozenset[str]
    """The names in them."""
    top: int
    """Line of the top-level definition it is in, counted from 1."""
    body: str
    """The reference's own answer, without its indentation."""
    hint: str = ""

    @property
    def key(self) -> str:
        return f"{self.module}.{self.name}"

    @property
    def unwritten(self) -> list[str]:
        return [
            f"# TODO {self.task} {self.hint}".rstrip(),
            f'raise NotImplementedError("Task {self.task}: {self.name} is not written yet")',
        ]


@dataclass(frozen=True)
class Pieces:
    """A known answer, taken apart."""

    answer: Answer
    bodies: Mapping[str, str]
    """Place key → body."""
    beside: str
    """What stands at module level next to it: helpers, imports."""
    modules: frozenset[str]
    """Modules that it imports for itself."""
    whole: str
    """Functions that do not fit a place (another signature, a given method changed): spliced in as they are."""
    replaces: frozenset[str]


@dataclass
class Template:
    """One file of the assignment with its places."""

    module: str
    lines: list[str]
    places: list[Place]
    names: frozenset[str]
    """Every name that the file uses anywhere; new names stay away from them."""
    modules: frozenset[str] = frozenset()
    """Those that are imported."""
    docstrings: list[tuple[int, int]] = field(default_factory=list)

    def filled(
        self,
        bodies: Mapping[str, Sequence[str]],
        beside: Iterable[tuple[int, str]] = (),
        *,
        docstrings: bool = True,
        todos: frozenset[str] = frozenset(),
    ) -> str:
        """The file with `bodies` (place key → lines) in their places; what has none is left as in the stub."""
        dropped = {
            number for first, last in ([] if docstrings else self.docstrings) for number in range(first, last + 1)
        }
        inserts: dict[int, list[str]] = {}
        for line, text in beside:
            inserts.setdefault(line, []).append(text)
        starts = {place.begin: place for place in self.places}
        result: list[str] = []
        number = 1
        while number <= len(self.lines):
            for text in inserts.get(number, ()):
                result += [*text.strip("\n").split("\n"), "", ""]
            place = starts.get(number)
            if place is not None:
                written = bodies.get(place.key)
                if written is None:
                    written = place.unwritten
                elif place.key in todos:
                    written = [place.unwritten[0], *written]
                result += [place.indent + line if line else "" for line in written]
                number = place.end + 1
                continue
            if number not in dropped:
                result.append(self.lines[number - 1])
            number += 1
        return "\n".join(result).rstrip("\n") + "\n"


class Spellable:
    """Everything that can be written in one course."""

    def __init__(self, course: Course) -> None:
        self.framework = course.rubric.framework
        written = {item.id for item in course.rubric.items if item.mode == "task"}
        self.templates = {name: _template(name, text, written) for name, text in course.reference.items()}
        self.places = {place.key: place for template in self.templates.values() for place in template.places}
        self.right = [self._pieces(answer) for answer in course.alternatives]
        self.wrong = [self._pieces(answer) for answer in course.known_mistakes if answer.loses]
        self.points = {item.id: item.points for item in course.rubric.items if item.mode == "task"}
        self.tasks = [item.id for item in course.rubric.items if item.mode == "task"]
        self.given = dict(course.given)
        self.drafts = Drafts()

    def _pieces(self, answer: Answer) -> Pieces:
        module, bodies = answer.module, {}
        beside: list[ast.stmt] = []
        whole: list[ast.stmt] = []
        known = self.templates[module].names
        for statement in ast.parse(answer.source).body:
            if isinstance(statement, ast.FunctionDef) and statement.name in known:
                body = self._body(f"{module}.{statement.name}", statement)
                if body is None:
                    whole.append(statement)
                else:
                    bodies[f"{module}.{statement.name}"] = body
            elif isinstance(statement, ast.ClassDef) and any(
                key.startswith(f"{module}.{statement.name}.") for key in self.places
            ):
                left: list[ast.stmt] = []
                for part in statement.body:
                    key = f"{module}.{statement.name}.{getattr(part, 'name', '')}"
                    body = self._body(key, part) if isinstance(part, ast.FunctionDef) else None
                    if body is None:
                        left.append(part)
                    else:
                        bodies[key] = body
                if left:
                    statement.body = left
                    whole.append(statement)
            else:
                beside.append(statement)
        return Pieces(
            answer,
            bodies,
            _joined(beside),
            _imported(beside),
            _joined(whole),
            frozenset(f"{module}.{name}" for name in answer.replaces),
        )

    def _body(self, key: str, node: ast.FunctionDef) -> str | None:
        """The statements of an answer's function, if they can stand in the place of the reference's."""
        place = self.places.get(key)
        if place is None or node.decorator_list or _parameters(node) != place.parameters:
            return None
        statements = node.body
        if isinstance(statements[0], ast.Expr) and isinstance(statements[0].value, ast.Constant):
            statements = statements[1:]
        given = list(place.before)
        while given and statements and ast.unparse(statements[0]) == given[0]:
            given.pop(0)
            statements = statements[1:]
        return _joined(statements) if statements else None

    def spliced(self, module: str, text: str, pieces: Pieces) -> str:
        """For the few answers that change more than a place."""
        return splice(text, pieces.whole) if pieces.whole else text


def _template(module: str, text: str, written: set[str]) -> Template:
    tree = ast.parse(text)
    lines = text.split("\n")
    places: list[Place] = []
    plain: set[int] = set()
    for region in stubs.regions(text, f"{module}.py"):
        if region.id in written:
            places.append(_place(module, tree, lines, region))
        else:
            plain |= {region.begin, region.end}
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    names |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    names |= {getattr(node, "name", "") for node in tree.body}
    names |= _imported([tree])
    docstrings = [
        (node.body[0].lineno, node.body[0].end_lineno or 0)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and ast.get_docstring(node) is not None and len(node.body) > 1
    ]
    if plain:  # a task that is given: only its markers go
        lines = [line if number not in plain else "" for number, line in enumerate(lines, start=1)]
    return Template(module, lines, places, frozenset(names | set(dir(builtins))), _imported([tree]), docstrings)


def _imported(nodes: Sequence[ast.AST]) -> frozenset[str]:
    return frozenset(
        (alias.asname or alias.name).partition(".")[0]
        for node in walk(*nodes)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    )


def _place(module: str, tree: ast.Module, lines: list[str], region: stubs.Region) -> Place:
    for outer in tree.body:
        inner: list[ast.stmt] = outer.body if isinstance(outer, ast.ClassDef) else [outer]
        for node in inner:
            if isinstance(node, ast.FunctionDef) and node.lineno < region.begin <= (node.end_lineno or 0):
                name = f"{outer.name}.{node.name}" if isinstance(outer, ast.ClassDef) else node.name
                statements = node.body[1:] if ast.get_docstring(node) is not None else node.body
                before = [part for part in statements if part.lineno < region.begin]
                body = lines[region.begin : region.end - 1]
                first = next(line for line in body if line.strip())
                return Place(
                    module=module,
                    task=region.id,
                    name=name,
                    begin=region.begin,
                    end=region.end,
                    indent=first[: len(first) - len(first.lstrip())],
                    parameters=_parameters(node),
                    before=tuple(ast.unparse(part) for part in before),
                    given=frozenset(part.id for part in walk(*before) if isinstance(part, ast.Name)),
                    top=min([outer.lineno, *(part.lineno for part in getattr(outer, "decorator_list", []))]),
                    body=textwrap.dedent("\n".join(body)),
                    hint=region.hint,
                )
    raise stubs.StubError(f"{module}.py", region.begin, "the region is not inside a function")


def _parameters(node: ast.FunctionDef) -> tuple[str, ...]:
    return tuple(part.arg for part in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs))


def _joined(statements: Sequence[ast.stmt]) -> str:
    return "\n".join(ast.unparse(statement) for statement in statements)
