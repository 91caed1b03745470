"""Nothing grows unnoticed: the project is no larger than tests/sizes.yaml allows, and its code is not packed."""

import pytest

from tests import sizes
from tests.sizes import Maximum, Tree, complaints, counted, maxima, table, tracked


def test_nothing_is_larger_than_it_may_be():
    found = complaints(counted(Tree(sizes.ROOT)), maxima(sizes.MAXIMA.read_text(encoding="utf-8")))
    if found:
        pytest.fail("\n".join(found), pytrace=False)


MORE = "tests/sizes.yaml that names what gives the lines back (`instead_of`, `because`)"


@pytest.mark.parametrize(
    ("name", "now", "most", "said"),
    [
        ("grading", 100, Maximum(100), []),
        ("grading", 60, Maximum(100), []),
        ("grading", 1101, Maximum(1000),
         [f"grading: grew from 1,000 to 1,101; take 101 away, or write a line into {MORE}."]),
        ("core", 90, None, [f"core (90 lines) is in no list: give it a line below `sizes:` in {MORE}."]),
        ("core", None, Maximum(90), ["core is gone: take its line out of tests/sizes.yaml."]),
        ("core", 90, Maximum(100, ("old",), "it is plainer"), []),
        ("core", 90, Maximum(100, ("gone",), "it is plainer"),
         ["core: gone gave its lines back; write 90 into tests/sizes.yaml."]),
        ("lines of the engine", 950, Maximum(1000), []),
        ("lines of the engine", 949, Maximum(1000),
         ["lines of the engine: fell from 1,000 to 949; write 949 into tests/sizes.yaml, so that it stays."]),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_told_in_one_sentence(tmp_path, name, now, most, said):
    (tmp_path / "old").mkdir()
    today = {"sizes": {} if now is None else {name: now}}
    assert complaints(today, {"sizes": {} if most is None else {name: most}}, tmp_path) == said


def test_packed_lines_are_to_be_written_plainly():
    (said,) = complaints({"packing": {"mean length": 53.1}}, {"packing": {"mean length": Maximum(53)}})
    assert said == "mean length: grew from 53 to 53.1; write one statement a line, instead of packing them."


def test_a_maximum_that_rises_says_what_gives_the_lines_back():
    assert maxima("rooms: {core: {most: 9, instead_of: [old], because: it is plainer}}")["rooms"]["core"] == Maximum(
        9, ("old",), "it is plainer"
    )
    with pytest.raises(ValueError, match="core: a maximum that rises needs `most`, `instead_of`"):
        maxima("rooms: {core: {most: 9, instead_of: []}}")


@pytest.fixture
def small(tmp_path):
    """A project in a few lines, as somebody unpacked it."""
    texts = dict.fromkeys(sizes.STUBS, 'def f(x):\n    """Two words."""\n    raise NotImplementedError("1.1")\n')
    texts |= {
        ".gitignore": "__pycache__/\n/dist/\n*.pyc\n",
        "Makefile": "test: setup ## run the tests\n\t@true\nsetup:\n",
        "README.md": "# Four words in it\n",
        "autograder/softmark/grading/grade.py": f"x = {'1' * 100}\n\ny = 2  # fmt: skip\n",
        "autograder/softmark/bank.py": "z = 3\n",
        "autograder/softmark/shipped/home/check.sh": "true\n",
        "autograder/graders/test_part.py": "\n\n",
        "tests/test_it.py": "a = 1\n",
        "tests/answers/one.py": "b = 1\n",
        "dist/old.py": "c = 1\n",
        "tests/__pycache__/test_it.pyc": "",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_what_is_counted(small):
    found = counted(Tree(small))
    assert found["rooms"] == {"bank.py": 1, "grading": 3}
    assert found["sizes"] == {
        "tracked files": 14,
        "lines of the engine": 4,
        "lines that travel with it": 1,
        "lines of the graders": 2,
        "lines of the tests": 1,
        "lines of code in handouts and beside the stubs": 0,
        "words of Markdown": 5,
        "words of README.md": 5,
        "make targets": 1,
        "words of a stub's docstring (median)": 2,
        "words of a stub's docstring (longest)": 2,
        "statements of the engine formatted by hand": 1,
        "statements of the tests formatted by hand": 0,
    }
    assert found["packing"]["long lines in a hundred of the engine"] == 25
    assert found["packing"]["mean length of a line of the engine"] == round((104 + 18 + 5) / 3, 1)


@pytest.mark.parametrize(
    ("git", "files"),
    [("printf 'README.md\\0gone.md\\0'", 1), ("echo 'fatal: not yours' >&2; exit 128", 14), ("", 14)],
    ids=["git knows one that is there", "git refuses", "there is no git"],
)
def test_where_git_says_nothing_all_that_is_not_ignored_counts(small, monkeypatch, git, files):
    folder = small / ".git"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    if git:
        (folder / "git").write_text(f"#!/bin/sh\n{git}\n", encoding="utf-8")
        (folder / "git").chmod(0o755)
    assert len(tracked(small)) == files


def test_numbers_stand_beside_their_maxima_with_what_to_write():
    today = {"rooms": {"grading": 90.0, "home": 70.0}, "packing": {"mean length": 52.0}}
    allowed = {"rooms": {"grading": Maximum(100), "home": Maximum(70)}, "packing": {"mean length": Maximum(53)}}
    _, *rows = (row.split() for row in table(today, allowed))
    assert rows == [
        ["grading", "90", "100", "write", "90"],
        ["home", "70", "70"],
        ["mean", "length", "52", "53"],
    ]
