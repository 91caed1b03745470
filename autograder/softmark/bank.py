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
_Function = ast.FunctionDef | ast.ClassDef
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
    def _names(self) -> tuple[str, ...]:
        return tuple(name for part in ast.parse(self.source).body for name in _named(part))

    def replaces(self) -> list[str]:
        """The functions and methods that it brings, helpers included."""
        return list(self._names)


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
    return list(_read(path, path.read_bytes(), module, tuple(owners.items())))


@lru_cache(64)  # every course that is opened in one process reads the same files anew
def _read(path: Path, data: bytes, module: str, owners: tuple[tuple[tuple[str, str], str], ...]) -> tuple[Answer, ...]:
    text = _text(path, data)
    parts = _parsed(path, text).body
    starts = [n for n, part in enumerate(parts) if isinstance(part, _Function) and ast.get_docstring(part)]
    ends = [*starts[1:], len(parts)]
    for part in parts[: starts[0] if starts else None]:
        if not _is_said(part):
            said = "belongs to no answer: an answer begins with a function or class whose docstring says what it is"
            raise BadAnswer(f"{path}:{part.lineno}: {said}")
    file = _File(path, module, text.splitlines(), dict(owners))
    return tuple(file.answer(parts[start:end]) for start, end in zip(starts, ends, strict=False))


def _text(path: Path, data: bytes) -> str:
    try:
        return data.decode().replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        raise BadAnswer(f"{path}: is not UTF-8 text: save it as UTF-8") from None


def _parsed(path: Path, text: str) -> ast.Module:
    try:
        return ast.parse(text, str(path))
    except SyntaxError as error:
        place = f"{path}:{error.lineno}" if error.lineno else f"{path}"
        raise BadAnswer(f"{place}: is not valid Python: {error.msg}") from None
    except ValueError:  # a zero byte
        raise BadAnswer(f"{path}: is not valid Python") from None


@dataclass(frozen=True)
class _File:
    """A file of answers while it is read."""

    path: Path
    module: str
    lines: list[str]
    owners: Owners

    def answer(self, parts: Sequence[ast.stmt]) -> Answer:
        """The answer that begins with the first of these statements."""
        head = parts[0]
        assert isinstance(head, _Function)
        place = f"{self.path}:{head.lineno}"
        said, *rest = _FIELD.split(ast.get_docstring(head) or "")
        fields = {name: " ".join(words.split()) for name, words in zip(rest[::2], rest[1::2], strict=True)}
        named = _HEAD.fullmatch(" ".join(said.split()))
        if named is None:
            raise BadAnswer(f"{place}: the docstring of a known answer begins with `its.name: one sentence`")
        self._must_be_one(parts)
        loses = self._loses(head, fields, place)
        return Answer(
            named[1],
            named[2],
            fields.get("Hint", ""),
            fields.get("Section", loses[0] if loses else ""),
            loses,
            self.module,
            self._source(head, parts),
            self.path,
            head.lineno,
        )

    def _must_be_one(self, parts: Sequence[ast.stmt]) -> None:
        """An answer whose docstring was forgotten would join the one above it."""
        seen: set[str] = set()
        for part in parts:
            for name in _named(part):
                if name in seen:
                    said = f"{name} is here twice: a docstring with a name begins an answer of its own"
                    raise BadAnswer(f"{self.path}:{part.lineno}: {said}")
                seen.add(name)

    def _loses(self, head: _Function, fields: Mapping[str, str], place: str) -> tuple[str, ...]:
        if "Hint" not in fields:
            if fields:
                raise BadAnswer(f"{place}: Hint: is missing; a right answer has no {', '.join(fields)} either")
            return ()
        if "Loses" in fields:
            return tuple(fields["Loses"].split(", "))
        if self.module not in {module for module, _ in self.owners}:
            return ()  # about a file that this course leaves out
        for name in _named(head):
            if (self.module, name) in self.owners:
                return (self.owners[self.module, name],)
        raise BadAnswer(f"{place}: no task asks for {head.name}: say which tasks it loses (Loses: 1.2)")

    def _source(self, head: _Function, parts: Sequence[ast.stmt]) -> str:
        """Its lines without the docstring, at their old places."""
        begin, end = _range(head)[0], _range(parts[-1])[1]
        lines = [""] * begin + self.lines[begin:end]
        said = head.body[0]
        for number in range(said.lineno - 1, said.end_lineno or said.lineno):
            lines[number] = ""
        return "\n".join(lines) + "\n"


def clean(text: str) -> str:
    """The text without arrows, as a student would have written it."""
    return _ARROWS.sub("", text) if ARROW in text else text


def marked(text: str) -> list[int]:
    """The numbers of its wrong lines."""
    return [number for number, line in enumerate(text.splitlines(), 1) if ARROW in line]


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
    places = _functions(_tree(text))
    extra: list[str] = []
    edits: list[tuple[int, int, list[str]]] = []
    for name, node in _parts(ast.parse(overlay), places):
        lines = _lines(overlay, node)
        if name in places:
            edits.append((*_range(places[name]), lines))
        elif "." in name:
            end = _range(places[name.partition(".")[0]])[1]
            edits.append((end, end, ["", *lines]))
        else:
            extra += [*lines, "", ""]
    if extra:
        before = _before(text, min((start for start, _, _ in edits), default=0))
        edits.append((before, before, extra))
    result = text.splitlines()
    for start, end, lines in sorted(edits, key=lambda edit: edit[:2], reverse=True):
        result[start:end] = lines
    return "\n".join(result) + "\n"


@lru_cache(8)  # hundreds of answers are laid over one reference; nobody changes the tree
def _tree(text: str) -> ast.Module:
    return ast.parse(text)


def _before(text: str, line: int) -> int:
    """Helpers stand before the function or class that uses them first."""
    owners = [node for node in _tree(text).body if node.lineno <= line + 1 <= (node.end_lineno or 0)]
    return _range(owners[0])[0] if owners else line


def _functions(tree: ast.Module) -> dict[str, ast.stmt]:
    """Functions, classes and Class.methods by name."""
    found: dict[str, ast.stmt] = {}
    for part in tree.body:
        if isinstance(part, _Function):
            found[part.name] = part
        if isinstance(part, ast.ClassDef):
            found |= {f"{part.name}.{each.name}": each for each in part.body if isinstance(each, ast.FunctionDef)}
    return found


def _parts(tree: ast.Module, places: Mapping[str, ast.stmt]) -> Iterator[tuple[str, ast.stmt]]:
    """What an overlay contributes; a class of the reference contributes its methods."""
    for part in tree.body:
        if isinstance(part, ast.ClassDef) and part.name in places:
            yield from ((f"{part.name}.{_name(each)}", each) for each in part.body if not _is_said(each))
        elif not _is_said(part):
            yield _name(part), part


def _is_said(part: ast.stmt) -> bool:
    return isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)


def _name(part: ast.stmt) -> str:
    """A function may be assigned too: `f = lambda x: x`."""
    if isinstance(part, ast.Assign) and isinstance(part.value, ast.Lambda) and isinstance(part.targets[0], ast.Name):
        return part.targets[0].id
    return getattr(part, "name", "")


def _named(part: ast.stmt) -> list[str]:
    if isinstance(part, ast.ClassDef):
        return [f"{part.name}.{each.name}" for each in part.body if isinstance(each, ast.FunctionDef)]
    return [part.name] if isinstance(part, ast.FunctionDef) else []


def _range(node: ast.stmt) -> tuple[int, int]:
    decorators = getattr(node, "decorator_list", [])
    return min([node.lineno, *(part.lineno for part in decorators)]) - 1, node.end_lineno or node.lineno


def _lines(source: str, node: ast.stmt) -> list[str]:
    """Its lines, without the gap that a docstring has left."""
    start, end = _range(node)
    lines = source.splitlines()[start:end]
    if not isinstance(node, ast.FunctionDef):
        return lines
    first = _range(node.body[0])[0] - start
    return [*filter(str.strip, lines[:first]), *lines[first:]]
