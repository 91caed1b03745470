"""The glossary's last table lists words that are no longer used: nobody finds them in the engine, guides or pages."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import pytest

from tests.mini_course import ROOT

ENGINE = ROOT / "autograder" / "softmark"
GLOSSARY = ROOT / "handouts" / "guides" / "glossary.md"
GUIDES = [
    *(ROOT / "handouts" / "guides").rglob("*.md"),
    *(ROOT / "handouts" / f"{name}.md" for name in ("security", "cluster", "speed", "README")),
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "tests/README.md")),
]
PAGES = [path for path in ENGINE.rglob("*.j2") if path.suffixes[0] == ".html"]
SOURCES = [path for path in ENGINE.rglob("*.py") if "courses" not in path.parts]
CODE = re.compile(r"```.*?```|`[^`\n]*`|\{\{.*?\}\}|from [\w.]+ import [^\n]*", re.DOTALL)
IN_MARKUP = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|<[^>]*>", re.DOTALL)
NAME_OF = {ast.FunctionDef: "name", ast.ClassDef: "name", ast.Name: "id", ast.arg: "arg", ast.Attribute: "attr"}
FILLED_IN = re.compile(r"\{[^{}]*\}")
IN_WORDS = re.compile(r'''""".*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#[^\n]*''', re.DOTALL)
"""Strings and comments of a source file."""


@dataclass(frozen=True)
class Retired:
    """One line of the table."""

    words: tuple[str, ...]
    places: str
    exceptions: str

    @cached_property
    def as_a_word(self) -> re.Pattern[str]:
        """Finds the words anywhere but inside others."""
        return re.compile(rf"(?<![a-z])(?:{'|'.join(self.words)})(?![a-z])", re.IGNORECASE)

    def in_text(self, text: str) -> bool:
        """Whether somebody reads one of the words. A list of columns, as in `student,item,points`, is no text."""
        if not any(word in text.lower() for word in self.words):
            return False  # most lines, and this is quick
        for phrase in self.exceptions.split(", "):
            text = text.replace(phrase.partition(" (")[0], "")
        return bool(
            re.search(rf"(?<![\w,@./_-])(?:{'|'.join(self.words)})(?!\w|[,:](?=\w)|[./_=(-]\w)", text, re.IGNORECASE)
        )


def retired() -> list[Retired]:
    table = GLOSSARY.read_text(encoding="utf-8").partition("## Words that are no longer used")[2]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line.startswith("| ")
    ]
    return [Retired(tuple(words.split(", ")), places, exceptions) for words, places, _, exceptions in rows[1:]]


RETIRED = retired()


def names(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """What the code itself calls something, with its line; what it imports is called so elsewhere."""
    for node in nodes:
        if (field := NAME_OF.get(type(node))) is not None:
            yield node.lineno, getattr(node, field)  # type: ignore[attr-defined]


def texts(source: str, nodes: Iterable[ast.AST], rows: list[Retired]) -> Iterator[tuple[int, str]]:
    """Docstrings, comments and messages of a source file. A string without a blank is a key, not a message."""
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value.strip():
            for place, line in enumerate(CODE.sub("", node.value).splitlines()):
                yield node.lineno + place, FILLED_IN.sub("", line)
    behind = "\n".join(line.partition("#")[2] for line in source.splitlines())
    if not any(row.in_text(line) for row in rows if row.as_a_word.search(behind) for line in behind.splitlines()):
        return  # no comment says any of it, and to find out what is one takes long
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], CODE.sub("", token.string)


def test_the_table_is_read() -> None:
    """Without this, a table in another shape would retire nothing."""
    assert {"item", "wall", "prints", "mend"} <= {word for row in RETIRED for word in row.words}
    assert all(re.fullmatch("(names|texts)(, texts)?", row.places) for row in RETIRED)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It stands behind a wall.", "wall, walls"),
        ("the points of the items add up", "item, items"),
        ("Wall-clock deadlines; student,item,points; solutions/misconceptions; @item(…)", ""),
    ],
)
def test_words_are_found_in_sentences_and_nowhere_else(text: str, found: str) -> None:
    assert ", ".join(", ".join(row.words) for row in RETIRED if "texts" in row.places and row.in_text(text)) == found


def test_no_guide_and_no_page_uses_a_retired_word() -> None:
    prose = {path: CODE.sub("", path.read_text(encoding="utf-8")) for path in GUIDES if path != GLOSSARY}
    prose |= {path: IN_MARKUP.sub("", path.read_text(encoding="utf-8")) for path in PAGES}
    wrong = [
        f"{path.relative_to(ROOT)}: {' '.join(line.split())[:80]}: write {', '.join(row.words)} otherwise"
        for path, text in prose.items()
        for row in RETIRED
        if "texts" in row.places
        for line in text.splitlines()
        if row.in_text(line)
    ]
    assert wrong == []


def retired_in(source: str, place: str) -> Iterator[str]:
    """Every place in a source file that uses a retired word."""
    letters = source.lower()  # to look for letters is quick, for a word slow, and to parse a file slowest
    rows = [row for row in RETIRED if f"`{place}`" not in row.exceptions and any(word in letters for word in row.words)]
    said, named = " ".join(IN_WORDS.findall(source)), IN_WORDS.sub(" ", source)
    rows = [
        row
        for row in rows
        if ("texts" in row.places and row.as_a_word.search(said))
        or ("names" in row.places and row.as_a_word.search(named))
    ]
    if not rows:
        return
    nodes = [*ast.walk(ast.parse(source))]
    wrong_names = {word for row in rows if "names" in row.places for word in row.words}
    for line, name in names(nodes) if wrong_names else ():
        if name.strip("_").lower() in wrong_names:
            yield f"{place}:{line}: {name}"
    in_texts = [row for row in rows if "texts" in row.places]
    for line, text in texts(source, nodes, in_texts) if in_texts else ():
        if any(row.in_text(text) for row in in_texts):
            yield f"{place}:{line}: {text.strip()[:80]}"


def test_a_retired_word_is_found_in_names_comments_and_messages_of_a_source() -> None:
    source = 'def mend():\n    """A wall of its own."""\n    return "item"  # one of the items\n'
    found = [place.partition(": ")[0] for place in retired_in(source, "x.py")]
    assert sorted(found) == ["x.py:1", "x.py:2", "x.py:3"]


@pytest.mark.slow  # how the engine words its own names and comments; what people read is searched above
def test_no_source_uses_a_retired_word() -> None:
    sources = {str(path.relative_to(ENGINE)): path.read_text(encoding="utf-8") for path in SOURCES}
    assert [wrong for place, source in sources.items() for wrong in retired_in(source, place)] == []
