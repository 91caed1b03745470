"""gradescope-utils' decorators on a check: what instructors know from elsewhere means the same here, or what we say."""

import pytest

from softmark.checks.errors import GraderFault
from softmark.grading.check_result import CheckResult
from softmark.grading.result import Result, blank
from softmark.render import terminal
from softmark.render.platforms import gradescope
from softmark.render.staff_lines import staff_lines
from tests.render.test_renderers import RUBRIC
from tests.rows import row_with
from tests.running.test_collect import run as run  # the fixture

CHECKS = '''
from gradescope_utils.autograder_utils.decorators import number, visibility, weight

@number("1.1")
class TestMean:
    @number("1.2")
    def test_numbered(self, student):
        """numbers: the mean is one."""

    @visibility("hidden")
    @weight(2)
    def test_secret(self, student):
        """SECRET TITLE"""

    @visibility("after_due_date")
    def test_later(self, student):
        pass
'''


def test_number_weight_and_visibility_are_read(run):
    found = {name: check for name, (check, _) in run(CHECKS).items()}
    assert [check.item for check in found.values()] == ["1.2", "1.1", "1.1"], "that of a check before that of its class"
    assert [check.weight for check in found.values()] == [1, 2, 1]
    assert [check.visibility for check in found.values()] == ["visible", "hidden", "after_due_date"]


def test_a_docstring_begins_with_the_label(run):
    found = {name: check for name, (check, _) in run(CHECKS).items()}
    assert (found["test_numbered"].label, found["test_numbered"].title) == ("numbers", "numbers: the mean is one.")
    assert found["test_secret"].label == found["test_secret"].title == "SECRET TITLE", "without a colon all of it"
    assert found["test_later"].title == "TestMean.test_later", "without a docstring its name"


def test_a_visibility_that_does_not_exist_is_our_fault(run):
    with pytest.raises(
        GraderFault, match=r"test_later has @visibility\('afterwards'\): it must be one of visible, hidden"
    ):
        run(CHECKS.replace("after_due_date", "afterwards"))


def result_with(*, secret_passes: bool, open_passes: bool = True, visibility: str = "hidden") -> Result:
    """One item with an open check and one for staff only, which knows a mistake by name."""
    known = {"diagnosis": "secret.mistake", "says": "SECRET SENTENCE", "hint": "SECRET HINT", "section": "1.1"}
    words = {"message": "SECRET MESSAGE", "safe_message": "SECRET MESSAGE", "staff": "for staff", "category": "values"}
    checks = [
        CheckResult("T.test_open", "Open title", passed=open_passes, message="in the open"),
        CheckResult(
            "T.test_secret",
            "SECRET TITLE",
            passed=secret_passes,
            visibility=visibility,
            **({} if secret_passes else {**words, **known}),
        ),
    ]
    planned = blank(RUBRIC)
    return planned.with_item(row_with(planned.items[0], checks))


@pytest.mark.parametrize("visibility", ["hidden", "after_due_date", "after_published"])
@pytest.mark.parametrize("secret_passes", [True, False])
def test_students_read_that_there_is_such_a_check_and_nothing_else(visibility, secret_passes):
    result = result_with(secret_passes=secret_passes, visibility=visibility)
    row = gradescope.render(result)["tests"][0]
    assert "1 more check is for staff only." in row["output"]
    for shown in (row["output"], terminal.to_text(result)):
        assert "SECRET" not in shown


def test_its_share_counts_and_hides_no_row():
    right, wrong = result_with(secret_passes=True), result_with(secret_passes=False)
    points = right.items[0].points
    assert right.items[0].score == points
    assert wrong.items[0].score == points / 2
    assert gradescope.render(wrong)["tests"][0]["visibility"] == "visible", "a hidden row would hide the total"


def test_an_open_check_beside_it_is_explained_as_ever():
    row = gradescope.render(result_with(secret_passes=False, open_passes=False))["tests"][0]
    assert "Check: Open title" in row["output"] and "in the open" in row["output"]
    assert "SECRET" not in row["output"]


def test_staff_read_everything_and_that_students_do_not():
    result = result_with(secret_passes=False)
    lines = staff_lines(result)
    assert "  public T.test_secret: values (for staff only) [secret.mistake]" in lines
    assert "    for staff" in lines
    assert "SECRET TITLE" in result.to_json()


def test_it_survives_the_file():
    result = result_with(secret_passes=False)
    assert Result.from_json(result.to_json()) == result
