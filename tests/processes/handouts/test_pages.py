"""Every page for staff, and the README: what they tell people to type exists, and where they point is something."""

import re
import subprocess

import pytest

from softmark.commands import cli
from softmark.content.rubric_reader import load_rubric
from tests.mini_course import ROOT

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "assignment" / "README.md"]
PAGES += sorted(path for path in (ROOT / "handouts").rglob("*.md") if "handout/" not in path.as_posix())
NAMES = [path.relative_to(ROOT).as_posix() for path in PAGES]


@pytest.fixture(params=PAGES, ids=NAMES)
def page(request):
    return request.param


@pytest.fixture(scope="module")
def targets():
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z-]+):", text, re.M))


@pytest.fixture(scope="module")
def commands():
    """softmark's subcommands → the options of each."""
    readers = cli.parser()._subparsers._group_actions[0].choices
    return {
        name: {option for part in reader._actions for option in part.option_strings} for name, reader in readers.items()
    }


def code_in(text):
    """Everything set as code: blocks and `spans`."""
    blocks = re.findall(r"^\s*```.*?$(.*?)^\s*```$", text, re.M | re.S)
    return [line for block in blocks for line in block.splitlines()] + re.findall(r"`([^`\n]+)`", text)


def test_every_make_target_exists(page, targets):
    used = {
        found
        for line in code_in(page.read_text(encoding="utf-8"))
        for found in re.findall(r"(?:^|[\s;|])make ([a-z-]+)\b(?!=)", f" {line}")
    }
    assert used <= targets, used - targets


def test_every_softmark_command_and_option_exists(page, commands):
    for line in code_in(page.read_text(encoding="utf-8")):
        for name, rest in re.findall(r"(?:^|[\s/])softmark ([a-z]+)([^#;|]*)", line):
            assert name in commands, f"there is no softmark {name}: {line}"
            unknown = set(re.findall(r"(?<!\S)--[a-z-]+", rest)) - commands[name]
            assert not unknown, f"softmark {name} has no {unknown}: {line}"


def test_every_link_to_a_file_leads_somewhere(page):
    for link in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if not link.startswith(("http", "figures/")):
            assert (page.parent / link).exists(), link


def test_every_task_that_is_named_exists(page):
    known = {item.id for item in load_rubric(ROOT / "autograder" / "rubric.yaml").all_items}
    named = set(re.findall(r"\b[Tt]ask (\d\.\d)\b", page.read_text(encoding="utf-8"))) - {"1.8"}  # the one to be added
    assert named <= known, named - known


def test_the_readme_claims_as_many_answers_as_there_are(course):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"Each of {len(course.known_mistakes)} known wrong answers" in readme
    assert f"{len(course.alternatives)} right answers written differently" in readme


def test_make_help_explains_every_command_of_the_contract():
    told = subprocess.run(["make", "-s", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    one_thing = ("grade", "batch", "report", "hostile", "audit", "bench")
    for name in ("test", *one_thing, "lint", "clean", "help"):
        assert f"make {name} " in told
