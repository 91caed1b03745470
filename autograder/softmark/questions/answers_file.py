"""Reads and writes answers.json: what was answered at home, as it is handed in, and whether that is all that was asked.

It is data on either side, read within limits. It shows that somebody answered, not that an answer is right, and it can
be forged by whoever would rather write it than type five letters: nothing more is made of it, and nobody is accused.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..reading.rules.trees import parse
from .fixed import Fixed
from .question import LETTERS, SIZE, NoAnswer, Question, numbers

FILE = "answers.json"
HOW = "run `python check.py --ask`, answer them, and hand in what `python check.py --zip` writes"
MOST = 200
"""Entries that are looked at, and characters of a reply."""
_PLAIN = (str, bytes, int, float, complex)


@dataclass(frozen=True)
class Record:
    answers: Mapping[str, str] = field(default_factory=dict)
    """Question → reply."""
    asked: tuple[str, ...] = ()
    """The last questions about the program."""
    files: Mapping[str, str] = field(default_factory=dict)
    """File that these were about → its mark; all files where there were no questions."""

    @staticmethod
    def of(text: str) -> Record:
        """The answers in a text; none where it is not such a file."""
        try:
            data = json.loads(text) if text else {}
        except (ValueError, RecursionError):
            return Record()
        data = data if isinstance(data, dict) else {}
        asked = data.get("asked")
        idents = [each for each in asked[:SIZE] if isinstance(each, str)] if isinstance(asked, list) else []
        return Record(_texts(data.get("answers")), tuple(dict.fromkeys(idents)), _texts(data.get("files")))

    def to_json(self) -> str:
        data = {"answers": dict(self.answers), "asked": list(self.asked), "files": dict(self.files)}
        return json.dumps(data, ensure_ascii=False, indent=1) + "\n"

    def with_answer(self, ident: str, reply: str) -> Record:
        return replace(self, answers={**self.answers, ident: reply})

    def asking(self, questions: Sequence[Question], texts: Mapping[str, str], fixed: Collection[str]) -> Record:
        """Now that these are asked about these files: what was answered about earlier ones is dropped."""
        asked = tuple(question.ident for question in questions)
        about = {file for question in questions for file, _, _ in question.code} or set(texts)
        answers = {ident: reply for ident, reply in self.answers.items() if ident in asked or ident in fixed}
        return Record(answers, asked, {file: mark(texts[file]) for file in texts if file in about})

    def lacks(self, fixed: Sequence[Fixed], texts: Mapping[str, str]) -> str:
        """Why not everything is answered, in half a sentence; empty where it is. Where a program yields fewer questions
        than a sheet has, the course's own stand in. One of the files must still be what was asked about: whoever goes
        on working after the questions keeps what they did."""
        if not self.files:
            return "the questions about your program are not answered"
        if not any(name in texts and mark(texts[name]) == known for name, known in self.files.items()):
            return "the answers are about other versions of your files"
        own = sum(_is_answer(self.answers.get(ident, "")) for ident in self.asked)
        if own < len(self.asked):
            return f"{own} of {len(self.asked)} questions about your program are answered"
        others = sum(_reads(each.question, self.answers.get(each.id, "")) for each in fixed)
        wanted = min(SIZE - own, len(fixed))
        if own + wanted == 0:
            return "no questions about your program yet: they need tasks that pass, and suitable code"
        if others < wanted:
            return f"your program yields {own} questions so far, and {others} of {wanted} others are answered"
        return ""


def mark(text: str) -> str:
    """A digest of what a file says: the same with other comments and white space, and in every version of Python."""
    tree = parse(text)
    words = [] if tree is None else [word for node in ast.walk(tree) for word in _words(node)]
    return hashlib.sha256(("\0".join(words) if tree else text).encode("utf-8", "replace")).hexdigest()[:12]


def _words(node: ast.AST) -> list[str]:
    plain = [getattr(node, name, None) for name in ("id", "attr", "arg", "name", "value")]
    said = [hex(each) if isinstance(each, int) else repr(each) for each in plain if isinstance(each, _PLAIN)]
    return [type(node).__name__, *said]


def _texts(data: Any) -> dict[str, str]:
    pairs = list(data.items())[:MOST] if isinstance(data, dict) else []
    return {name: each for name, each in pairs if isinstance(each, str) and len(name) <= 80 and len(each) <= MOST}


def _is_answer(reply: str) -> bool:
    """Whether a reply to a question that is no longer known has the form of an answer."""
    try:
        return (len(reply) == 1 and reply in LETTERS) or bool(numbers(reply))
    except NoAnswer:
        return False


def _reads(question: Question, reply: str) -> bool:
    try:
        return bool(question.read(reply))
    except NoAnswer:
        return False
