"""The list of planted faults: each can be planted in the tree as it is, and says who catches it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.judge.__main__ import SECTIONS
from tests.mini_course import ROOT
from tests.planted.__main__ import main
from tests.planted.faults import LISTED, Fault, NotThere, listed
from tests.planted.tree import Tree

FAULTS = {fault.id: fault for fault in listed()}
ROOMS = {
    "points",
    "capping",
    "names",
    "lines",
    "files",
    "lateness",
    "people and groups",
    "merging",
    "the journal",
    "a layer of the sandbox",
    "the reader of replies",
    "hidden and public numbers",
    "notes to staff",
}


def test_there_are_thirty_in_every_room_under_names_of_their_own() -> None:
    written = re.findall(r"^([a-z-]+):$", LISTED.read_text(encoding="utf-8"), re.MULTILINE)
    assert written == list(FAULTS) and len(FAULTS) == 30
    assert {fault.room for fault in FAULTS.values()} == ROOMS
    assert len({fault.behaviour for fault in FAULTS.values()}) == 30


@pytest.mark.parametrize("name", FAULTS)
def test_its_text_stands_once_in_its_file_and_what_is_planted_there_is_python(name: str) -> None:
    fault = FAULTS[name]
    text = (ROOT / fault.file).read_text(encoding="utf-8")
    planted = fault.planted(text)
    compile(planted, fault.file, "exec")
    assert planted != text


@pytest.mark.parametrize("name", FAULTS)
def test_it_says_who_catches_it(name: str) -> None:
    fault = FAULTS[name]
    tests = [path for word in fault.tests.split() for path in _files(word)]
    assert any(f"def {fault.caught_by_tests}(" in path.read_text(encoding="utf-8") for path in tests)
    assert re.fullmatch(r"nobody: .+|[a-z ]+(, [a-z ]+)*", fault.caught_by_judge)
    assert fault.judge.split()[1] in SECTIONS


def _files(word: str) -> list[Path]:
    path = ROOT / word
    return sorted(path.rglob("test_*.py")) if path.is_dir() else [path]


def test_where_the_text_is_gone_or_there_twice_one_sentence_says_what_to_plant_anew(tmp_path: Path) -> None:
    fault = Fault(
        "kept-twice",
        "Work is kept twice.",
        "files",
        "a.py",
        "keep(1)",
        "keep(1, 1)",
        "tests",
        "",
        "nobody",
        "nobody: no",
    )
    assert fault.planted("keep(1)\n") == "keep(1, 1)\n"
    for text, times in (("drop(1)\n", 0), ("keep(1)\nkeep(1)\n", 2)):
        with pytest.raises(
            NotThere, match=f"^kept-twice: a.py holds the text that it changes {times} times, .* kept twice"
        ):
            fault.planted(text)
    with pytest.raises(NotThere, match="0 times"), Tree(tmp_path).with_fault(fault):
        pass


def test_a_fault_is_gone_again_afterwards(tmp_path: Path) -> None:
    fault = FAULTS["grace-ignored"]
    tree = Tree(tmp_path)
    path = tree.root / fault.file
    path.parent.mkdir(parents=True)
    path.write_text(f"if x or {fault.old}\n    pass\n", encoding="utf-8")
    with tree.with_fault(fault):
        assert fault.new in path.read_text(encoding="utf-8")
    assert fault.old in path.read_text(encoding="utf-8") and fault.new not in path.read_text(encoding="utf-8")


def test_a_fault_that_there_is_not_is_said_with_those_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["no-such-fault"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("there is no fault no-such-fault; there are: ") and "grace-ignored" in said
