"""`softmark guide`: what an adopter reads, without a browser and without this repository."""

from __future__ import annotations

import re

import pytest

from softmark.build import guides
from softmark.build.handouts import commands_page
from softmark.commands import cli
from softmark.content.rubric import Rubric
from softmark.content.validated import keys
from tests.mini_course import ROOT


def test_without_a_name_the_guides_are_listed_and_the_first_is_the_one_to_begin_with(capsys) -> None:
    assert cli.main(["guide"]) == 0
    first, *rest = capsys.readouterr().out.splitlines()
    assert first.split()[0] == "engine" and "five small files" in first
    assert {"checks", "rubric", "security", "commands"} <= {line.split()[0] for line in rest}


@pytest.mark.parametrize("name", [each.name for each in guides.guides()])
def test_every_guide_is_text_for_a_terminal_under_one_title(name: str, capsys) -> None:
    assert cli.main(["guide", name]) == 0
    told = capsys.readouterr().out
    prose = re.sub(r"(?ms)^ *```.*?^ *```$", "", told)
    assert told.startswith("# ") and len(re.findall(r"(?m)^# ", prose)) == 1
    for mark in ("{{", "{#", "```{", "\n:::", "<a id", "<!--"):
        assert mark not in told


def test_a_name_that_nobody_has_is_answered_with_those_there_are(capsys) -> None:
    assert cli.main(["guide", "grading"]) == 2
    assert "there is no guide 'grading'; there are engine, checks, rubric" in capsys.readouterr().err


def test_the_rubric_page_has_every_key(capsys) -> None:
    cli.main(["guide", "rubric"])
    told = capsys.readouterr().out
    assert all(f"`{key}`" in told for key in keys(Rubric).values())


def test_the_page_of_commands_has_every_command_and_option() -> None:
    page = commands_page.text(cli.parser())
    for name in cli.COMMANDS:
        assert f"{{#command-{name}}}" in page
    assert "`--from EXAMPLE`" in page and "softmark guide [GUIDE]" in page and "%(" not in page


def test_the_package_readme_stands_alone() -> None:
    """A registry shows it without this repository: a relative link would lead nowhere."""
    text = (ROOT / "autograder" / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]+)\)|(?:src|href)=\"([^\"]+)\"", text)
    assert [link for link in map("".join, links) if not link.startswith("https://")] == []
    typed = re.findall(r"`softmark guide (\w+)`", text)
    known = {each.name for each in guides.guides()} | {"commands"}
    assert len(typed) >= 4 and set(typed) <= known


def test_where_make_follows_the_package_is_installed_with_what_handouts_need() -> None:
    """`make` of a new course writes a handout, and stops where the packages for it are missing."""
    text = (ROOT / "autograder" / "README.md").read_text(encoding="utf-8")
    installed = re.findall(r"pip\"? install (.*softmark.*)", text)
    assert "softmark new demo" in text and installed and all("[handouts]" in each for each in installed)
