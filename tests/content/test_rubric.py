"""The rubric: what an instructor may write, and the sentence for everything else."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from softmark.content.rubric import Rubric
from softmark.content.rubric_reader import load_rubric, parse_rubric
from softmark.content.yaml_places import RubricError

REAL = Path(__file__).resolve().parents[2] / "autograder" / "rubric.yaml"

MINI = """\
name: mini
title: Two small functions
term: spring
framework: numpy
total: 10
files: [first.py, second.py]
packages: [numpy, math]
items:
  - {id: "1.1", title: Double, points: 4, file: first.py, names: [double], not_allowed: [shortcuts]}
  - {id: "1.2", title: Halve, points: 3, file: first.py, names: [halve]}
  - {id: "2.1", title: Both, points: 3, file: second.py, names: [Both.forward], uses: ["1.1", "1.2"]}
  - {id: "2.2", title: More, points: 2, bonus: true, file: second.py, names: [Both.more], uses: ["2.1"]}
rules:
  shortcuts: {says: ready-made doubling, calls: [numpy.add, Tensor.double]}
"""


def complaints(text: str) -> list[str]:
    """The lines an instructor sees for a rubric that is wrong."""
    with pytest.raises(RubricError) as caught:
        parse_rubric(text, "rubric.yaml")
    return str(caught.value).splitlines()


def complaint(text: str) -> str:
    lines = complaints(text)
    assert len(lines) == 1, lines
    return lines[0]


def mini(old: str = "", new: str = "") -> str:
    """The small rubric with one thing changed."""
    assert old in MINI
    return MINI.replace(old, new, 1)


class TestAGoodRubric:
    def test_items_files_and_names_are_found(self) -> None:
        rubric = parse_rubric(MINI)
        assert [item.id for item in rubric.items] == ["1.1", "1.2", "2.1", "2.2"]
        assert [item.id for item in rubric.items_of("second.py")] == ["2.1", "2.2"]
        assert rubric.item("1.2").title == "Halve"
        assert [rule.says for rule in rubric.rules_of("1.1")] == ["ready-made doubling"]
        with pytest.raises(KeyError):
            rubric.item("9.9")

    def test_prerequisites_reach_through_and_keep_the_order(self) -> None:
        rubric = parse_rubric(MINI)
        assert rubric.prerequisites("2.2") == ("1.1", "1.2", "2.1")
        assert rubric.prerequisites("1.1") == ()

    def test_bonus_is_not_part_of_the_total(self) -> None:
        rubric = parse_rubric(MINI)
        assert (rubric.total, rubric.bonus) == (10, 2)

    def test_what_is_left_out_has_sensible_defaults(self) -> None:
        rubric = parse_rubric(MINI)
        assert (rubric.limits.call_seconds, rubric.limits.grade_seconds) == (5, 60)
        assert rubric.visibility == "visible"
        assert rubric.isolation.required == "same-user"
        assert rubric.feedback.hints == "name"
        assert rubric.part("first.py") == "first.py"

    def test_it_cannot_be_changed_afterwards(self) -> None:
        rubric = parse_rubric(MINI)
        with pytest.raises(FrozenInstanceError):
            rubric.term = "other"  # type: ignore[misc]

    def test_a_new_term_changes_the_public_numbers(self) -> None:
        spring, autumn = parse_rubric(MINI), parse_rubric(mini("spring", "autumn"))
        assert spring.public_key() != autumn.public_key()
        assert len(spring.public_key()) == 64 and spring.public_key() == parse_rubric(MINI).public_key()

    def test_a_rubric_from_before_there_were_two_seeds_is_told_what_to_do(self) -> None:
        with pytest.raises(RubricError) as told:
            parse_rubric(mini("term: spring", "salt: spring"))
        missing, line = str(told.value).splitlines()
        assert missing == "rubric.yaml:1:1: term: is missing"
        assert "salt: is called term now, and decides the public numbers only: rename it, and run `make`" in line

    @pytest.mark.parametrize(("ident", "title"), [("1.2", "2026"), ("1.10", "yes")])
    def test_what_is_not_quoted_is_what_stands_there(self, ident: str, title: str) -> None:
        text = mini('- {id: "1.2", title: Halve', f"- {{id: {ident}, title: {title}, bonus: no")
        item = parse_rubric(text.replace('uses: ["1.1", "1.2"]', f"uses: [1.1, {ident}]")).all_items[1]
        assert (item.id, item.title, item.bonus) == (ident, title, False)

    def test_off_is_a_word_here_though_yaml_would_read_false(self) -> None:
        rubric = parse_rubric(mini("points: 2, bonus: true", "points: 2, bonus: true, mode: off"))
        assert rubric.modes["2.2"] == "off"
        assert [item.id for item in rubric.items] == ["1.1", "1.2", "2.1"]
        assert rubric.item("2.2").mode == "off"
        assert rubric.bonus == 0

    def test_a_file_that_only_holds_tasks_that_are_off_need_not_be_listed(self) -> None:
        text = MINI.replace("points: 3, file: second.py", "points: 3, mode: off, file: second.py")
        text = (
            text.replace("bonus: true", "bonus: true, mode: off")
            .replace(", second.py]", "]")
            .replace("total: 10", "total: 7")
        )
        assert parse_rubric(text).files == ("first.py",)


class TestTotals:
    def test_points_that_do_not_add_up_name_both_numbers_and_both_remedies(self) -> None:
        line = complaint(mini("points: 4", "points: 5"))
        assert line == (
            "rubric.yaml:5:8: total: the points of the tasks add up to 11, but total says 10: "
            "confirm with total: 11, or take total out, so that the sum counts"
        )

    def test_turning_a_task_off_must_be_confirmed(self) -> None:
        off = mini("points: 3, file: second.py", "points: 3, mode: off, file: second.py").replace(
            "bonus: true", "bonus: true, mode: off"
        )
        assert "add up to 7, but total says 10" in complaint(off)
        assert parse_rubric(off.replace("total: 10", "total: 7")).total == 7

    def test_without_a_total_the_sum_is_the_total(self) -> None:
        assert parse_rubric(mini("total: 10\n", "")).total == 10


class TestMistakesGetOneLineEach:
    def test_first_all_that_cannot_be_read_in_the_order_of_the_file(self) -> None:
        text = MINI.replace("framework: numpy", "framwork: numpy").replace("points: 4", "points: -4")
        assert complaints(text.replace("names: [halve]", "names: [double]")) == [
            "rubric.yaml:1:1: framework: is missing",
            "rubric.yaml:4:1: framwork: is not a key of the rubric: did you mean framework?",
            "rubric.yaml:9:40: items[1.1].points: must be at least 0, not -4",
        ]

    def test_then_all_that_contradicts_itself(self) -> None:
        text = MINI.replace("names: [halve]", "names: [double]").replace('uses: ["2.1"]', 'uses: ["2.7"]')
        assert complaints(text) == [
            "rubric.yaml:10:66: items[1.2].names[#1]: double already belongs to task 1.1",
            "rubric.yaml:12:98: items[2.2].uses[#1]: there is no task 2.7: did you mean 2.2?",
        ]

    def test_lines_below_an_empty_value(self) -> None:
        text = MINI + "dates: {}\n# when it is due\n  due: 2026-11-14 23:59 -08:00\n"
        assert complaint(text) == (
            "rubric.yaml:17:3: is not YAML: expected <block end>, but found '<block mapping start>' "
            "while parsing a block mapping that begins on line 1"
        )

    def test_a_quote_that_is_not_closed_is_told_with_the_line_on_which_it_stands(self) -> None:
        text = MINI.replace("title: Double,", 'title: "Double,', 1)
        assert complaint(text) == (
            "rubric.yaml:10:11: is not YAML: expected ',' or '}', but got '<scalar>' "
            "while parsing a flow mapping that begins on line 9"
        )

    def test_duplicate_keys(self) -> None:
        line = complaint(mini("title: Double,", "title: Double, title: Twice,"))
        assert line == "rubric.yaml:9:32: title is given twice: the first one is on line 9"

    def test_unknown_keys_deep_inside(self) -> None:
        assert complaint(MINI + "limits: {cal_seconds: 3}\n") == (
            "rubric.yaml:15:10: limits.cal_seconds: is not a key of the rubric: did you mean call_seconds?"
        )

    @pytest.mark.parametrize(
        ("points", "says"),
        [
            (".nan", "must be a number, not .nan"),
            ("nan", "must be at most 100000, not nan"),
            ("1e999", "must be at most 100000, not 1e999"),
            ("-1", "must be at least 0, not -1"),
            ("many", "must be a number, not many"),
            ("true", "must be a number, not true"),
            ("4.125", "4.125 has more than two decimals"),
            ("", "has no value"),
            ("[4]", "must be a number, not a list"),
            ("9" * 50, f"must be at most 100000, not {'9' * 50}"),
        ],
    )
    def test_points(self, points: str, says: str) -> None:
        lines = complaints(mini("points: 4", f"points: {points}").replace("total: 10\n", ""))
        column = 40 if points else 39
        assert lines == [f"rubric.yaml:8:{column}: items[1.1].points: {says}"]

    @pytest.mark.parametrize(
        ("old", "new", "says"),
        [
            ("mode: task", "mode: gven", "must be task, given or off, not gven: did you mean given?"),
            ("mode: task", "slow: often", "must be true or false, not often"),
            ("mode: task", "not_allowed: [shortcut]", "there is no rule shortcut: did you mean shortcuts?"),
            ("mode: task", "not_allowed: shortcuts", "must be a list, not shortcuts"),
            ("mode: task", 'uses: ["1.2"]', "1.2 does not come before 1.2: uses may only look back"),
            ("mode: task", 'uses: ["2.1"]', "2.1 does not come before 1.2: uses may only look back"),
            ("mode: task", 'contains: ["seven"]', "there is no task seven"),
            ("mode: task", "bonus: ~", "has no value"),
            ("names: [halve]", "names: []", "must list at least one"),
            ("names: [halve]", "names: [a.b.c]", "must be a function, or a method as Class.method, not a.b.c"),
            ("title: Halve", 'title: ""', "has no value"),
            ('id: "1.2"', 'id: "1.1"', "1.1 is already the id of an earlier task"),
            ('id: "1.2"', 'id: "1 2"', 'must be letters and digits with dots between, like "1.2", not 1 2'),
        ],
    )
    def test_items(self, old: str, new: str, says: str) -> None:
        text = MINI.replace("points: 3, file: first.py", "points: 3, mode: task, file: first.py").replace(
            'uses: ["1.1", "1.2"]', "uses: []"
        )
        assert old in text
        line = complaint(text.replace(old, new, 1))
        assert line.startswith("rubric.yaml:10:")
        assert line.endswith(f": {says}")

    @pytest.mark.parametrize(
        ("old", "new", "says"),
        [
            ("name: mini", "name: Mini Course", "must be a name for files, of a-z, 0-9, - and _, not Mini Course"),
            ("framework: numpy", "framework: jax", "must be torch, numpy or python, not jax"),
            ("total: 10", "total: ten", "must be a number, not ten"),
            (
                "files: [first.py, second.py]",
                "files: [first.py, second.py, numpy.py]",
                "numpy.py hides the package of the same name",
            ),
            (
                "files: [first.py, second.py]",
                "files: [first.py, second.py, ../x.py]",
                "must be a Python file that can be imported, like part1.py or parts/stack.py, not ../x.py",
            ),
            (
                "files: [first.py, second.py]",
                "files: [first.py, second.py]\nparts: {frist.py: One}",
                "did you mean first.py?",
            ),
            ("files: [first.py, second.py]", "files: [first.py, second.py]\ngiven: [first.py]", "is also in given"),
            ("packages: [numpy, math]", "packages: [numpy.linalg]", "must be a package's own name"),
            ("calls: [numpy.add, Tensor.double]", "calls: [add]", "must be a full dotted name"),
            ("says: ready-made doubling, ", "", "rules.shortcuts.says: is missing"),
            (
                "total: 10",
                "total: 10\nvisibility: closed",
                "must be visible, hidden, after_due_date or after_published, not closed",
            ),
            ("total: 10", "total: 10\nlimits: {call_seconds: 0}", "must be more than 0, not 0"),
            ("total: 10", "total: 10\nlimits: {memory_mb: 1.5}", "must be a whole number"),
            ("total: 10", "total: 10\nlimits: 3", "must be a set of keys and values, not 3"),
            (
                "total: 10",
                "total: 10\nisolation: {required: maximal}",
                "must be full or same-user, not maximal",
            ),
            ("total: 10", "total: 10\nfeedback: {hints: true}", "must be name, category or off, not true"),
            ("title: Both, points: 3, file: second.py", "title: Both, points: 3, file: first.py", ""),
        ],
    )
    def test_everything_around_the_items(self, old: str, new: str, says: str) -> None:
        if says:
            assert says in complaint(mini(old, new))
        else:
            assert parse_rubric(mini(old, new)).items_of("first.py")[-1].id == "2.1"

    def test_using_a_task_that_is_off_says_what_to_do(self) -> None:
        text = mini("points: 3, file: first.py", "points: 3, mode: off, file: first.py").replace(
            "total: 10", "total: 7"
        )
        assert complaint(text).endswith("items[2.1].uses[#2]: 1.2 is off: make it given, or turn 2.1 off as well")

    def test_a_task_cannot_use_one_from_a_file_that_is_loaded_later(self) -> None:
        assert "1.1 is in first.py, which is loaded after second.py" in "\n".join(
            complaints(mini("[first.py, second.py]", "[second.py, first.py]"))
        )


class TestFilesThatAreNoRubric:
    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("", "rubric.yaml:1:1: is empty"),
            ("# nothing here\n", "rubric.yaml:1:1: is empty"),
            ("just words\n", "rubric.yaml:1:1: must be a set of keys and values, starting with name:"),
            ("- a\n- b\n", "rubric.yaml:1:1: must be a set of keys and values, starting with name:"),
            ("name: x\n\ttitle: y\n", "rubric.yaml:2:1: a tab: YAML is indented with spaces only"),
            (
                "name: [x\n",
                "rubric.yaml:2:1: is not YAML: expected ',' or ']', but got '<stream end>' "
                "while parsing a flow sequence that begins on line 1",
            ),
            (
                "name: x\x07\n",
                "rubric.yaml:1:1: is not YAML: unacceptable character #x0007: special characters are not allowed\\n"
                '  in "<unicode string>", position 7',
            ),
            (
                "a: b\n---\nc: d\n",
                "rubric.yaml:2:1: is not YAML: but found another document expected a single document in the stream "
                "that begins on line 1",
            ),
        ],
    )
    def test_one_clear_line(self, text: str, says: str) -> None:
        assert complaint(text) == says

    def test_a_bomb_of_aliases_is_told_before_it_grows(self) -> None:
        rows = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
        rows += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 12)]
        assert all(len(line) < 200 for line in complaints("\n".join(rows)))

    def test_a_tower_of_brackets(self) -> None:
        assert "is not YAML: maximum recursion depth exceeded" in complaint("a: " + "[" * 5000)

    def test_no_tag_makes_an_object(self) -> None:
        assert "rubric.yaml:1:7: term: must be text, not a list" in complaints(
            "term: !!python/object/apply:os.system [id]"
        )

    def test_a_missing_file(self, tmp_path: Path) -> None:
        with pytest.raises(RubricError) as caught:
            load_rubric(tmp_path / "rubric.yaml")
        assert str(caught.value) == f"{tmp_path / 'rubric.yaml'}:1:1: cannot be read: no such file or directory"

    def test_a_file_in_another_encoding_names_the_line(self, tmp_path: Path) -> None:
        path = tmp_path / "rubric.yaml"
        path.write_bytes(b"name: mini\ntitle: caf\xe9\n")
        with pytest.raises(RubricError, match=r"rubric\.yaml:2:1: is not UTF-8 text: save it as UTF-8"):
            load_rubric(path)

    def test_windows_files_are_fine(self, tmp_path: Path) -> None:
        path = tmp_path / "rubric.yaml"
        path.write_bytes(b"\xef\xbb\xbf" + MINI.replace("\n", "\r\n").encode())
        assert load_rubric(path).total == 10

    @given(st.text(max_size=200))
    def test_any_text_is_a_rubric_or_a_rubric_error(self, text: str) -> None:
        _rubric_or_lines(text)

    @settings(max_examples=60)
    @given(st.integers(0, len(MINI)), st.integers(0, 30), st.text("[]{}:,-&*!|>'\"%@`#? \n\t\\xud8019.~", max_size=12))
    def test_a_damaged_rubric_is_a_rubric_or_a_rubric_error(self, start: int, length: int, patch: str) -> None:
        _rubric_or_lines(MINI[:start] + patch + MINI[start + length :])


def _rubric_or_lines(text: str) -> None:
    try:
        assert isinstance(parse_rubric(text, "rubric.yaml"), Rubric)
    except RubricError as error:
        lines = str(error).split("\n")
        assert len(lines) == len(error.problems)
        assert all(line.startswith("rubric.yaml:") for line in lines)
        str(error).encode("utf-8")


class TestTheRealRubric:
    def test_a_hundred_points_and_a_bonus_of_eight(self) -> None:
        rubric = load_rubric(REAL)
        assert (rubric.total, rubric.bonus, len(rubric.items)) == (100, 8, 19)

    def test_library_softmax_is_allowed_in_the_first_task_and_not_in_its_own(self) -> None:
        rubric = load_rubric(REAL)
        banned = {ident: {c for rule in rubric.rules_of(ident) for c in rule.calls} for ident in rubric.modes}
        assert "torch.softmax" not in banned["1.1"]
        assert {"torch.softmax", "torch.log_softmax", "torch.logsumexp"} <= banned["1.4"]
        assert "torch.nn.functional.cross_entropy" not in banned["4.3"]
        assert {"torch.nn.LayerNorm", "torch.nn.RMSNorm"} <= banned["3.1"]
        assert "torch.nn.TransformerEncoderLayer" in banned["3.3"] & banned["4.2"]
        for ident in rubric.modes:
            assert ("torch.nn.MultiheadAttention" in banned[ident]) == ident.startswith(("1.", "2."))

    def test_training_stands_on_everything_the_model_is_made_of(self) -> None:
        needed = load_rubric(REAL).prerequisites("4.5")
        assert needed == ("1.2", "1.3", "1.4", "1.5", "1.6", "2.1", "2.2", "3.1", "3.2", "3.3", "4.1", "4.2", "4.3")

    @pytest.mark.parametrize("ident", ["2.3", "1.1", "1.7", "4.5", "4.6"])
    def test_a_task_nothing_stands_on_can_be_turned_off(self, ident: str) -> None:
        text = REAL.read_text(encoding="utf-8").replace("total: 100\n", "")
        text = text.replace(f'- {{id: "{ident}"', f'- {{id: "{ident}", mode: off')
        rubric = parse_rubric(text)
        assert rubric.total < 100 or ident in ("2.3", "4.6")
        assert ident not in [item.id for item in rubric.items]
