"""The mistakes are whole, and each has been judged; what is told about them is for a person to read."""

import ast

import pytest
import yaml

from tests.walked.__main__ import HERE, counted, walked

KINDS = ("helpful", "neutral", "false")
JUDGED = yaml.safe_load((HERE / "judged.yaml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def mistakes():
    return {each.name: each for each in walked([])}


def test_there_are_eighty_and_more_in_every_task(mistakes):
    assert len(mistakes) >= 80
    tasks = {each.task for each in mistakes.values()}
    assert tasks >= {f"{part}.{task}" for part, last in ((1, 7), (2, 3), (3, 3), (4, 6)) for task in range(1, last + 1)}


def test_each_is_whole_files_that_python_reads_and_says_what_is_wrong(mistakes):
    for each in mistakes.values():
        assert each.wrong.endswith("."), each.name
        for text in each.files.values():
            ast.parse(text)


def test_all_are_judged_and_nothing_false_is_said_now(mistakes):
    assert list(JUDGED) == list(mistakes)
    assert {kind for pair in JUDGED.values() for kind in pair} <= set(KINDS)
    assert [name for name, (_, now) in JUDGED.items() if now == "false"] == []
    assert "false 0" in list(counted())[1]
