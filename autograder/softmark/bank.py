"""Reads the known answers: wrong ones with the mistake that they make, and other right ones. Nothing of them is run.

One file for each file that students write holds them all. An answer is a function, or a class with the methods that it
replaces; everything else is the reference. Its docstring says what it is:

    def attention_scores(q, k):
        \"\"\"scale.missing: The scores are not divided by √d_k.
        Hint: For wide keys, how far apart are the scores?
        \"\"\"
        return q @ k.mT  # ←

First its name and one sentence for a student; then `Hint:`, what to look at. It loses the task that asks for its
function, or those after `Loses:`, and `Section:` says where to read if that is not the first of them. An arrow marks a
wrong line. What follows without a docstring (a helper, an import, a constant) belongs to it.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

ARROW = "# ←"
_ARROWS = re.compile(rf" *{ARROW}$", re.MULTILINE)
_HEAD = re.compile(r"(\w[\w.]*): (.+)")
_FIELD = re.compile(r"^(Hint|Loses|Section): ", re.MULTILINE)
_Named = ast.FunctionDef | ast.ClassDef
Owners = Mapping[tuple[str, str], str]
"""(module, function or Class.method) → the task that asks for it."""


class BadAnswer(Exception):
    """A file of answers that cannot be used: the place, and what is wrong there."""


@dataclass(frozen=True)
class Answer:
    """One known answer, to be laid over the reference."""

    name: str
    says: str
    """One sentence that a student understands."""
    hint: str
    """What to look at, never the code. Empty for right answers."""
    section: str
    """Where the handout explains it."""
    loses: tuple[str, ...]
    """The tasks that it must lose, and only those. Empty for right answers."""
    module: str
    source: str
    """Its functions with blank lines before them, so that an error in them has the line number of the file."""
    path: Path = Path()
    line: int = 0

    @property
    def place(self) -> str:
        return f"{self.path}:{self.line}"

    @cached_property
    def replaces(self) -> tuple[str, ...]:
        """The functions and methods that it brings, helpers included."""
        return tuple(name for name, _ in _functions(ast.parse(self.source).body))


# --- files of answers -------------------------------------------------------------------------------------------------


def answers(folder: Path, owners: Owners) -> list[Answer]:
    """Every answer in the files below `folder`, sorted by name."""
    paths = {path.relative_to(folder).with_suffix("").as_posix(): path for path in sorted(folder.rglob("*.py"))}
    found = [answer for module, path in paths.items() for answer in read(path, owners, module)]
    count = Counter(answer.name for answer in found)
    for answer in found:
        if count[answer.name] > 1:
            raise BadAnswer(f"{answer.place}: another answer is called {answer.name!r} too; names must differ")
    return sorted(found, key=lambda answer: answer.name)


def read(path: Path, owners: Owners, module: str) -> list[Answer]:
    """The answers of one file, which are all about one module."""
    try:
        return list(_read(path, path.read_text(encoding="utf-8"), module, tuple(owners.items())))
    except UnicodeDecodeError:
        raise BadAnswer(f"{path}: is not UTF-8 text: save it as UTF-8") from None


@lru_cache(64)  # every course that is opened in one process reads the same files anew
def _read(path: Path, text: str, module: str, owners: tuple[tuple[tuple[str, str], str], ...]) -> tuple[Answer, ...]:
    try:
        parts = ast.parse(text).body
    except (SyntaxError, ValueError) as error:  # the second: a zero byte
        line, said = getattr(error, "lineno", None) or 1, getattr(error, "msg", error)
        raise BadAnswer(f"{path}:{line}: is not valid Python: {said}") from None
    starts = [n for n, part in enumerate(parts) if isinstance(part, _Named) and ast.get_docstring(part)]
    ends = [*starts[1:], len(parts)]
    for part in parts[: starts[0] if starts else None]:
        if not _is_said(part):
            said = "belongs to no answer: an answer begins with a function or class whose docstring says what it is"
            raise BadAnswer(f"{path}:{part.lineno}: {said}")
    return tuple(_answer(path, text, parts[a:b], module, dict(owners)) for a, b in zip(starts, ends, strict=False))


def _answer(path: Path, text: str, parts: Sequence[ast.stmt], module: str, owners: Owners) -> Answer:
    """The answer that begins with the first of these statements."""
    head = parts[0]
    assert isinstance(head, _Named)
    said, *rest = _FIELD.split(ast.get_docstring(head) or "")
    fields = {name: " ".join(words.split()) for name, words in zip(rest[::2], rest[1::2], strict=True)}
    named = _HEAD.fullmatch(" ".join(said.split()))
    try:
        if named is None:
            raise BadAnswer("the docstring of a known answer begins with `its.name: one sentence`")
        loses = _loses(head, fields, module, owners)
    except BadAnswer as problem:
        raise BadAnswer(f"{path}:{head.lineno}: {problem}") from None
    _must_be_one(path, parts)
    section = fields.get("Section", loses[0] if loses else "")
    source = _without_docstring(text.splitlines(), head, parts[-1])
    return Answer(named[1], named[2], fields.get("Hint", ""), section, loses, module, source, path, head.lineno)


def _loses(head: _Named, fields: Mapping[str, str], module: str, owners: Owners) -> tuple[str, ...]:
    if "Hint" not in fields:
        if fields:
            raise BadAnswer(f"Hint: is missing; a right answer has no {', '.join(fields)} either")
        return ()
    if "Loses" in fields:
        return tuple(fields["Loses"].split(", "))
    tasks = [owners[module, name] for name, _ in _functions([head]) if (module, name) in owners]
    if not tasks and module in {module for module, _ in owners}:  # otherwise the course leaves this file out
        raise BadAnswer(f"no task asks for {head.name}: say which tasks it loses (Loses: 1.2)")
    return tuple(tasks[:1])


def _must_be_one(path: Path, parts: Sequence[ast.stmt]) -> None:
    """An answer whose docstring was forgotten would join the one above it."""
    seen: set[str] = set()
    for name, part in _functions(parts):
        if name in seen:
            said = f"{name} is here twice: a docstring with a name begins an answer of its own"
            raise BadAnswer(f"{path}:{part.lineno}: {said}")
        seen.add(name)


def _without_docstring(lines: Sequence[str], head: _Named, last: ast.stmt) -> str:
    """From the first to the last of its lines, each at its old place."""
    begin, end = _range(head)[0], _range(last)[1]
    said = _range(head.body[0])
    kept = [*lines[begin : said[0]], *[""] * (said[1] - said[0]), *lines[said[1] : end]]
    return "\n".join([*[""] * begin, *kept]) + "\n"


def clean(text: str) -> str:
    """The text without arrows, as a student would have written it."""
    return _ARROWS.sub("", text) if ARROW in text else text


def marked(text: str) -> list[int]:
    """The numbers of its wrong lines."""
    return [number for number, line in enumerate(text.splitlines(), 1) if ARROW in line]


# --- laid over the reference ------------------------------------------------------------------------------------------


def laid_over(reference: Mapping[str, str], *answers: Answer) -> dict[str, str]:
    """Module → text: the reference with each answer's functions in the place of its own; arrows are still in it."""
    texts = dict(reference)
    for answer in answers:
        if answer.module not in texts:
            raise BadAnswer(f"{answer.place}: the reference has no {answer.module}.py")
        texts[answer.module] = splice(texts[answer.module], answer.source)
    return texts


def splice(text: str, overlay: str) -> str:
    """`text` with the functions and methods of `overlay` in the place of those with the same name."""
    body = _body(text)
    places = dict(_named(body))
    extra: list[str] = []
    edits: list[tuple[int, int, list[str]]] = []
    for name, node in _brought(ast.parse(overlay).body, places):
        lines = _lines(overlay, node)
        if name in places:
            edits.append((*_range(places[name]), lines))
        elif "." in name:
            end = _range(places[name.partition(".")[0]])[1]
            edits.append((end, end, ["", *lines]))
        else:
            extra += [*lines, "", ""]
    if extra:
        before = _before(body, min((start for start, _, _ in edits), default=0))
        edits.append((before, before, extra))
    result = text.splitlines()
    for start, end, lines in sorted(edits, key=lambda edit: edit[:2], reverse=True):
        result[start:end] = lines
    return "\n".join(result) + "\n"


@lru_cache(8)  # hundreds of answers are laid over one reference; nobody changes the tree
def _body(text: str) -> list[ast.stmt]:
    return ast.parse(text).body


def _before(body: Sequence[ast.stmt], line: int) -> int:
    """Helpers stand before the function or class that uses them first."""
    owners = [node for node in body if node.lineno <= line + 1 <= (node.end_lineno or 0)]
    return _range(owners[0])[0] if owners else line


def _brought(body: Sequence[ast.stmt], places: Mapping[str, ast.stmt]) -> Iterator[tuple[str, ast.stmt]]:
    """What an overlay contributes; a class of the reference contributes what is in it."""
    for part in body:
        if isinstance(part, ast.ClassDef) and part.name in places:
            yield from ((f"{part.name}.{_name(each)}", each) for each in part.body if not _is_said(each))
        elif not _is_said(part):
            yield _name(part), part


def _name(part: ast.stmt) -> str:
    """A function may be assigned too: `f = lambda x: x`."""
    if isinstance(part, ast.Assign) and isinstance(part.value, ast.Lambda) and isinstance(part.targets[0], ast.Name):
        return part.targets[0].id
    return getattr(part, "name", "")


def _lines(source: str, node: ast.stmt) -> list[str]:
    """Its lines, without the gap that a docstring has left."""
    start, end = _range(node)
    lines = source.splitlines()[start:end]
    if not isinstance(node, ast.FunctionDef):
        return lines
    first = _range(node.body[0])[0] - start
    return [*filter(str.strip, lines[:first]), *lines[first:]]


# --- parts of a file --------------------------------------------------------------------------------------------------


def _named(body: Sequence[ast.stmt]) -> Iterator[tuple[str, _Named]]:
    """Functions, classes and Class.methods."""
    for part in body:
        if isinstance(part, _Named):
            yield part.name, part
        if isinstance(part, ast.ClassDef):
            yield from ((f"{part.name}.{each.name}", each) for each in part.body if isinstance(each, ast.FunctionDef))


def _functions(body: Sequence[ast.stmt]) -> Iterator[tuple[str, ast.FunctionDef]]:
    return ((name, part) for name, part in _named(body) if isinstance(part, ast.FunctionDef))


def _is_said(part: ast.stmt) -> bool:
    return isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)


def _range(node: ast.stmt) -> tuple[int, int]:
    decorators = getattr(node, "decorator_list", [])
    return min([node.lineno, *(part.lineno for part in decorators)]) - 1, node.end_lineno or node.lineno
