"""The engine guide's own example: its files are taken out of the page, put into a folder, and run as it says."""

import re
import shutil

import pytest

from tests.engine.mini import ROOT, softmark

GUIDE = (ROOT / "handouts" / "guides" / "engine.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^```\{\.\w+ file=(\S+)\}\n(.*?)^```$", GUIDE, re.M | re.S))
COMMANDS = re.search(r"^```\{\.console run=engine\}\n(.*?)^```$", GUIDE, re.M | re.S)[1].splitlines()


@pytest.fixture(scope="module")
def followed(tmp_path_factory):
    """A folder in which somebody did what the guide says: command → what it printed."""
    folder = tmp_path_factory.mktemp("own")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    printed = {}
    for line in COMMANDS:
        program, *arguments = line.split()
        assert program == "softmark"
        done = softmark(*arguments, cwd=folder)
        assert done.returncode == 0, done.stdout + done.stderr
        printed[line] = done.stdout
    yield folder, printed
    shutil.rmtree(folder)


def test_the_guide_shows_every_kind_of_file(followed):
    folder, _ = followed
    assert len(FILES) == 5
    assert "Task 1.1: moving_average is not written yet" in (folder / "assignment" / "smooth.py").read_text("utf-8")


def test_the_grades_are_those_that_the_guide_promises(followed):
    _, printed = followed
    assert "10 of 10 points" in printed["softmark grade solutions/reference"]
    stubs = printed["softmark grade assignment"]
    assert "0 of 10 points" in stubs and "not written yet" in stubs


def test_the_audit_of_the_example_is_clean(followed):
    _, printed = followed
    audit = printed["softmark audit"]
    assert "wrong answers caught:        1 of 1" in audit
    assert "right answers that fail:     0 of 2" in audit
    assert audit.rstrip().splitlines()[-2] == "clean"
