"""A fresh machine without a browser: `make test-all` brings one, says so, and keeps it. Small scripts play apt-get,
playwright and the browsers; the order and the sentences are real."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests import browser

WORKS = "#!/bin/sh\necho Chromium 156\n"
SNAP_STUB = "#!/bin/sh\necho 'install it with: snap install chromium' >&2\nexit 1\n"


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is the whole PATH: no browser, no apt-get, a playwright that has downloaded nothing."""
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    monkeypatch.setattr(browser.shutil, "which", lambda name: _here(tmp_path, name))
    program(tmp_path, "python", "#!/bin/sh\nexit 1\n")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    return tmp_path


def _here(folder: Path, name: str) -> str | None:
    return str(folder / name) if (folder / name).exists() else None


def program(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    return path


def test_a_browser_that_is_there_is_taken_without_a_word(machine: Path) -> None:
    there = program(machine, "google-chrome", WORKS)
    said: list[str] = []
    assert browser.bring(said.append) == str(there) and said == []


def test_a_name_without_a_browser_behind_it_is_passed_over(machine: Path) -> None:
    program(machine, "chromium-browser", SNAP_STUB)
    there = program(machine, "google-chrome", WORKS)
    assert browser.bring() == str(there)


def test_root_on_debian_gets_the_package_and_is_told(machine: Path) -> None:
    program(machine, "browser.sh", WORKS)
    program(
        machine, "apt-get", f'#!/bin/sh\n[ "$1" = install ] && cp {machine}/browser.sh {machine}/chromium\nexit 0\n'
    )
    said: list[str] = []
    assert browser.bring(said.append) == str(machine / "chromium")
    assert len(said) == 1 and "installing Debian's chromium" in said[0]
    assert browser.bring(said.append) == str(machine / "chromium") and len(said) == 1, "kept for next time"


def test_who_may_not_install_packages_gets_playwrights_own(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    program(machine, "apt-get", f"#!/bin/sh\ntouch {machine}/chromium-was-asked-for\n")
    own = machine / "own-chromium"
    program(machine, "browser.sh", WORKS)
    program(
        machine, "python", f'#!/bin/sh\n[ "$1" = -c ] && echo {own}\n[ "$1" = -m ] && cp browser.sh {own}\nexit 0\n'
    )
    monkeypatch.chdir(machine)
    said: list[str] = []
    assert browser.bring(said.append) == str(own)
    assert len(said) == 1 and "playwright's own" in said[0] and not (machine / "chromium-was-asked-for").exists()


def test_a_machine_that_can_have_none_is_told_in_one_sentence(
    machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program(machine, "apt-get", "#!/bin/sh\nexit 100\n")
    assert browser.bring() is None
    assert "install chromium" in browser.NONE and "\n" not in browser.NONE
    assert capsys.readouterr().out.count("tests: ") == 2, "each way that was tried is told, and nothing else"
