"""From findings to states, points and panels, without running anything: every case in a few milliseconds."""

import io
import sys
from dataclasses import replace

import pytest

from softmark.home import screen, verdict
from softmark.home.choose_screen import choose
from softmark.home.runner import CheckOutcome, Facts, FileTrouble, PlannedCheck, Runner
from softmark.home.tasks import Assignment, Task
from softmark.home.words import said


def task(ident, uses=(), file="attention.py", points=4.0, bonus=False):
    return Task(ident, f"Task {ident}", points, bonus, file, (f"f{ident[-1]}",), tuple(uses), (), False)


TASKS = (
    task("1.1"),
    task("1.2", ["1.1"]),
    task("1.3", ["1.2"]),
    task("2.1", ["1.3"], "multihead.py"),
    task("2.2", (), "multihead.py", 5.0, True),
)
FILES = ("attention.py", "multihead.py")
ASSIGNMENT = Assignment("mini", "Mini", "torch", FILES, (), ("torch",), "name", TASKS, {})
WRONG = {"passed": False, "category": "values", "says": "the result is 1, where 2 is expected"}


def judged(outcomes, assignment=ASSIGNMENT, rules=None, **facts):
    """`outcomes`: task → list of True (passed), None (the check failed) or the fields of a failure."""
    plan, found = [], {}
    for ident, results in outcomes.items():
        for i, result in enumerate(results):
            name = f"{ident}.{i}"
            plan.append(PlannedCheck(name, ident, f"Check {i}.", 1.0))
            fields = result if isinstance(result, dict) else {"passed": result}
            found[name] = CheckOutcome(name, **fields)
    made = Facts(plan, found=found, finished=set(outcomes), **facts)
    shown = [t for t in assignment.tasks if t.id in outcomes]
    return verdict.Verdict(assignment, made, rules or {}, shown)


def test_tasks_of_one_file_stand_together():
    """Otherwise the table would name a file twice."""
    tasks = (*TASKS[:3], task("2.1", (), "multihead.py"), task("2.2"))
    course = replace(ASSIGNMENT, tasks=tasks)
    assert [each.id for each in course.select([])] == ["1.1", "1.2", "1.3", "2.2", "2.1"]
    assert [each.id for each in course.select(["2"])] == ["2.2", "2.1"]


def words(made):
    return {row.task.id: row.words for row in made.rows()}


def unwritten(ident):
    return {
        "passed": False,
        "category": "not written",
        "says": f"task {ident} is not written yet (attention.py line 3)",
    }


def test_what_fails_on_top_of_a_failure_waits_for_its_root():
    made = judged({"1.1": [WRONG], "1.2": [WRONG], "1.3": [WRONG], "2.1": [WRONG], "2.2": [True]})
    assert words(made) == {
        "1.1": "wrong",
        "1.2": "waiting for 1.1",
        "1.3": "waiting for 1.1",
        "2.1": "waiting for 1.1",
        "2.2": "passed",
    }
    assert [cause.task for cause in made.causes()] == ["1.1"]


def test_what_passes_on_top_of_a_failure_has_passed():
    assert words(judged({"1.1": [WRONG], "1.2": [True]})) == {"1.1": "wrong", "1.2": "passed"}


def test_an_empty_stub_is_not_written_even_when_others_wait():
    made = judged({"1.1": [unwritten("1.1")], "1.2": [unwritten("1.2")], "1.3": [unwritten("1.2")]})
    assert words(made) == {"1.1": "not written yet", "1.2": "not written yet", "1.3": "waiting for 1.1, 1.2"}
    assert made.causes() == []


def test_a_stub_says_nothing_about_a_right_function_in_the_place_of_its_own():
    """With two functions to write, the second was tried with a right first one; nobody needs to know while both are
    empty."""
    empty = judged({"1.1": [unwritten("1.1"), unwritten("1.1")]}, inside={"1.1": ("f1",)})
    half = judged({"1.1": [unwritten("1.1"), True]}, inside={"1.1": ("f1",)})
    assert words(empty) == {"1.1": "not written yet"}
    assert words(half) == {"1.1": "not written yet: the rest with a right f1"}


def test_what_was_tried_before_an_earlier_task_was_replaced_is_forgotten(monkeypatch):
    """The first run has the student's wrong 1.1 below it: what else it needed then says nothing about the second."""
    monkeypatch.setattr(Runner, "_job", lambda self, idents: self.facts.finished.update(idents))
    runner = Runner(ASSIGNMENT, None)
    runner.facts.inside["1.2"] = ("f2",)
    runner.run_on_top(TASKS[1], [TASKS[0]])
    assert (runner.facts.on_top_of, runner.facts.inside) == ({"1.2": ("1.1",)}, {})


def test_a_stub_met_on_the_way_is_waited_for_even_if_the_list_does_not_say_so():
    made = judged({"1.1": [unwritten("1.1")], "2.2": [unwritten("1.1")]})
    assert words(made)["2.2"] == "waiting for 1.1"


def test_a_task_does_not_wait_for_one_that_contains_its_idea():
    tasks = tuple(replace(each, contains=("2.2",)) if each.id == "1.1" else each for each in TASKS)
    made = judged({"1.1": [unwritten("1.1")], "2.2": [unwritten("1.1")]}, replace(ASSIGNMENT, tasks=tasks))
    assert words(made)["2.2"] == "wrong"


def test_half_written_is_wrong_when_the_other_half_is():
    assert words(judged({"1.1": [unwritten("1.1"), WRONG]})) == {"1.1": "wrong"}


def test_a_broken_rule_costs_the_task_whatever_its_checks_say():
    (row,) = judged({"1.1": [True, True]}, rules={"1.1": ["attention.py line 3 calls torch.softmax"]}).rows()
    assert (row.state, row.earned) == ("rule broken", 0.0)


def test_a_fault_of_the_checks_is_nobodys_mistake():
    made = judged({"1.1": [True, None]})
    assert words(made) == {"1.1": "not checked"}


def test_tasks_after_one_that_hung_wait_without_being_tried():
    made = judged({"1.1": [{"passed": False, "category": "too slow", "says": "…"}], "1.2": []}, stopped={"1.1"})
    assert words(made) == {"1.1": "wrong", "1.2": "waiting for 1.1"}


def test_a_file_that_does_not_load_is_one_cause_and_others_wait_for_it():
    files = {
        "attention.py": FileTrouble("attention.py", "attention.py line 3: SyntaxError"),
        "multihead.py": FileTrouble("multihead.py", "…", waits_for="attention.py"),
    }
    made = judged({ident: [WRONG] for ident in ("1.1", "1.2", "2.1", "2.2")}, files=files)
    assert words(made) == {
        "1.1": "wrong: does not load",
        "1.2": "wrong: does not load",
        "2.1": "waiting for attention.py",
        "2.2": "waiting for attention.py",
    }
    assert [cause.heading for cause in made.causes()] == ["attention.py does not load"]
    assert made.next_step() == "Next: attention.py, which does not load."


@pytest.mark.parametrize(
    ("results", "points"),
    [
        ([True, True, True], 4.0),
        ([True, True, WRONG], 2.67),
        ([True, WRONG, WRONG], 1.33),
        ([WRONG, True, True], 0.0),  # the first check is the foundation
        ([], 0.0),
    ],
)
def test_points_are_counted_as_the_grader_counts(results, points):
    assert judged({"1.1": results}).rows()[0].earned == points


def habitual(*tasks, points=4.0):
    """Tasks whose second sentence is about leading dimensions, and fails."""
    said = "Any leading dimensions."
    plan, found = [], {}
    for ident in tasks:
        plan += [PlannedCheck(f"T{ident[-1]}.a", ident, "Values.", 1.0, "The values of the equation.")]
        plan += [PlannedCheck(f"T{ident[-1]}.b", ident, "A batch.", 1.0, said, "leading dimensions")]
        plan += [PlannedCheck(f"T{ident[-1]}.c", ident, "Two batches.", 1.0, said, "leading dimensions")]
        found |= {f"T{ident[-1]}.a": CheckOutcome("a", True), f"T{ident[-1]}.b": CheckOutcome("b", **WRONG)}
        found |= {f"T{ident[-1]}.c": CheckOutcome("c", **WRONG)}
    facts = Facts(plan, found=found, finished=set(tasks))
    return verdict.Verdict(ASSIGNMENT, facts, {}, [t for t in TASKS if t.id in tasks])


def test_two_checks_of_one_sentence_cost_it_once_and_the_panel_quotes_it():
    made = habitual("1.1")
    assert made.rows()[0].earned == 2.0
    (cause,) = made.causes()
    assert ("costs", "2 points: “Any leading dimensions.”") in cause.lines


def test_a_habit_is_charged_once_at_home_too():
    made = habitual("1.1", "2.2")
    assert [row.earned for row in made.rows()] == [2.0, 5.0]
    later = made.causes()[1]
    assert ("costs", "“Any leading dimensions.” is the same habit, not charged again") in later.lines


def test_the_bonus_is_counted_apart():
    made = judged({"1.1": [True], "2.2": [True]})
    assert made.total(bonus=False) == (4.0, 4.0)
    assert made.total(bonus=True) == (5.0, 5.0)
    assert screen.total_line(made) == "4 / 4 points, bonus 5 / 5"


def test_earlier_tasks_are_looked_at_when_a_chosen_one_fails():
    assert [t.id for t in judged({"1.3": [WRONG]}).needs_to_know()] == ["1.1", "1.2"]
    assert judged({"1.3": [True]}).needs_to_know() == []


# The panel ------------------------------------------------------------------------------------------------------------

MISTAKE = {"name": "scale.missing", "says": "Not divided by √d.", "hint": "Look at large d.", "section": "1.2"}


@pytest.mark.parametrize(
    ("hints", "mistake", "lines"),
    [
        ("name", MISTAKE, {"mistake": "Not divided by √d. (scale.missing)", "hint": "Look at large d."}),
        ("category", {**MISTAKE, "name": "scale", "says": "About: scale.", "hint": ""}, {"mistake": "About: scale."}),
        ("off", MISTAKE, {}),
    ],
)
def test_the_instructor_decides_how_much_a_hint_says(hints, mistake, lines):
    course = Assignment("m", "M", "torch", ("attention.py",), (), (), hints, TASKS, {})
    (cause,) = judged({"1.1": [WRONG]}, course, mistakes={"1.1": mistake}).causes()
    told = dict(cause.lines)
    assert {label: told[label] for label in ("mistake", "hint") if label in told} == lines
    assert told["read"] == "handout, section 1.2"


def test_the_students_own_line_is_quoted():
    failure = {"passed": False, "category": "raised", "says": "your code raised KeyError (attention.py line 2)"}
    made = judged({"1.1": [failure]})
    made.texts = {"attention": "def f1(x):\n    return x['a']\n"}
    (cause,) = made.causes()
    assert ("", "2 |     return x['a']") in cause.lines


# Screens --------------------------------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self):
        return True


@pytest.fixture
def terminal(monkeypatch):
    for name in ("NO_COLOR", "JPY_PARENT_PID", "COLAB_RELEASE_TAG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "80")
    return Terminal()


def draw(out, made, plain=False):
    shown = choose(plain, out)
    shown.begin("Mini", made.shown)
    shown.progress("1.1  Check 0.")
    for row in made.rows():
        shown.row(row)
    shown.finish(made, ["A note."])
    shown.close()
    return out.getvalue()


MIXED = {"1.1": [WRONG], "1.2": [WRONG], "2.2": [True]}


def test_a_terminal_gets_colour_and_boxes_and_the_words_all_the_same(terminal):
    text = draw(terminal, judged(MIXED))
    assert isinstance(choose(False, terminal), screen.RichScreen)
    assert "\x1b[" in text
    assert "╭─" in text
    for words in ("wrong", "waiting for 1.1", "passed", "A note.", "Next: task 1.1"):
        assert words in text


@pytest.mark.parametrize("why", ["NO_COLOR", "notebook", "no rich"])
def test_when_text_is_plain(terminal, monkeypatch, why):
    if why == "NO_COLOR":
        monkeypatch.setenv("NO_COLOR", "1")
    elif why == "notebook":
        monkeypatch.setenv("JPY_PARENT_PID", "1")
    elif why == "no rich":
        monkeypatch.setitem(sys.modules, "rich.console", None)
    text = draw(terminal, judged(MIXED))
    assert "\x1b" not in text
    assert "✗ 1.1  Task 1.1  wrong" in text
    assert max(map(len, text.splitlines())) <= 80


def test_plain_has_words_in_the_place_of_symbols_colour_and_lines(terminal):
    text = draw(terminal, judged(MIXED), plain=True)
    assert not set(text) & set("\x1b✓✗◔⊘…╭│√·−×")
    assert "--" not in text
    rows = ("  1.1 Task 1.1: wrong. 0 of ", ": waiting for 1.1. 0 of ", ": passed. ")
    for line in (*rows, "1.1 Task 1.1: wrong\n", "   check: "):
        assert line in text, text
    assert " of " in next(line for line in text.splitlines() if "points" in line and "estimate" in line)


@pytest.mark.parametrize(
    ("symbols", "spoken"),
    [
        ("Scores are q · k / √d_k.", "Scores are q times k divided by the square root of d_k."),
        ("√(2 d) and √2", "the square root of 2 d and the square root of 2"),
        ("the result is −3.5, where −∞ is expected", "the result is minus 3.5, where minus infinity is expected"),
        ("3 / 4 points, bonus 0 / 5 now; 1.6 counts", "3 of 4 points, bonus 0 of 5 now; 1.6 counts"),
        ("j ≤ i, “as it is”", 'j at most i, "as it is"'),
        ("multi-head, file-2.py", "multi-head, file-2.py"),
        ("`x[::-1] / 2` · `-k` ≤ −1", "`x[::-1] / 2` times `-k` at most minus 1"),
    ],
)
def test_a_sentence_is_read_out(symbols, spoken):
    assert said(symbols) == spoken


def test_the_students_own_code_is_read_as_it_is_written(terminal):
    shown = choose(True, terminal)
    shown.say("   12 | y = x / -1  # √\n     printed: -1 / 2")
    assert terminal.getvalue().endswith("   12 | y = x / -1  # √\n     printed: -1 / 2\n")
    shown.say("Take `x[::-1] *\nk[::-1]` out of −1.")
    assert terminal.getvalue().endswith("Take `x[::-1] *\nk[::-1]` out of minus 1.\n")


def test_messages_of_student_code_move_no_cursor(terminal):
    evil = {"passed": False, "category": "raised", "says": "your code raised E: \x1b[2Jgone [bold]x[/bold]\r"}
    text = draw(terminal, judged({"1.1": [evil]}))
    assert "\x1b[2J" not in text
    assert "[bold]x[/bold]" in text


# The headline ---------------------------------------------------------------------------------------------------------


def test_the_headline_says_what_is_not_counted_yet():
    made = judged({"1.1": [WRONG], "1.2": [WRONG], "1.3": [WRONG], "2.2": [True]})
    assert screen.total_line(made) == ("0 / 12 points, bonus 5 / 5 now; 1.2 and 1.3 count as soon as 1.1 is right")


def test_a_headline_without_waiting_tasks_is_a_total():
    assert screen.total_line(judged({"1.1": [True], "1.2": [WRONG]})) == "4 / 8 points"


@pytest.mark.parametrize(
    ("roots", "words"),
    [(("1.2",), "1.2 is right"), (("1.2", "1.4"), "1.2 and 1.4 are right"), (("attention.py",), "attention.py loads"),
     (("attention.py", "1.4"), "1.4 is right and attention.py loads")],
)  # fmt: skip
def test_what_is_waited_for_in_words(roots, words):
    assert verdict._right(roots) == words


# Small screens --------------------------------------------------------------------------------------------------------

WORDY = "Multi-head attention, as one module"
LONG = tuple(
    Task(f"{part}.{number}", WORDY, 10.0, number == 3, "attention.py", ("f",), (), (), False)
    for part in (1, 2)
    for number in (1, 2, 3)
)


@pytest.mark.parametrize("width", [60, 80, 100])
@pytest.mark.parametrize("plain", [True, False])
def test_points_stay_on_the_line_of_their_task(terminal, monkeypatch, width, plain):
    monkeypatch.setenv("COLUMNS", str(width))
    course = Assignment("mini", "Mini", "torch", FILES, (), ("torch",), "name", LONG, {})
    if plain:
        monkeypatch.setenv("NO_COLOR", "1")
    text = draw(terminal, judged({task.id: [True, WRONG] for task in LONG}, course))
    rows = [line for line in text.splitlines() if " / 10" in line and "points" not in line]
    assert len(rows) == len(LONG), "a row that wraps has its points on the next line"
    if plain:
        assert max(map(len, text.splitlines())) <= width


class OldConsole(Terminal):
    encoding = "ascii"


@pytest.mark.parametrize(
    ("text", "ascii"),
    [("q · k / √d_k", "q * k / sqrt(d_k)"), ("√(d_k + 1)", "sqrt(d_k + 1)"), ("−∞ ≤ α", "-inf <= alpha"),
     ("√2, not √d.", "sqrt(2), not sqrt(d).")],
)  # fmt: skip
def test_a_console_without_roots_reads_sqrt(text, ascii):
    assert screen.sayable(text, OldConsole()) == ascii
