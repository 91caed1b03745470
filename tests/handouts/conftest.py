"""What the tests of the handouts share: the text as students get it, and the reference to hold it against."""

import importlib
import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace

import pytest

from softmark.build.handouts.documents import Workshop, documents
from softmark.build.handouts.fillings import Fillings
from softmark.content.course import Course

ROOT = Path(__file__).parents[2]
HANDOUTS = ROOT / "handouts"
BLANK = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 504 90">
<rect x="9" y="9" width="486" height="72" style="fill: #cfe2f6; stroke: #1b1f24"/></svg>"""
"""As wide as the drawings are."""
MODULES = ("attention", "multihead", "block", "lm", "train")


@pytest.fixture(scope="session")
def course() -> Course:
    return Course.at(ROOT)


@pytest.fixture(scope="session")
def fillings(course: Course) -> Fillings:
    return Fillings(course.rubric, HANDOUTS)


@pytest.fixture(scope="session")
def raw() -> str:
    """The student handout as it is written, holes open."""
    handout = next(document for document in documents(HANDOUTS) if document.name == "handout")
    return "\n\n".join((HANDOUTS / source).read_text(encoding="utf-8") for source in handout.sources)


@pytest.fixture(scope="session")
def text(raw: str, fillings: Fillings) -> str:
    """The same with every hole filled in."""
    return fillings.fill(raw, "handout")


@pytest.fixture(scope="session")
def errata() -> str:
    """The lectures' slips."""
    return (HANDOUTS / "handout" / "errata.md").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def card(fillings: Fillings) -> str:
    return fillings.fill((HANDOUTS / "handout" / "card.md").read_text(encoding="utf-8"), "card.md")


class Pages(Mapping[str, Path]):
    """Name → HTML page as the build sets it, made when somebody opens it."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop
        self._listed = {each.name: each for each in documents(HANDOUTS)}
        self._made: dict[str, Path] = {}
        self._draw_blanks()

    def _draw_blanks(self) -> None:
        """To draw the figures themselves takes longest."""
        sources = {name for one in self._listed.values() for name in one.sources}
        raw = "\n".join((HANDOUTS / name).read_text(encoding="utf-8") for name in sources)
        figures = self._workshop.work / "figures"
        figures.mkdir(parents=True)
        words = dict.fromkeys(re.findall(r"\(figures/([\w-]+)\.svg\)", raw), "A figure.")
        for name in words:
            (figures / f"{name}.svg").write_text(BLANK, encoding="utf-8")
        (figures / "alt.json").write_text(json.dumps(words), encoding="utf-8")

    def markdown(self, name: str) -> str:
        """The text that a page is made from."""
        return self._workshop.text(self._listed[name])

    def __getitem__(self, name: str) -> Path:
        if name not in self._made:
            self._made[name] = self._workshop.build(self._listed[name])
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._listed)

    def __len__(self) -> int:
        return len(self._listed)


@pytest.fixture(scope="session")
def pages(fillings: Fillings, tmp_path_factory: pytest.TempPathFactory) -> Pages:
    return Pages(Workshop(HANDOUTS, tmp_path_factory.mktemp("pages"), fillings))


@pytest.fixture(scope="module")
def reference() -> Iterator[SimpleNamespace]:
    """The reference's modules; other tests load other files of these names, so none stays behind."""
    hidden = {name: sys.modules.pop(name) for name in MODULES if name in sys.modules}
    sys.path.insert(0, str(ROOT / "solutions" / "reference"))
    try:
        yield SimpleNamespace(**{name: importlib.import_module(name) for name in MODULES})
    finally:
        sys.path.remove(str(ROOT / "solutions" / "reference"))
        for name in MODULES:
            sys.modules.pop(name, None)
        sys.modules.update(hidden)
