"""The guides where people find them: finished text in the repository, words for a talk, commands that run."""

import argparse
import re
import shlex
import subprocess

import pytest

from softmark.build.handouts import talking
from softmark.build.handouts.documents import Workshop, documents
from softmark.build.handouts.finished import finished, without_title
from softmark.checks.errors import GraderFault
from softmark.commands import cli
from tests.handouts.conftest import HANDOUTS, ROOT

FINISHED = [document for document in documents(HANDOUTS) if document.finished]
FROM_THE_ROOT = [
    *("guides/instructor.md", "guides/ta.md", "guides/data.md", "guides/integrity.md"),
    *("cluster.md", "security.md"),
]
"""Guides whose reader stands in the repository; whoever reads the engine's guide has installed the package."""


@pytest.mark.parametrize("document", FINISHED, ids=lambda document: document.name)
def test_what_a_repository_page_shows_is_finished_and_up_to_date(document, fillings, tmp_path):
    read = (HANDOUTS / document.finished).read_text(encoding="utf-8")
    assert read == Workshop(HANDOUTS, tmp_path, fillings).as_read(document), "run make handouts, and commit the guide"
    assert "{{" not in read and "{#" not in read
    for anchor in re.findall(r"\]\(#([\w.-]+)\)", read):
        assert f'<a id="{anchor}"></a>' in read


def test_a_comment_in_code_is_no_heading():
    text = "# One {#one}\n\n```\n# not a heading {#x}\n```\n\n## Two\n"
    told = finished(text, "Title", "one.md")
    assert '# Title\n\n<a id="one"></a>\n\n## One' in told
    assert "\n# not a heading {#x}\n" in told and "\n### Two\n" in told


@pytest.mark.parametrize(
    ("text", "set_as"),
    [
        ("# A page\n\nWords.\n\n## Part\n", "Words.\n\n# Part\n"),
        ("# A page\n\n```\n## a comment\n```\n\n### Part\n", "```\n## a comment\n```\n\n## Part\n"),
        ("# Part one\n\n# Part two\n", "# Part one\n\n# Part two\n"),
        ("Words.\n\n# Part\n", "Words.\n\n# Part\n"),
    ],
)
def test_a_page_with_a_title_of_its_own_does_not_get_a_second(text, set_as):
    assert without_title(text) == set_as


# Words for a talk


def test_thirty_mistakes_have_words_for_a_talk_in_the_guide(course, fillings, tmp_path):
    talks = talking.entries(HANDOUTS)
    assert len(talks) == 30, "as the guide says"
    assert set(talks) <= {answer.name for answer in course.known_mistakes}
    page = next(document for document in documents(HANDOUTS) if document.name == "ta-mistakes")
    guide = Workshop(HANDOUTS, tmp_path, fillings).as_read(page)
    for item in course.rubric.items:
        assert f'<a id="m-{item.id.replace(".", "-")}"></a>' in guide, f"no section for {item.id}"
    for name in talks:
        assert f"(`{name}`)\n\n- *Ask.* " in guide


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("nobody.knows: {ask: a, try: b, wrong_track: c}", "there is no known mistake nobody.knows"),
        ("scale.missing: {ask: a}", "scale.missing needs ask, try, wrong_track, and nothing else"),
        ("scale.missing: [", "cannot be read as a list of mistakes"),
        ("just words", "cannot be read as a list of mistakes"),
    ],
)
def test_a_slip_in_the_file_is_one_sentence(course, tmp_path, text, told):
    (tmp_path / "guides").mkdir()
    (tmp_path / talking.FILE).write_text(text, encoding="utf-8")
    with pytest.raises(GraderFault, match=re.escape(told)):
        talking.talk(course, tmp_path, "1.2")


# Commands


@pytest.fixture(scope="module")
def parser():
    """softmark's own, as the command makes it."""
    caught = []
    original = argparse.ArgumentParser.parse_args

    def keep(self, *args, **kwargs):
        caught.append(self)
        raise SystemExit

    argparse.ArgumentParser.parse_args = keep
    try:
        with pytest.raises(SystemExit):
            cli.main([])
    finally:
        argparse.ArgumentParser.parse_args = original
    return caught[0]


def commands_in(text):
    """Lines of blocks for a shell, and every `command` in a sentence that begins like one."""
    blocks = re.findall(r"^ *```(?:console|bash|sh)$(.*?)^ *```$", text, re.M | re.S)
    lines = [line.partition(" #")[0].strip() for block in blocks for line in block.replace("\\\n", " ").splitlines()]
    prose = re.sub(r"^ *```.*?^ *```$", "", text, flags=re.M | re.S)
    spans = [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", prose)]
    words = ("make ", "softmark ", ".venv/bin/", "python ")
    return [line for line in lines if line] + [span for span in spans if span.startswith(words)]


@pytest.mark.parametrize("page", FROM_THE_ROOT)
def test_every_command_runs_as_written_from_where_the_reader_stands(page, parser):
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
        told = subprocess.run(
            ["make", "-n", target, "SUB=x", "OUT=y"], cwd=ROOT, capture_output=True, text=True
        )
        assert told.returncode == 0, told.stderr
