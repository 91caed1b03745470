"""Puts the words of one edition in the place of another's: `edition` in the rubric says which, handouts/editions.yaml
where they differ.

The list knows files of every kind (text, stubs' sources, checks, hints, pages) and each edition's words, so a build
goes there and back. Sources then say what students read, and no other part of the engine knows of editions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import yaml

from ..checks.errors import GraderFault

LIST = "handouts/editions.yaml"

Places = Mapping[str, list[dict[str, str]]]
"""File, from the root of the course → for each place the words of each edition."""


def places(root: Path) -> Places:
    """Where the editions of this course differ; nowhere, for a course without the list."""
    path = root / LIST
    try:
        found = yaml.safe_load(path.read_text(encoding="utf-8")) if path.exists() else {}
    except yaml.YAMLError as problem:
        raise GraderFault(f"{path} cannot be read: {problem}") from None
    if not isinstance(found or {}, dict):
        raise GraderFault(f"{path} must name files, each with its places")
    for file, entries in (found or {}).items():
        for words in entries if isinstance(entries, list) else [str(entries)]:
            if not _is_place(words):
                raise GraderFault(f"{path}: {file}: a place needs the words of two editions, not {words}")
    return found or {}


def _is_place(words: object) -> bool:
    return isinstance(words, dict) and len(words) > 1 and all(each and isinstance(each, str) for each in words.values())


def settle(root: Path, edition: str) -> list[str]:
    """Bring the sources into this edition; returns the files that changed, and says how many."""
    changed = list(_reworded(root, edition))
    for path, text in changed:
        path.write_bytes(text.encode("utf-8"))
    if changed:
        print(f"edition: {edition}, its words put into {len(changed)} files, as {LIST} lists them")
    return [path.relative_to(root).as_posix() for path, _ in changed]


def unsettled(root: Path, edition: str) -> list[str]:
    """Files in which the words of another edition stand."""
    return [path.relative_to(root).as_posix() for path, _ in _reworded(root, edition)]


def reworded(text: str, entries: list[dict[str, str]], edition: str) -> str:
    """One text in this edition. A sentence that staff have rewritten has the words of none, and stays."""
    for words in entries:
        for other, old in words.items():
            if other != edition and edition in words and text.count(old) == 1:
                text = text.replace(old, words[edition])
    return text


def _reworded(root: Path, edition: str) -> Iterator[tuple[Path, str]]:
    for file, entries in places(root).items():
        path = root / file
        if path.exists():  # a shorter assignment may lack it
            before = path.read_bytes().decode("utf-8")
            after = reworded(before, entries, edition)
            if after != before:
                yield path, after
