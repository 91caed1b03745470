"""Autolab and PrairieLearn: what the build writes for them is started as they start it, and read back as they do."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.mini_course import COURSE, RIGHT, softmark
from tests.proc import A_HANG

BROKEN = "raise RuntimeError('the grader is broken')"
WRONG = RIGHT["stats.py"].replace("return", "return 1.0 +", 1)


@pytest.fixture(scope="module")
def dist(tmp_path_factory):
    """dist/ of a small course that lists both platforms."""
    folder = tmp_path_factory.mktemp("course") / "course"
    shutil.copytree(COURSE, folder)
    rubric = folder / "autograder" / "rubric.yaml"
    text = rubric.read_text(encoding="utf-8")
    rubric.write_text(
        text.replace("framework: numpy\n", "framework: numpy\nplatforms: [autolab, prairielearn]\n"), "utf-8"
    )
    done = softmark("build", "--no-proof", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "for Autolab; it holds the salt, and is for staff alone" in done.stdout
    return folder / "dist"


def environment(**more):
    """The platform's: no PYTHONPATH, nothing of ours but the interpreter."""
    return {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), "SOFTMARK_PYTHON": sys.executable, **more}


class TestAutolab:
    def grade(self, dist, place, files, damage=None):
        """An empty folder with the two autograding files and the handin, the Makefile renamed, and `make`."""
        place.mkdir()
        shutil.copy(dist / "autolab" / "autograde-Makefile", place / "Makefile")
        shutil.copy(dist / "autolab" / "autograde.tar", place / "autograde.tar")
        if files is not None:
            with zipfile.ZipFile(place / "submission.zip", "w") as handin:
                for name, text in files.items():
                    handin.writestr(name, text)
        if damage:
            damage(place)
        done = subprocess.run(["make"], cwd=place, env=environment(), capture_output=True, text=True, timeout=A_HANG)
        assert done.returncode == 0, done.stderr
        return done.stdout, json.loads(done.stdout.rstrip("\n").split("\n")[-1])

    def test_the_reference_has_full_marks(self, dist, tmp_path):
        told, last = self.grade(dist, tmp_path / "job", RIGHT)
        assert last == {"scores": {"1.1": 4, "1.2": 6}, "scoreboard": [10]}
        assert json.loads(told.rstrip("\n").split("\n")[-2])["_presentation"] == "semantic"

    @pytest.mark.slow
    def test_one_mistake_costs_once(self, dist, tmp_path):
        told, last = self.grade(dist, tmp_path / "job", {**RIGHT, "stats.py": WRONG})
        assert last["scores"]["1.1"] < 4 and last["scores"]["1.2"] == 6
        assert "graded on top of a correct `mean`" in told

    @pytest.mark.slow
    def test_printing_scores_does_not_make_them(self, dist, tmp_path):
        forged = (
            WRONG + '\nprint(\'{"scores": {"1.1": 100}}\')\nimport atexit\natexit.register(print, \'{"scores": {}}\')\n'
        )
        told, last = self.grade(dist, tmp_path / "job", {**RIGHT, "stats.py": forged})
        assert last["scores"]["1.1"] < 4
        assert sum(line.startswith('{"scores"') for line in told.splitlines()) == 1

    @pytest.mark.slow
    def test_no_hand_in_is_a_sentence_and_no_zero(self, dist, tmp_path):
        told, last = self.grade(dist, tmp_path / "job", None)
        assert last == {"scores": {}}
        assert "submission.zip" in told and "Traceback" not in told

    def test_a_broken_grader_says_so_and_scores_nobody(self, dist, tmp_path):
        def damage(place):
            shutil.unpack_archive(place / "autograde.tar", place / "x")
            (place / "x" / "softmark" / "__main__.py").write_text(BROKEN, encoding="utf-8")
            shutil.make_archive(str(place / "autograde"), "tar", place / "x")
            shutil.rmtree(place / "x")

        told, last = self.grade(dist, tmp_path / "job", RIGHT, damage)
        assert last == {"scores": {}}
        assert "This is not your mistake" in told and "Traceback" not in told


class TestPrairieLearn:
    def grade(self, dist, grade, files, damage=None):
        """/grade as the platform lays it out, and the entry point of info.json made executable and run."""
        source = grade / "serverFilesCourse" / "softmark"
        shutil.copytree(dist / "prairielearn" / "serverFilesCourse" / "softmark", source)
        (grade / "student").mkdir()
        (grade / "data").mkdir()
        (grade / "data" / "data.json").write_text("{}", encoding="utf-8")
        for name, text in files.items():
            (grade / "student" / name).write_text(text, encoding="utf-8")
        if damage:
            damage(source)
        entry = self.info(dist)["externalGradingOptions"]["entrypoint"].replace("/grade", str(grade), 1)
        Path(entry).chmod(0o755)
        done = subprocess.run(
            [entry],
            cwd=grade,
            env=environment(SOFTMARK_ROOT=str(grade)),
            capture_output=True,
            text=True,
            timeout=A_HANG,
        )
        assert done.returncode == 0, done.stderr
        assert sorted(path.name for path in (grade / "results").iterdir()) == ["results.json"]
        return json.loads((grade / "results" / "results.json").read_text(encoding="utf-8"))

    def info(self, dist):
        return json.loads((dist / "prairielearn/questions/mini-scaling/info.json").read_text(encoding="utf-8"))

    def test_the_reference_has_full_marks(self, dist, tmp_path):
        found = self.grade(dist, tmp_path, RIGHT)
        assert (found["gradable"], found["score"]) == (True, 1.0)
        assert [test["points"] for test in found["tests"]] == [4, 6]

    @pytest.mark.slow
    def test_a_mistake_costs_its_task(self, dist, tmp_path):
        found = self.grade(dist, tmp_path, {**RIGHT, "stats.py": WRONG})
        assert 0.6 <= found["score"] < 1.0

    def test_a_broken_grader_gives_the_attempt_back(self, dist, tmp_path):
        def damage(source):
            (source / "softmark" / "__main__.py").write_text(BROKEN, encoding="utf-8")

        found = self.grade(dist, tmp_path, RIGHT, damage)
        assert found["gradable"] is False and "This is not your mistake" in found["format_errors"][0]

    def test_the_question_names_the_files_and_where_results_show(self, dist):
        options = self.info(dist)["externalGradingOptions"]
        assert (options["timeout"], options["enableNetworking"]) == (600, False)
        page = (dist / "prairielearn/questions/mini-scaling/question.html").read_text(encoding="utf-8")
        assert 'file-names="stats.py, scale.py"' in page and "<pl-external-grader-results>" in page


def test_the_image_has_what_the_grader_needs_and_nothing_of_the_course(dist):
    for platform in ("autolab", "prairielearn"):
        held = {
            path.relative_to(dist / platform / "image").as_posix() for path in (dist / platform / "image").rglob("*")
        }
        assert held == {"Dockerfile", "setup.sh", "requirements", "requirements/engine.txt"}
