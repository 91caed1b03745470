"""Wrong command lines: each is one sentence and an exit code. commands.yaml lists them."""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import yaml

from .answers import Facts, Section
from .courses import COURSES, ROOT
from .handed_in import Course
from .workshop import Workshop

LISTED = Path(__file__).with_name("commands.yaml")


def rows() -> dict[str, Any]:
    """What is typed, by what is wrong with it."""
    listed: dict[str, Any] = yaml.safe_load(LISTED.read_text(encoding="utf-8"))
    return listed


def recorded(shop: Workshop, workers: int) -> Section:
    lines = rows()
    with ThreadPoolExecutor(workers) as several:
        said = several.map(lambda row: _typed(shop, row), lines.values())
        return dict(zip(lines, said, strict=True))


def _typed(shop: Workshop, row: Mapping[str, Any]) -> Facts:
    """Type one line in a folder with a small course, a right submission in `work`, and what the row says."""
    place = Path(tempfile.mkdtemp(prefix="softmark-judge-line-"))
    try:
        shutil.copytree(shop.root / COURSES["NumPy"], place / "course")
        shop.give_salt(place / "course")
        _right(place / "work")
        for name, text in row.get("files", {}).items():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_text(text, encoding="utf-8")
        for name, (old, new) in row.get("changes", {}).items():
            text = (place / name).read_text(encoding="utf-8") if (place / name).exists() else ""
            if old not in text:  # another version has other files, or other words in them
                return {"status": f"{name} cannot be changed so"}
            (place / name).write_text(text.replace(old, new, 1), encoding="utf-8")
        done = shop.run([sys.executable, "-m", "softmark", *row["words"].split()], place)
        return {"exit code": done.returncode, "text": _sentence(done.stderr or done.stdout, shop.root, place)}
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _right(folder: Path) -> None:
    folder.mkdir()
    for name, text in Course(ROOT / COURSES["NumPy"]).laid_over().items():
        (folder / name).write_text(text, encoding="utf-8")


def _sentence(printed: str, tree: Path, place: Path) -> str:
    """What was said, without the names of folders that are others in every run."""
    lines = [line.strip() for line in printed.replace(str(tree), "TREE").replace(str(place), "HERE").splitlines()]
    text = " ".join(line for line in lines if line)
    return re.sub(r"\d+(\.\d+)? (s|seconds)\b", "N s", text)[-400:]
