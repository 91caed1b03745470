"""The strangers' answers are whole, and what was decided about them holds together. (Grading them takes minutes:
`make audit`.)"""

import ast
from textwrap import dedent

import pytest

from softmark import bank
from softmark.bank import BadAnswer
from softmark.content.course import Course
from tests.answers import HERE, ROOT, everyone, files, reader, reference
from tests.answers.__main__ import Went, figures, findings, kind, lines_told, sample, strangers, write
from tests.answers.reader import Stranger

WRONG = "wrong-01/014_unscaled"


def went(name=WRONG, task=("1.2",), lost=None, named=(), loses=None):
    stranger = Stranger(name, {}, task, named=("scale.missing",), loses=task if loses is None else loses)
    return Went(stranger, {"1.2": 2.0} if lost is None else lost, frozenset(named))


# what stands in the files


def test_every_name_that_was_found_true_is_one_of_a_known_answer():
    known = {answer.name for answer in Course.at(ROOT).known_mistakes}
    assert set().union(*(each.named for each in everyone().values())) <= known


def test_every_answer_replaces_something_and_is_whole_files_that_python_reads_without_arrows():
    handed_in = {f"{module}.py": text for module, text in reference().items()}
    for each in everyone().values():
        changed = {file: text for file, text in files(each).items() if text != handed_in[file]}
        assert changed, each.name
        for file, text in changed.items():
            ast.parse(text, f"{each.name}/{file}")
            assert not bank.marked(text)


def test_every_wrong_answer_marks_a_line_in_the_file_of_its_task_and_a_right_one_none():
    modules = {task: module for (module, _), task in Course.at(ROOT).owners.items()}
    for each in everyone().values():
        if kind(each.name) != "walked":
            marked = {module for module, code in each.code.items() if bank.marked(code)}
            assert marked == {modules[task] for task in each.task}, each.name


def test_mistakes_of_a_first_term_are_in_every_task_and_nothing_false_is_said_of_them_now():
    walked = [each for each in everyone().values() if each.told]
    tasks = {item.id for item in Course.at(ROOT).rubric.items if item.file != "bugs.py"}
    assert {task for each in walked for task in each.task} == tasks
    assert {now for each in walked for now in each.told[1:]} <= {"helpful", "neutral"}


# how they are read


def read(tmp_path, text):
    (tmp_path / "wrong.yaml").write_text(dedent(text), encoding="utf-8")
    return reader.strangers(tmp_path, {("scale", "halved"): "1.1", ("scale", "Scale.twice"): "1.2"})


UNHALVED = """\
unhalved:
  task: '1.1'
  wrong: Not halved.
  named: [half.missing, half.twice]
  code: |
    def halved(x):
        return x  # ←
"""


def test_an_answer_is_code_laid_over_the_reference_with_an_arrow_at_its_wrong_line(tmp_path):
    (one,) = read(tmp_path, UNHALVED)
    assert (one.name, one.task, one.loses) == ("wrong/unhalved", ("1.1",), ("1.1",))
    assert (one.wrong, one.named) == ("Not halved.", ("half.missing", "half.twice"))
    before = {"scale": "HALF = 0.5\n\n\ndef halved(x):\n    return x * HALF\n"}
    assert one.files(before) == {"scale.py": "HALF = 0.5\n\n\ndef halved(x):\n    return x\n"}
    assert one.lines(before) == {"scale.py": [5]}


OTHERWISE = """\
otherwise:
  says: By division and by a number of the class.
  code:
    scale: |
      halved = lambda x: x / 2

      class Scale:
          many = 2

          def twice(self, x):
              return x * self.many
"""


def test_a_method_a_value_of_a_class_and_a_function_that_is_assigned_take_their_places(tmp_path):
    (one,) = read(tmp_path, OTHERWISE)
    before = "def halved(x):\n    return x\n\n\nclass Scale(list):\n    def twice(self, x):\n        return x\n"
    assert one.files({"scale": before})["scale.py"].splitlines() == [
        "halved = lambda x: x / 2",
        *("", "", "class Scale(list):"),
        *("    def twice(self, x):", "        return x * self.many"),
        *("", "    many = 2"),
    ]


@pytest.mark.parametrize(
    ("line", "instead", "said"),
    [
        ("  task: '1.1'\n", "  task: '9.9'\n", "2: no task is called '9.9'"),
        ("  task: '1.1'\n", "", "4: code: a right answer says for which module it is"),
        ("  wrong: Not", "  worng: Not", "3: an answer has no 'worng': it may have code, task, wrong,"),
        ("  wrong: Not halved.", "  wrong: [Not, halved]", "3: wrong: is a text"),
        ("  wrong: Not halved.", "  wrong: Not: halved.", "3: is not YAML: mapping values are not allowed"),
        ("  wrong: Not halved.\n", "  task: '1.2'\n", "3: 'task' stands here twice"),
        ("        return x", "        return (x", "7: '(' was never closed"),
        (UNHALVED[UNHALVED.index("  code") :], "", "1: an answer has code"),
        (UNHALVED, "- unhalved\n", "1: here stand names, a colon after each"),
        (UNHALVED, "", " here stand names, a colon after each"),
    ],
)
def test_a_mistake_in_a_file_is_one_sentence_with_its_line(tmp_path, line, instead, said):
    with pytest.raises(BadAnswer) as refused:
        read(tmp_path, UNHALVED.replace(line, instead))
    assert str(refused.value).startswith(f"{tmp_path / 'wrong.yaml'}:{said}")


# which are graded


def test_the_sample_is_the_same_every_time_and_holds_right_and_wrong_ones_in_proportion():
    chosen = sample(40)
    assert chosen == sample(40)
    assert [each.name for each in strangers(chosen)] == chosen
    assert {len(chosen), sum(name.startswith("right-1/") for name in chosen)} == {40, 12}


def test_mistakes_of_a_first_term_are_graded_where_they_are_asked_for():
    assert {kind(each.name) for each in strangers()} == {path.stem for path in HERE.glob("*.yaml")} - {"walked"}
    assert {kind(each.name) for each in strangers(["walked", "right-4"])} == {"walked", "right-4"}


def test_whole_files_can_be_written_out(tmp_path):
    write(["wrong-01/014"], tmp_path)
    text = (tmp_path / "wrong-01/014_unscaled/attention.py").read_text(encoding="utf-8")
    assert "    return torch.matmul(q, k.transpose(-2, -1))\n" in text


# what is said about them


def test_a_wrong_answer_that_loses_its_task_and_is_called_what_was_read_beside_it_is_no_finding():
    assert list(findings([went(named=["scale.missing"])])) == []


@pytest.mark.parametrize(
    ("one", "said"),
    [
        (went(lost={}), "loses nothing; expected: 1.2"),
        (went(lost={"1.2": 2.0, "1.6": 0.5}), "loses 2 in 1.2, 0.5 in 1.6; expected: 1.2"),
        (went(named=["scale.by_d_k"]), "called scale.by_d_k, which nobody has found true of it"),
        (went("right-1/003_d2l", (), {"4.5": 0.54}), "loses 0.54 in 4.5; expected: nothing"),
    ],
)
def test_whatever_a_stranger_would_be_angry_about_is_a_finding(one, said):
    assert [line.partition(": ")[2] for line in findings([one])] == [said]


def test_an_answer_written_for_an_earlier_stub_loses_what_that_explains_and_is_counted_by_itself():
    old = went("right-1/001_nanogpt", (), {"1.7": 1.0}, loses=("1.7",))
    assert list(findings([old])) == []
    told = "\n".join(figures([old]))
    assert "right answers that keep all points:  0 of 0" in told
    assert "written for an earlier stub:       1, losing what that explains: 1" in told


def test_first_sight_and_in_the_end_are_told_side_by_side():
    told = "\n".join(figures([went(named=["scale.missing"]), went("wrong-01/010_divide_by_inverse_root")]))
    assert "named at first sight:              128 of 172 (74.4%)" in told
    assert "named in the end:                  1 of 2 (50.0%)" in told


def told(line=0, *, task="1.2", followed=True, silent="", raised=""):
    """A wrong answer whose author names line 12 of attention.py."""
    place = {"file": "attention.py", "line": line} if line else None
    return Went(
        Stranger(WRONG, {}, (task,)),
        {task: 2.0},
        frozenset(),
        place,
        {"attention.py": [12]},
        followed=followed,
        silent=silent,
        raised=raised,
    )


def test_a_line_counts_as_told_where_it_is_shown_or_stands_in_an_errors_chain():
    assert [told(13).located, told(14).located, told().located] == ["right", "elsewhere", "silent"]
    in_chain = "your code raised TypeError: … (attention.py line 12 calls softmax; attention.py line 40)"
    assert told(raised=in_chain).located == "raised"
    assert told(raised="your code raised TypeError: … (attention.py line 40; block.py line 12)").located == "silent"


def test_what_can_be_followed_is_decided_by_the_kind_of_the_check_and_the_task_and_silence_has_its_reasons():
    went = [
        *(told(12), told(20), told(silent="several lines")),
        told(12, followed=False),  # a gradient, told all the same: it is in no share
        *(told(followed=False, silent="it raises"), told(task="4.4", silent="several lines")),
    ]
    assert list(lines_told(went)) == [
        "lines: right 2, elsewhere 1, told by an error's own lines 0, silent where values can be followed 1, "
        "silent where they cannot 2",
        "  where values can be followed:      right 1 of 3 (33.3%), elsewhere 1 of 3 (33.3%)",
        "  silent, followed:                    1  several lines",
        "  silent, not followed:                1  it raises",
        "  silent, not followed:                1  task 4.4",
    ]
