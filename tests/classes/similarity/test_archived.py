"""Last year's class is an archive: who has handed in somebody's work of that year once more?"""

import argparse
import json
from pathlib import Path

import pytest

from softmark.classes import retention
from softmark.classes.entries import Entry, Graded, Person
from softmark.classes.journal import Journal
from softmark.commands import similar
from softmark.content.course import Course
from softmark.grading.result import blank
from tests.mini_class import RIGHT
from tests.mini_course import COURSE

OWN_WAY = """
def mean(x):
    total, count = 0.0, 0
    columns = list(range(x.shape[1]))
    while columns:
        column = columns.pop()
        total = total + x[:, column] * 1.0
        count = count + 1
    if count == 0:
        raise ValueError("an empty row has no mean")
    averaged = total / float(count)
    for repeated in range(3):
        averaged = averaged + 0.0 * repeated
    return averaged.reshape(-1)
"""


def a_class(out: Path, **code: str) -> Path:
    course = Course.at(COURSE)
    with Journal.open(out, course.rubric.name) as journal:
        for name, text in code.items():
            entry = Entry(name, (Person(name.title()),), Path(name))
            files = {**RIGHT, "stats.py": text}
            journal.record(Graded(entry, blank(course.rubric), files, "v"))
    return out


def softmark(*words: object) -> int:
    reader = argparse.ArgumentParser()
    similar.add(reader.add_subparsers())
    asked = reader.parse_args([str(word) for word in words])
    return int(asked.run(asked))


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    last_year = a_class(tmp_path / "2025", zoe=OWN_WAY, max=RIGHT["stats.py"])
    retention.archive(last_year, Course.at(COURSE), tmp_path / "2025.json")
    return tmp_path / "2025.json"


def test_work_of_last_year_is_found_by_its_fingerprints_alone(archive, tmp_path, capsys):
    renamed = OWN_WAY.replace("total", "summed").replace("column", "place").replace("averaged", "result")
    out = a_class(tmp_path / "2026", ada=renamed, alan=RIGHT["stats.py"])
    assert softmark("similar", out, "--against", archive, "--course", COURSE) == 0
    said = capsys.readouterr().out
    assert "Ada: " in said and "unusual fingerprints are also in" in said and "2025.json" in said
    assert "an archive holds no code: ask whoever kept the work of that year" in said
    assert "Alan: " not in said, "what the reference does as well is nobody's"


def test_as_json_with_the_name_that_the_archive_gave(archive, tmp_path, capsys):
    out = a_class(tmp_path / "2026", ada=OWN_WAY)
    assert softmark("similar", out, "--against", archive, "--course", COURSE, "--json") == 0
    (pair,) = json.loads(capsys.readouterr().out)["archives"]
    assert pair["place"] == "ada" and pair["common"] == pair["of"] >= 8
    assert pair["submission"] in {row["name"] for row in json.loads(archive.read_text())["submissions"]}


def test_a_file_that_is_no_archive_is_told_in_a_sentence(tmp_path, capsys):
    out = a_class(tmp_path / "2026", ada=OWN_WAY)
    (tmp_path / "x.json").write_text("[]", encoding="utf-8")
    assert softmark("similar", out, "--against", tmp_path / "x.json", "--course", COURSE) == 2
    assert "x.json: is not an archive" in capsys.readouterr().err
