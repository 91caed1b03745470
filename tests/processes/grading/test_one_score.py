"""One score: the same files get the same points, names and sentences alone, in a class, and on the platform before the
deadline and after it. Hidden numbers decide it."""

import pytest

from softmark.checks.draw import Draw
from softmark.content.course import Course
from softmark.grading.result import Result
from softmark.grading.server import GradingJob
from softmark.render import sentences
from tests.mini_course import COURSE, RIGHT, built, graded_in_the_pool, submit
from tests.policy.platform import FUTURE, PAST, course_with, graded, submitted
from tests.policy.term import metadata

STUB = "def mean(x):\n    raise NotImplementedError('Task 1.1: mean is not written yet')\n"
LUCKY_ON_HIDDEN, LUCKY_ON_PUBLIC = "lucky on hidden numbers", "lucky on public numbers"


def wrong_on(key: str) -> dict[str, str]:
    """It knows the sizes of one set of numbers, and is off by one on them: by luck, a real mistake does the same."""
    sizes = tuple(Draw(key, "TestMean.test_values", "numpy").sizes(2))
    return {"stats.py": f"def mean(x):\n    return x.sum(axis=-1) / x.shape[-1] + (x.shape == {sizes})\n"}


CLASS = {
    "right": {},
    "nobody has begun": {"stats.py": STUB, "scale.py": STUB.replace("mean", "standardise")},
    "a known mistake": {"stats.py": "def mean(x):\n    return x.sum(axis=0) / x.shape[0]\n"},
    "a known mistake in the second task": {"scale.py": RIGHT["scale.py"].replace("** 0.5", "")},
    "one that nobody knows": {"stats.py": "def mean(x):\n    return x.sum(axis=-1) / x.shape[-1] + 1\n"},
    "no earlier task": {"stats.py": STUB},
    "changes its input": {"stats.py": "def mean(x):\n    x += 1\n    return x.sum(axis=-1) / x.shape[-1] - 1\n"},
    "raises": {"stats.py": "def mean(x):\n    return x.nothing\n"},
    "cannot be read": {"stats.py": "def mean(x:\n    return 1\n"},
    "breaks a rule": {"stats.py": "def mean(x):\n    return x.mean(axis=-1)\n"},
    "ends its process": {"scale.py": "import os\ndef standardise(x):\n    os._exit(0)\n"},
    LUCKY_ON_HIDDEN: wrong_on(Course.at(COURSE).rubric.public_key()),
    LUCKY_ON_PUBLIC: wrong_on(Course.at(COURSE).hidden_key()),
}


@pytest.fixture(scope="module")
def together() -> dict[str, Result]:
    jobs = [GradingJob(name, {**RIGHT, **files}) for name, files in CLASS.items()]
    return graded_in_the_pool(*jobs)


def said(result: Result) -> list[object]:
    """All that anybody reads of it, row by row."""
    return [
        (row.score, row.status, sentences.diagnoses(row), row.where, row.behaviour, row.carried, row.losses)
        for row in result.items
    ] + [[line.text for line in sentences.report(row, result)] for row in result.items]


@pytest.mark.parametrize("name", CLASS)
def test_alone_and_in_a_class(together, tmp_path, name):
    files = {path.removesuffix(".py"): text for path, text in CLASS[name].items()}
    graded(tmp_path / "out", built(), submit(tmp_path / "submission", **files))
    alone = Result.from_json((tmp_path / "out" / "result.json").read_text(encoding="utf-8"))
    assert said(alone) == said(together[name])


@pytest.mark.parametrize("name", ["right", "a known mistake", LUCKY_ON_HIDDEN, LUCKY_ON_PUBLIC])
def test_on_the_platform_before_the_deadline_and_after_it(together, tmp_path, name):
    course = course_with(tmp_path, "feedback:\n  hidden: category\n")
    files = {path.removesuffix(".py"): text for path, text in CLASS[name].items()}
    for due in (FUTURE, PAST):
        about = metadata()
        about["assignment"]["due_date"] = due
        document = submitted(tmp_path, course, about, **files)
        assert [row["score"] for row in document["tests"]] == [row.score for row in together[name].items]


def test_hidden_numbers_decide(together):
    lucky, unlucky = (together[name].item("1.1") for name in (LUCKY_ON_HIDDEN, LUCKY_ON_PUBLIC))
    assert lucky.score == lucky.points
    assert unlucky.score < unlucky.points
    assert {check.phase for check in unlucky.checks if check.passed is False} == {"hidden"}


def test_what_fails_on_public_numbers_too_is_explained_on_these(together):
    row = together["a known mistake"].item("1.1")
    assert {check.phase for check in row.checks if check.passed is False} == {"public"}


OFF_BY_ONE = "def mean(x):\n    return x.sum(axis=-1) / max(x.shape[-1] - 1, 1)\n"


def test_a_name_is_one_that_hidden_numbers_bear_out():
    """The second one divides by one less, too; of a single column it also gets the hidden number wrong."""
    hidden = Draw(Course.at(COURSE).hidden_key(), "TestMean.test_one_column", "numpy")(3, 1)
    also = f"{OFF_BY_ONE.rstrip()} + (x[0, 0] == {float(hidden[0, 0])!r})\n"
    jobs = [GradingJob(name, {**RIGHT, "stats.py": text}) for name, text in (("one", OFF_BY_ONE), ("two", also))]
    rows = {name: result.item("1.1") for name, result in graded_in_the_pool(*jobs).items()}
    assert sentences.diagnoses(rows["one"]) == ["mean.off_by_one"]
    assert sentences.diagnoses(rows["two"]) == []
