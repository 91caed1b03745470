"""The course's two editions: one for the lectures that it was written for, one that names no lecture."""

import re

import pytest
import yaml

from softmark.build import editions
from softmark.checks.errors import GraderFault
from softmark.content import stubs
from softmark.content.rubric_reader import load_rubric
from tests.mini_course import ROOT

PLACES = editions.places(ROOT)
NAMES_A_LECTURE = re.compile(r"lectur|errat|slide['’]s|ones\.slide|as_printed", re.IGNORECASE)


def text_of(file, edition):
    text = (ROOT / file).read_bytes().decode("utf-8")
    return editions.reworded(text, PLACES.get(file, []), edition)


@pytest.mark.parametrize("file", PLACES)
def test_the_words_of_each_edition_are_there_once_and_lead_back(file):
    lectures, standalone = text_of(file, "lectures"), text_of(file, "standalone")
    for words in PLACES[file]:
        assert (lectures.count(words["lectures"]), lectures.count(words["standalone"])) == (1, 0), words
        assert (standalone.count(words["lectures"]), standalone.count(words["standalone"])) == (0, 1), words
    assert editions.reworded(standalone, PLACES[file], "lectures") == lectures


def handed_out():
    """Everything of the standalone edition that students read: file → text."""
    listing = text_of("handouts/handouts.yaml", "standalone")
    listed = yaml.safe_load(listing)["documents"].values()
    files = [f"handouts/{source}" for each in listed if each.get("students") for source in each["sources"]]
    files += ["handouts/notebook.py"]
    files += [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "autograder/graders").glob("*.py"))]
    files += [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "solutions/wrong").rglob("*.py"))]
    rubric = load_rubric(ROOT / "autograder/rubric.yaml")
    made = {*rubric.files, "check.py", "playground.html"}
    given = [
        path for path in sorted((ROOT / "assignment").glob("*.*")) if path.suffix in (".py", ".md", ".html", ".txt")
    ]
    files += [f"assignment/{path.name}" for path in given if path.name not in made - {"playground.html"}]
    found = {file: text_of(file, "standalone") for file in files}
    for name in rubric.files:
        reference = f"solutions/reference/{name}"
        if (ROOT / reference).exists():
            found[name] = stubs.cut(text_of(reference, "standalone"), name, rubric.modes)
    return found


def test_the_standalone_edition_names_no_lecture():
    texts = handed_out()
    assert "handouts/handout/errata.md" not in texts
    assert {"solutions/wrong/attention.py", "solutions/wrong/train.py", "attention.py"} <= texts.keys()
    named = [f"{file}:{text.count(chr(10), 0, found.start()) + 1}: {found[0]}" for file, text in texts.items()
             for found in NAMES_A_LECTURE.finditer(text)]  # fmt: skip
    assert named == []


def test_it_links_to_no_part_that_it_lacks():
    texts = "\n".join(handed_out().values())
    assert "(#errata)" not in texts and "{#reading}" in texts


def test_a_folder_is_brought_into_an_edition_and_back(tmp_path, capsys):
    (tmp_path / "handouts").mkdir()
    (tmp_path / "handouts/editions.yaml").write_text(
        "text.md:\n  - {lectures: the lecture's row, standalone: a row}\n"
        "  - {lectures: see there, standalone: see here}\n"
        "gone.md:\n  - {lectures: a, standalone: b}\n"
    )
    text = tmp_path / "text.md"
    text.write_bytes(b"Take the lecture's row.\r\nStaff rewrote this.")
    assert editions.unsettled(tmp_path, "standalone") == ["text.md"]
    assert editions.settle(tmp_path, "standalone") == ["text.md"]
    assert text.read_bytes() == b"Take a row.\r\nStaff rewrote this."
    assert "standalone, its words put into 1 files" in capsys.readouterr().out
    assert editions.settle(tmp_path, "standalone") == []
    assert editions.settle(tmp_path, "lectures") == ["text.md"]
    assert text.read_bytes() == b"Take the lecture's row.\r\nStaff rewrote this."


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("text.md: [{lectures: a}]", "text.md: a place needs the words of two editions, not {'lectures': 'a'}"),
        ("text.md: [{lectures: a, standalone: ''}]", "a place needs the words of two editions"),
        ("text.md: lectures", "a place needs the words of two editions, not lectures"),
        ("text.md: {lectures: a, standalone: b}", "a place needs the words of two editions"),
        ("- text.md", "must name files, each with its places"),
        ("text.md: [", "cannot be read"),
    ],
)
def test_a_list_that_cannot_be_used_is_told_in_a_sentence(tmp_path, written, told):
    (tmp_path / "handouts").mkdir()
    (tmp_path / "handouts/editions.yaml").write_text(written)
    with pytest.raises(GraderFault, match=re.escape(told)):
        editions.settle(tmp_path, "standalone")


def test_no_list_and_an_empty_one_change_nothing(tmp_path):
    assert editions.settle(tmp_path, "standalone") == []
    (tmp_path / "handouts").mkdir()
    (tmp_path / "handouts/editions.yaml").write_text("# nothing yet\n")
    assert editions.settle(tmp_path, "standalone") == []
