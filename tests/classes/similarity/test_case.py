"""From a list to a case: three and more together, marks that last, a folder in which others have no names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from softmark.classes.entries import Entry, Graded, Person
from softmark.classes.journal import Journal
from softmark.classes.similarity import evidence, groups, marks, page, pairs
from softmark.classes.similarity.compared_works import ComparedWork
from softmark.content.course import Course
from softmark.files.tables import TableError
from softmark.grading.result import Note, blank
from tests.classes.similarity.test_command import MINI, softmark
from tests.classes.similarity.test_pairs import BACKGROUND, ODD, ODD_RENAMED, solution, the_class, work

THIRD = ODD.replace("running", "total").replace("seen", "parts").replace("number,", "n,").replace("number ", "n ")
SECOND_ODDITY = solution(
    """
table = {index: [] for index in range(len(numbers) // 2 + 1)}
for index, (left, right) in enumerate(zip(numbers[::-1], weights[::-1])):
    table[index % len(table)].append(math.ldexp(left, 1) - math.copysign(right, left))
return max(table.items(), key=lambda entry: (len(entry[1]), -entry[0]))[1][-1]
"""
)


def together_in(*more: ComparedWork) -> list[list[str]]:
    comparison = pairs.compare(the_class(*more), BACKGROUND)
    return [[comparison.works[place].id for place in each.members] for each in groups.groups(comparison)]


def test_three_with_the_same_unusual_code_are_one_group() -> None:
    assert together_in(work("Ann", ODD), work("Ben", ODD_RENAMED), work("Cem", THIRD)) == [["Ann", "Ben", "Cem"]]
    comparison = pairs.compare(the_class(work("Ann", ODD), work("Ben", ODD), work("Cem", ODD)), BACKGROUND)
    assert groups.groups(comparison)[0].common > 5


def test_two_are_a_pair_and_two_pairs_are_no_group() -> None:
    assert together_in(work("Ann", ODD), work("Ben", ODD_RENAMED)) == []
    other = (work("Dia", SECOND_ODDITY), work("Eli", SECOND_ODDITY))
    assert together_in(work("Ann", ODD), work("Ben", ODD_RENAMED), *other) == []


def test_whoever_links_two_pairs_is_in_one_group_with_them() -> None:
    between = work("Ben", ODD_RENAMED + SECOND_ODDITY.partition("yet")[0].replace("def spread", "def second"))
    found = together_in(work("Ann", ODD), between, work("Cem", SECOND_ODDITY))
    assert found == [["Ann", "Ben", "Cem"]]


# --- seen -------------------------------------------------------------------------------------------------------


def test_a_pairs_word_names_nobody_and_changes_with_the_code() -> None:
    ann, ben = work("Ann", ODD), work("Ben", ODD_RENAMED)
    word = marks.pair_id(ann, ben)
    assert word == marks.pair_id(ben, ann) and len(word) == 10 and not {"ann", "ben"} & {word}
    assert word != marks.pair_id(ann, work("Ben", ODD_RENAMED + "\n# later\n"))


def shared(tmp_path: Path) -> Path:
    """A class of the miniature assignment in a journal: three share unusual code, one of them names the others."""
    course = Course.at(MINI)
    out = tmp_path / "out"
    odd = ODD.replace("def spread(numbers, weights)", "def standardise(numbers, weights)")
    people = {
        "submission_1": Person("Ann Marie Lee", "ann@x.edu", "30110866"),
        "submission_2": Person("Ben Okafor", "ben.okafor@x.edu", "30293003"),
        "submission_3": Person("Cem Max", "cem@x.edu", "30299999"),
        "submission_4": Person("Dia Young", "dia@x.edu", "30291111"),
    }
    texts = {
        "submission_1": odd.replace("while pairs:", "while pairs:  # with Ben, and cem@x.edu (30299999)"),
        "submission_2": odd.replace("while pairs:", "while pairs:  # Ben Okafor did this, thanks Ann"),
        "submission_3": odd.replace("seen", "sight")
        + "\nSECRET_PLAN = 'nothing that Cem shares with anybody at all'\n",
        "submission_4": "def mean(x):\n    return sum(x) / len(x)\n",
    }
    with Journal.open(out, course.rubric.name) as journal:
        for ident, person in people.items():
            result = blank(course.rubric).with_notes(Note("staff", "worth a look: scale.py line 4 calls eval"))
            journal.record(Graded(Entry(ident, (person,), Path(ident)), result, {"scale.py": texts[ident]}, "test"))
    return out


@pytest.fixture
def graded(tmp_path: Path) -> Path:
    return shared(tmp_path)


def test_marks_last_from_one_comparison_to_the_next(graded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["similar", graded, "--course", MINI]
    assert softmark(*words, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    first, second = (pair["pair"] for pair in told["pairs"][:2])
    assert told["pairs"][0]["seen"] == "" and told["groups"][0]["submissions"] == [f"submission_{n}" for n in (1, 2, 3)]
    assert softmark(*words, "--seen", first) == 0
    assert "2 of them not seen yet" in capsys.readouterr().out
    lines = (graded / "seen.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "pair,when,who,note" and lines[1].startswith(first) and len(lines) == 2
    (graded / "seen.csv").write_text(
        f'pair,when,who,note\n{first},2026-11-20,Sam,"spoke, all well"\n', encoding="utf-8"
    )
    assert softmark(*words, "--seen", second, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["pairs"][0]["seen"] == "2026-11-20, Sam, spoke, all well" and told["pairs"][1]["seen"]
    assert "seen: 2026-11-20, Sam, spoke, all well" in (graded / "similarity.html").read_text(encoding="utf-8")
    kept = json.loads((graded / "similarity.json").read_text(encoding="utf-8"))
    assert kept["pairs"][0]["seen"] == "2026-11-20, Sam, spoke, all well"
    assert "Ann" not in json.dumps(kept) and (graded / "similarity.json").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--seen", "0123456789"], "no pair is called 0123456789"),
        (["--for", "eve@x.edu"], "nobody here is “eve@x.edu”"),
        (["--for", "dia@x.edu"], "Dia Young is in none of the 3 listed pairs"),
    ],
)
def test_what_cannot_be_marked_or_put_together_is_told(
    graded: Path, options: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert softmark("similar", graded, "--course", MINI, *options) == 2
    complaint = capsys.readouterr().err
    assert said in complaint and complaint.count("\n") == 1 and not (graded / "evidence").exists()


# --- one student's folder ---------------------------------------------------------------------------------------


def test_an_evidence_folder_holds_one_student_and_nobody_else(graded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert softmark("similar", graded, "--course", MINI, "--for", "ann@x.edu") == 0
    assert "2 of 3 pairs" in capsys.readouterr().out and not (graded / "similarity.html").exists()
    (folder,) = (graded / "evidence").iterdir()
    assert {path.name for path in folder.rglob("*") if path.is_file()} == {"evidence.html", "about.md", "scale.py"}
    everything = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*") if path.is_file())
    for other in ("ben", "okafor", "cem", "30299999", "30293003", "x.edu", "submission_2", "submission_3", "dia@"):
        assert other not in everything.lower(), other
    assert "SECRET_PLAN" not in everything  # what is not shared is nobody's business
    assert "with ███, and █████████ (████████)" in (folder / "files" / "scale.py").read_text(encoding="utf-8")
    about = (folder / "about.md").read_text(encoding="utf-8")
    assert "Ann Marie Lee" in about and "| Student A |" in about and "| Student B |" in about
    assert "line 4 calls eval" in about.replace("\\", "")
    html = (folder / "evidence.html").read_text(encoding="utf-8")
    assert "Ann Marie Lee" in html and "not shared</div>" in html and "math.hypot" in html
    assert not [path for path in folder.rglob("*") if path.is_file() and path.stat().st_mode & 0o077]


def test_of_others_no_comment_is_shown_that_the_student_does_not_have() -> None:
    own = ODD.replace("    return math", "    # half of the pairs are counted twice\n    return math")
    theirs = own.replace("    return math", "    # my tutor at the evening school told me this\n    return math")
    theirs = theirs.replace("\n    # half", '\n    """Copied from the blackboard."""\n    # half')
    works = [
        ComparedWork(name, (Person(name, f"{name}@x.edu"),), {"spread.py": text})
        for name, text in (("ann", own), ("ben", theirs))
    ]
    comparison = pairs.compare(the_class(*works), BACKGROUND)
    found = evidence.case(comparison, page.shared_parts(comparison), BACKGROUND, "ann@x.edu")
    shown = page.to_html(found.comparison, found.shared, "Spread", own=found.own)
    other = next(work.files["spread.py"] for work in found.comparison.works if "Student A" in work.names)
    for text in (shown, other):
        assert "evening school" not in text and "blackboard" not in text
    assert "half of the pairs are counted twice" in other and "math.fsum" in other
    assert other.count("\n") == theirs.count("\n")


def test_a_name_that_is_a_word_of_the_assignment_is_blacked_out_as_a_whole_name_only() -> None:
    text = ODD.replace("return math", "# Sum Weights helped, says Zoë\n    return math")
    others = ComparedWork("w", (Person("Sum Weights", "sw@x.edu"),), {"spread.py": text})
    mine = ComparedWork("a", (Person("Ann Lee", "ann@x.edu"),), {"spread.py": text.replace("Zoë", "Li")})
    third = ComparedWork("z", (Person("Zoë Li", "zl@x.edu"),), {"spread.py": "x = 1\n"})
    comparison = pairs.compare(the_class(others, mine, third), BACKGROUND)
    found = evidence.case(comparison, page.shared_parts(comparison), BACKGROUND, "ann@x.edu")
    shown = page.to_html(found.comparison, found.shared, "Spread", own=found.own)
    assert "Sum Weights" not in shown and "Zoë" not in shown and "math.fsum(weights)" in shown
    with pytest.raises(TableError, match="nobody here is “Zoe”"):
        evidence.case(comparison, page.shared_parts(comparison), BACKGROUND, "Zoe")


def test_the_end_of_a_class_is_the_end_of_its_cases(graded: Path) -> None:
    from softmark.classes import retention

    assert softmark("similar", graded, "--course", MINI, "--for", "ann@x.edu") == 0
    assert softmark("similar", graded, "--course", MINI) == 0
    retention.forget(graded, "ben.okafor@x.edu")
    left = {path.name for path in graded.iterdir()}
    assert not left & {"evidence", "similarity.html", "similarity.json", "integrity.html"}
