"""Fills in how TAs may talk about common mistakes: a question, a small example, a wrong track.

The words are in handouts/guides/ta_talks.yaml, by the names of the known mistakes.
"""

from __future__ import annotations

from pathlib import Path

import yaml

from ...checks.errors import GraderFault
from ...content.course import Course

FILE = "guides/ta_talks.yaml"
PARTS = {"ask": "Ask", "try": "Try", "wrong_track": "A wrong track"}


def talk(course: Course, folder: Path, task: str) -> str:
    """The entries of one section, as Markdown; nothing where there are none."""
    known = {answer.name: answer for answer in course.known_mistakes}
    lines = []
    for name, words in entries(folder).items():
        if name not in known:
            raise GraderFault(f"{folder / FILE}: there is no known mistake {name}")
        if not isinstance(words, dict) or set(words) != set(PARTS):
            raise GraderFault(f"{folder / FILE}: {name} needs {', '.join(PARTS)}, and nothing else")
        if known[name].section == task:
            lines += [f"**{known[name].says}** (`{name}`)", ""]
            lines += [*(f"- *{title}.* {' '.join(str(words[part]).split())}" for part, title in PARTS.items()), ""]
    return "\n".join(lines).strip()


def entries(folder: Path) -> dict[str, dict[str, str]]:
    path = folder / FILE
    try:
        return dict(yaml.safe_load(path.read_text(encoding="utf-8"))) if path.is_file() else {}
    except (yaml.YAMLError, TypeError, ValueError) as problem:
        raise GraderFault(f"{path} cannot be read as a list of mistakes: {problem}") from None
