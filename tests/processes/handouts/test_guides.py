"""The guides: commands that run, and words for a talk about mistakes that there are."""

import re
import shlex
import subprocess

import pytest

from softmark.commands import cli
from tests.handouts.conftest import HANDOUTS, ROOT

FROM_THE_ROOT = [
    *("guides/instructor.md", "guides/ta.md", "guides/data.md", "guides/integrity.md"),
    *("cluster.md", "security.md"),
]
"""Guides whose reader stands in the repository; whoever reads the engine's guide has installed the package."""


def test_thirty_mistakes_have_words_for_a_talk(course):
    text = (HANDOUTS / "guides" / "talks.md").read_text(encoding="utf-8")
    talks = re.findall(r"^\*\*`([\w.]+)`\*\*\n\n- \*Ask", text, re.M)
    assert len(set(talks)) == 30, "as the guide says"
    assert set(talks) <= {answer.name for answer in course.known_mistakes}


# Commands


def commands_in(text):
    """Lines of blocks for a shell, and every `command` in a sentence that begins like one."""
    blocks = re.findall(r"^ *```(?:console|bash|sh)$(.*?)^ *```$", text, re.M | re.S)
    lines = [line.partition(" #")[0].strip() for block in blocks for line in block.replace("\\\n", " ").splitlines()]
    prose = re.sub(r"^ *```.*?^ *```$", "", text, flags=re.M | re.S)
    spans = [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", prose)]
    words = ("make ", "softmark ", ".venv/bin/", "python ")
    return [line for line in lines if line] + [span for span in spans if span.startswith(words)]


@pytest.mark.parametrize("page", FROM_THE_ROOT)
def test_every_command_runs_as_written_from_where_the_reader_stands(page):
    parser = cli.parser()
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    for line in commands_in((HANDOUTS / page).read_text(encoding="utf-8")):
        first, *rest = shlex.split(re.sub(r"^([A-Z]+=\S* )*", "", line))
        if first == "make":
            wanted = [word for word in rest if "=" not in word]
            assert set(wanted) <= targets, line
        elif first == ".venv/bin/softmark":
            try:
                parser.parse_args([word.replace("…", "x") for word in rest])
            except SystemExit as ended:
                # a mention such as `.venv/bin/softmark explain` leaves the arguments to the sentence around it
                assert ended.code == 0 or all(word.startswith("--") for word in rest[1:]), line
                assert rest[0] in parser._subparsers._group_actions[0].choices, line
        else:
            assert first != "softmark", f"{page}: softmark is not on the reader's path: .venv/bin/{line}"


def test_make_says_the_same_of_its_own_commands():
    for target in ("report", "grade"):
        told = subprocess.run(["make", "-n", target, "SUB=x", "OUT=y"], cwd=ROOT, capture_output=True, text=True)
        assert told.returncode == 0, told.stderr
