"""A wrong task whose program, changed in one place, passes: in the sandbox, with the miniature assignment."""

from functools import cache

import pytest

from softmark.classes.pool import grade_all
from softmark.grading.result import Result
from softmark.grading.server import GradingJob
from tests.mini_course import RIGHT, graded_in_the_pool
from tests.policy.platform import course_with

HEAD = "import numpy as np\n\n\n"
OFF_BY_ONE = HEAD + "def mean(x):\n    total = x.sum(axis=-1)\n    return total / (x.shape[-1] - 1)\n"
WRONG_TWICE = HEAD + "def mean(x):\n    total = x.sum(axis=0)\n    return total / (x.shape[-1] + 3)\n"
EITHER_LINE = (
    HEAD + "def mean(x):\n    total = x.sum(axis=-1) + 1\n    total = total + 1\n    return (total - 1) / x.shape[-1]\n"
)
WRITES = (
    "import numpy as np\nfrom stats import mean\n\n\ndef standardise(x):\n    x -= mean(x)[:, None]\n"
    "    spread = np.sqrt(mean(x**2))\n    return x / spread[:, None] * 2\n"
)
HANGS = (
    HEAD + "def mean(x):\n    rounds = 3\n    while rounds > 0:\n        rounds -= 1\n"
    "    return x.sum(axis=-1) / (x.shape[-1] - 1)\n"
)
CARRIED = (
    "import numpy as np\nfrom stats import mean\n\n\ndef standardise(x):\n    centred = x - mean(x)[:, None]\n"
    "    spread = np.sqrt(mean(centred**2))\n    return centred * spread[:, None]\n"
)


@cache
def rows(**texts):
    """The tasks of a submission that was graded as in a class, by their ids."""
    files = {**RIGHT, **{f"{name}.py": text for name, text in texts.items()}}
    (result,) = graded_in_the_pool(GradingJob("one", files, repairs=True)).values()
    return {row.id: row for row in result.items}


def test_the_place_is_found_and_the_change_kept_for_staff():
    search = rows(stats=OFF_BY_ONE)["1.1"].repair
    repair = search.claimed(hidden=True)
    assert (repair.file, repair.line, repair.kind) == ("stats.py", 6, "number")
    assert repair.before == "return total / (x.shape[-1] - 1)"
    assert repair.after == "return total / (x.shape[-1] - 0)"
    assert repair.hidden is True
    assert search.tried == search.edits > len(search.found)


def test_points_and_verdicts_stay_as_they_are():
    files = {**RIGHT, "stats.py": OFF_BY_ONE}
    told = graded_in_the_pool(GradingJob("with", files, repairs=True), GradingJob("without", files))
    assert told["without"].item("1.1").repair is None
    assert told["with"].item("1.1").score == told["without"].item("1.1").score
    assert told["with"].item("1.1").checks == told["without"].item("1.1").checks


def test_what_is_right_is_not_looked_at():
    assert rows(stats=OFF_BY_ONE)["1.2"].repair is None


def test_two_mistakes_have_no_repair():
    search = rows(stats=WRONG_TWICE)["1.1"].repair
    assert search.found == ()
    assert search.tried == search.edits


def test_repairs_at_two_places_claim_no_line():
    search = rows(stats=EITHER_LINE)["1.1"].repair
    assert len(search.places(hidden=True)) > 1
    assert search.claimed(hidden=True) is None


def test_what_writes_into_its_input_is_no_repair():
    """Without `* 2` every value would be right, and the argument destroyed; no check of that task sees it."""
    assert rows(scale=WRITES)["1.2"].repair.found == ()
    clean = WRITES.replace("x -= mean(x)[:, None]", "x = x - mean(x)[:, None]")
    assert rows(scale=clean)["1.2"].repair.claimed(hidden=True).line == 8


def test_an_edit_that_never_ends_costs_its_time_and_nothing_else():
    assert rows(stats=HANGS)["1.1"].repair.claimed(hidden=True).line == 8


def test_code_that_sleeps_is_not_waited_for_again_and_again():
    sleeps = OFF_BY_ONE.replace("import numpy as np", "import time").replace(
        "    total", "    time.sleep(0.5)\n    total", 1
    )
    search = rows(stats=sleeps)["1.1"].repair
    assert search.tried < 12 < search.edits


def test_a_task_is_repaired_on_top_of_right_earlier_ones():
    both = rows(stats=OFF_BY_ONE, scale=CARRIED)
    repair = both["1.2"].repair.claimed(hidden=True)
    assert (repair.line, repair.kind) == (8, "operator")
    assert both["1.1"].repair.claimed(hidden=True).line == 6


def test_a_slow_task_is_looked_at_on_public_numbers_though_it_was_graded_on_hidden_ones(tmp_path):
    slow = course_with(tmp_path, "", ("names: [mean]", "names: [mean]\n    slow: true"))
    files = {**RIGHT, "stats.py": OFF_BY_ONE}
    (done,) = grade_all(slow, [GradingJob("one", files, repairs=True)], size=1)
    row = Result.from_line(done.text.encode()).item("1.1")
    assert {check.phase for check in row.checks} == {"hidden"}
    assert row.repair.claimed(hidden=False).line == 6


@pytest.mark.parametrize("text", [HEAD + "def mean(x):\n    return np.mean(x, axis=0)\n", "def mean(x:\n"])
def test_where_a_rule_is_broken_or_nothing_loads_nobody_looks(text):
    assert rows(stats=text)["1.1"].repair is None
