"""Finds the guides: in the repository, or where the wheel has put them (share/softmark/handouts).

Titles are those of handouts.yaml, which travels with them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import yaml

from ..checks.errors import GraderFault
from ..files.engine import ENGINE

LIST = "handouts.yaml"
FIRST = ("engine", "checks", "rubric")


@dataclass(frozen=True)
class Guide:
    name: str
    """What is typed for it: engine."""
    title: str
    about: str
    path: Path

    @property
    def text(self) -> str:
        """Its Markdown under one title."""
        text = self.path.read_text(encoding="utf-8")
        first = re.search(r"^(#+) (.*)$", text, re.MULTILINE)
        titled = first is not None and first[1] == "#" and len(re.findall(r"(?m)^# ", _prose(text))) == 1
        return text if titled else f"# {self.title}\n\n{_lower(text)}"


def guides() -> list[Guide]:
    """All that are at hand: first what somebody reads who writes a course, then in the order of the list."""
    folder = _folder()
    listed = yaml.safe_load((folder / LIST).read_text(encoding="utf-8"))["documents"]
    found = []
    for entry in listed.values():
        sources = [entry["finished"]] if "finished" in entry else entry["sources"]
        path = folder / sources[0]
        if (
            not entry.get("students")
            and len(sources) == 1
            and path.is_file()
            and "source" not in Path(sources[0]).parts
        ):
            found.append(Guide(path.stem, entry["title"], entry.get("subtitle", ""), path))
    return sorted(found, key=lambda each: FIRST.index(each.name) if each.name in FIRST else len(FIRST))


def plain(text: str) -> str:
    """A guide as a terminal shows it: without what only pandoc understands."""
    text = re.sub(r"^<!--.*?-->\n+|^<a id=\"[^\"]*\"></a>\n+", "", text, flags=re.MULTILINE)
    text = re.sub(r"(?m)^(#+ .*?) \{#[^}]*\}$", r"\1", text)
    text = re.sub(r"(?m)^( *)```\{\.(\w+)[^}]*\}$", r"\1```\2", text)
    return re.sub(r"(?m)^::: *(?:\{.*\}|\w*)\n", "", text)


def _folder() -> Path:
    beside = ENGINE.parents[1] / "handouts"
    if (beside / LIST).is_file():
        return beside
    try:
        carried = metadata.files("softmark") or []
    except metadata.PackageNotFoundError:
        carried = []
    for file in carried:
        if file.name == LIST and "softmark" in file.parts:
            return Path(str(file.locate())).resolve().parent
    raise GraderFault("the guides are missing here: they come with the package, and with the repository")


def _prose(text: str) -> str:
    return re.sub(r"(?ms)^ *```.*?^ *```$", "", text)


def _lower(text: str) -> str:
    """Every heading a step lower, below the title."""
    parts = re.split(r"(?ms)(^ *```.*?^ *```$)", text)
    parts[::2] = [re.sub(r"(?m)^(#{1,5} )", r"#\1", part) for part in parts[::2]]
    return "".join(parts)
