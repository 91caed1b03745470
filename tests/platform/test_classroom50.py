"""Classroom 50: the bundle is started as their runner does it, and what comes back keeps their contract."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from softmark.build import platforms
from softmark.checks.errors import GraderFault
from softmark.content.course import Course
from softmark.render.platforms import classroom50
from tests.mini_course import COURSE, REFERENCE, RIGHT, softmark
from tests.platform.test_other_platforms import EVERY, FULL, SOME, graded

SAID = {
    "CLASSROOM": "scaling",
    "ASSIGNMENT": "hw-1",
    "SUBMISSION_TAG": "submit/2026-11-15",
    "USERNAME": "ada",
    "OWNER": "ada",
    "ASSIGNMENT_TYPE": "individual",
    "COMMIT_URL": "https://example.org/c",
    "RELEASE_URL": "https://example.org/r",
    "REVIEW_URL": "https://example.org/v",
    "PAGES_BASE_URL": "https://example.org",
    "GITHUB_TOKEN": "a-token-that-nobody-may-see",
}


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fifty") / "course"
    shutil.copytree(COURSE, folder)
    rubric = folder / "autograder" / "rubric.yaml"
    text = rubric.read_text(encoding="utf-8")
    rubric.write_text(text.replace("framework: numpy\n", "framework: numpy\nplatforms: [classroom50]\n"), "utf-8")
    done = softmark("build", "--no-proof", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "dist/classroom50: for Classroom 50; students can read what is in it" in done.stdout
    return folder


@pytest.fixture(scope="module")
def fetched(course: Path) -> Path:
    return course / "dist" / "classroom50"


def submit(place: Path, fetched: Path, **files: str) -> tuple[subprocess.CompletedProcess[str], dict[str, Any]]:
    """A job: a checkout, the runner's variables, the script started in the checkout; what it left there."""
    checkout = place / "checkout"
    checkout.mkdir(parents=True)
    for name, text in files.items():
        (checkout / f"{name}.py").write_text(text, encoding="utf-8")
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "work", "--allow-empty"]):
        who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
        when = {**os.environ, "GIT_COMMITTER_DATE": "2025-11-15T12:00:00+01:00"}
        subprocess.run(["git", *who, *words], cwd=checkout, check=True, env=when)
    event = place / "event.json"
    event.write_text(json.dumps({"repository": {"pushed_at": 1794740400}}), encoding="utf-8")
    env = {"PATH": os.environ["PATH"], **SAID, "GITHUB_OUTPUT": str(place / "output"), "GITHUB_EVENT_PATH": str(event)}
    done = subprocess.run(
        [sys.executable, fetched / "autograder.py"], cwd=checkout, env=env, capture_output=True, text=True
    )
    left = checkout / "result.json"
    return done, json.loads(left.read_text(encoding="utf-8")) if left.exists() else {}


def keeps_the_contract(result: dict[str, Any]) -> bool:
    """What Classroom 50 asks of a result."""
    assert result["schema"] == "classroom50/result/v1"
    for field in ("classroom", "assignment", "submission", "commit", "release", "review"):
        assert isinstance(result[field], str) and result[field]
    for field in ("datetime", "graded_at"):
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", result[field])
    for test in result["tests"]:
        assert {"test-name", "passed", "score", "max-score"} <= set(test) and type(test["passed"]) is bool
    for field in ("score", "max-score"):
        assert type(result[field]) is int and result[field] == sum(test[field] for test in result["tests"])
    return True


def stems(**files: str) -> dict[str, str]:
    return {**{Path(name).stem: text for name, text in RIGHT.items()}, **files}


# --- as their runner does it ------------------------------------------------------------------------------------------


def test_a_right_answer_gets_everything_and_the_runner_all_it_asks_for(fetched: Path, tmp_path: Path) -> None:
    done, result = submit(tmp_path, fetched, **stems())
    assert done.returncode == 0, done.stderr
    assert keeps_the_contract(result) and (result["score"], result["max-score"]) == (10, 10)
    assert (result["classroom"], result["assignment"]) == ("scaling", "hw-1")
    assert result["datetime"] == "2026-11-15T11:00:00Z", "when GitHub took it; the commit says that it was a year ago"
    assert (tmp_path / "output").read_text(encoding="utf-8") == "status=graded\nsummary=10 of 10 points\n"
    assert "10 of 10 points" in (tmp_path / "checkout" / "release-body.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_known_mistake_is_named_without_the_reference(fetched: Path, tmp_path: Path) -> None:
    wrong = RIGHT["stats.py"].replace("x.sum(axis=-1) / x.shape[-1]", "x.sum(axis=0) / x.shape[0]")
    done, result = submit(tmp_path, fetched, **stems(stats=wrong))
    assert done.returncode == 0, done.stderr
    assert keeps_the_contract(result) and result["tests"][0]["score"] == 0
    body = (tmp_path / "checkout" / "release-body.md").read_text(encoding="utf-8")
    assert "Hint: Write the shapes of the input and of the answer beside each other" in body
    assert "The sum runs over the rows" not in body, "it tells nothing of attempts and dates: the name comes at home"
    assert all(line.startswith("    ") or not line.strip() for line in body.splitlines())


@pytest.mark.slow
def test_nothing_handed_in_is_a_zero_and_no_fault(fetched: Path, tmp_path: Path) -> None:
    done, result = submit(tmp_path, fetched)
    assert done.returncode == 0, done.stderr
    assert keeps_the_contract(result) and result["score"] == 0 and result["max-score"] == 10


def test_student_code_finds_no_token_and_cannot_grade_itself(fetched: Path, tmp_path: Path) -> None:
    """It looks for the job's variables, and lies beside modules with the grader's own names."""
    spy = 'import os\nfound = [text for text in os.environ.values() if "token" in text]\nassert not found, found\n'
    forged = "raise SystemExit('imported from the checkout')\n"
    done, result = submit(tmp_path, fetched, **stems(stats=spy + RIGHT["stats.py"], softmark=forged, numpy=forged))
    assert done.returncode == 0, done.stderr
    assert keeps_the_contract(result) and result["score"] == 10


def test_a_fault_of_ours_is_no_zero(fetched: Path, tmp_path: Path) -> None:
    broken = shutil.copytree(fetched, tmp_path / "broken")
    (broken / "recorded.safetensors").write_bytes(b"nothing")
    done, result = submit(tmp_path, broken, **stems())
    assert done.returncode == 1 and result == {}
    assert "not the student's mistake" in done.stderr


# --- nothing secret ---------------------------------------------------------------------------------------------------


def test_the_bundle_has_no_reference_no_mistakes_and_no_salt(course: Path, fetched: Path) -> None:
    files = {path.relative_to(fetched).as_posix(): path.read_bytes() for path in fetched.rglob("*") if path.is_file()}
    assert not [name for name in files if name.startswith(("reference", "wrong")) or ".salt" in name]
    everything = b"".join(files.values())
    assert Course.at(course).salt.encode() not in everything
    assert Course.at(course).hidden_key().encode() not in everything
    assert b"centred = x - mean(x)[:, None]" not in everything
    assert Course.at(fetched).hidden_key() == Course.at(fetched).rubric.public_key()


@pytest.mark.parametrize(
    ("place", "secret", "told"),
    [
        ("autograder/graders/notes.py", "SALT", "graders/notes.py holds the salt"),
        ("autograder/graders/notes.py", "KEY", "graders/notes.py holds the key of the hidden numbers"),
        ("autograder/graders/notes.py", "SOLUTION", "graders/notes.py holds the body of the reference's standardise"),
    ],
)
def test_a_secret_stops_the_build(course: Path, tmp_path: Path, place: str, secret: str, told: str) -> None:
    mine = shutil.copytree(course, tmp_path / "course")
    here = Course.at(mine)
    solution = (REFERENCE / "scale.py").read_text(encoding="utf-8").split("lines)\n")[1]
    text = {"SALT": f"# {here.salt}\n", "KEY": f"# {here.hidden_key()}\n", "SOLUTION": f"def f(x):\n{solution}"}[secret]
    (mine / place).write_text(text, encoding="utf-8")
    with pytest.raises(GraderFault, match=told):
        platforms.write_one(Course.at(mine), "classroom50", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_what_is_to_stay_hidden_does_not_go_there(course: Path, tmp_path: Path) -> None:
    mine = Course.at(course)
    mine.__dict__["rubric"] = replace(mine.rubric, visibility="after-deadline")
    with pytest.raises(GraderFault, match="visibility is after-deadline: set it to open"):
        platforms.write_one(mine, "classroom50", tmp_path / "out")


def test_the_old_name_says_what_became_of_it(tmp_path: Path) -> None:
    mine = shutil.copytree(COURSE, tmp_path / "course")
    rubric = mine / "autograder" / "rubric.yaml"
    rubric.write_text(rubric.read_text("utf-8") + "platforms: [github-classroom]\n", encoding="utf-8")
    done = softmark("build", "--assignment-only", cwd=mine)
    assert done.returncode == 2 and "GitHub Classroom ended in August 2026: write classroom50" in done.stderr


# --- whole points -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", list(EVERY))
def test_points_are_whole_and_add_up(case: str) -> None:
    found = classroom50.render(EVERY[case])
    for field in ("score", "max-score"):
        assert type(found[field]) is int and found[field] == sum(test[field] for test in found["tests"])


def test_the_fraction_goes_and_no_task_is_rounded_up_to_full() -> None:
    assert classroom50.render(SOME)["score"] == 72, "72.5 without its half"
    nearly = graded(59.99, 39.99, 0)
    found = classroom50.render(nearly)
    assert found["score"] == 98 and [test["score"] for test in found["tests"][:2]] == [59, 39]
    assert not any(test["passed"] for test in found["tests"])


def test_the_largest_remainders_get_what_is_left() -> None:
    thirds = [Fraction(10, 3), Fraction(10, 3), Fraction(10, 3)]
    assert classroom50.shared(thirds, 10) == [4, 3, 3]
    assert classroom50.shared([Fraction("1.9"), Fraction("2.6"), Fraction("0.5")], 5) == [2, 3, 0]
    assert classroom50.shared([Fraction("1.9"), Fraction("2.1")], 4, caps=[1, 2]) == [1, 2]


def test_the_bonus_stands_beside_the_score() -> None:
    found = classroom50.render(FULL)
    assert (found["score"], found["max-score"]) == (100, 100)
    [bonus] = [test for test in found["tests"] if "bonus" in test]
    assert (bonus["score"], bonus["max-score"], bonus["bonus"]) == (0, 0, 10)


def test_what_is_veiled_is_not_told() -> None:
    found = classroom50.render(replace(SOME, visibility="hidden"))
    assert found["tests"] == [] and "72" not in found["release-body"] and "arrived" in found["release-body"]
