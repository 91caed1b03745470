"""What the tests of the handouts share: the text as students get it, and the reference to hold it against."""

import importlib
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
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
    return Fillings(course, HANDOUTS)


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
def card(fillings: Fillings) -> str:
    return fillings.fill((HANDOUTS / "shape-card.md").read_text(encoding="utf-8"), "shape-card.md")


@pytest.fixture(scope="session")
def pages(fillings: Fillings, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Name → every HTML page as `make handouts` sets it, with one plain figure everywhere: to draw takes longest."""
    workshop = Workshop(HANDOUTS, tmp_path_factory.mktemp("pages"), fillings)
    listed = [document for document in documents(HANDOUTS) if "html" in document.formats]
    sources = "\n".join((HANDOUTS / name).read_text(encoding="utf-8") for one in listed for name in one.sources)
    figures = workshop.work / "figures"
    figures.mkdir(parents=True)
    words = dict.fromkeys(re.findall(r"\(figures/([\w-]+)\.svg\)", sources), "A figure.")
    for name in words:
        (figures / f"{name}.svg").write_text(BLANK, encoding="utf-8")
    (figures / "breaks.json").write_text(json.dumps({name: [200.0] for name in words}), encoding="utf-8")
    (figures / "alt.json").write_text(json.dumps(words), encoding="utf-8")
    return {one.name: workshop.build(replace(one, formats=("html",)))[0] for one in listed}


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
