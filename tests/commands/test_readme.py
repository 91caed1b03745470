"""The README of the package, which a registry shows without this repository."""

from __future__ import annotations

import re

from tests.mini_course import ROOT

TEXT = (ROOT / "autograder" / "README.md").read_text(encoding="utf-8")


def test_it_stands_alone() -> None:
    """A relative link would lead nowhere."""
    links = re.findall(r"\]\(([^)]+)\)|(?:src|href)=\"([^\"]+)\"", TEXT)
    assert [link for link in map("".join, links) if not link.startswith("https://")] == []


def test_where_make_follows_the_package_is_installed_with_what_handouts_need() -> None:
    """`make` of a new course writes a handout where the packages for it are."""
    installed = re.findall(r"pip\"? install (.*softmark.*)", TEXT)
    assert "softmark new demo" in TEXT and installed and all("[handouts]" in each for each in installed)
