"""What the tests of the handouts share: the text as students get it, and the reference to hold it against."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from softmark.build.fillings import Fillings
from softmark.build.handouts import documents
from softmark.course import Course

ROOT = Path(__file__).parents[2]
HANDOUTS = ROOT / "handouts"
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
