"""The browser that the pages are tested in: one that is there, or else one that can be had.

    python -m tests.browser        what `make test-all` runs first: finds a browser, or brings one and says so

In this order: a browser on the PATH; what playwright downloaded earlier; Debian's package, where this user may install
one; playwright's own download. Both of the last two stay for next time. A name on the PATH proves nothing (Ubuntu's
`chromium-browser` only says where to get one), so whatever is found has to tell its version before it is believed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge")
NONE = (
    "the pages are tested in a real browser, and there is none: install chromium or Google Chrome, "
    "or run `make test-all` where packages can be downloaded"
)
PATIENCE = 600
"""Seconds for one download; a package index that never answers must not hold the tests up for ever."""
_OWN = "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.chromium.executable_path)"


def found() -> str | None:
    """The program of a browser that works here, without installing anything."""
    return next(filter(_works, _candidates()), None)


def bring(say: Callable[[str], None] = print) -> str | None:
    """The same, after trying to get one where there is none."""
    browser = found()
    for way in (_from_debian, _from_playwright):
        browser = browser or way(say)
    return browser


def _candidates() -> Iterator[str]:
    yield from filter(None, map(shutil.which, NAMES))
    own = _done([sys.executable, "-c", _OWN], 60)
    if own is not None:
        yield own.strip()


def _from_debian(say: Callable[[str], None]) -> str | None:
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return None
    say("tests: no browser here; installing Debian's chromium for the tests of the pages (once; a minute or two)")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    _done(["apt-get", "update", "-qq"], PATIENCE, quiet)
    _done(["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"], PATIENCE, quiet)
    return found()


def _from_playwright(say: Callable[[str], None]) -> str | None:
    say("tests: no browser here; downloading playwright's own chromium for the tests of the pages (once)")
    _done([sys.executable, "-m", "playwright", "install", "chromium"], PATIENCE)
    return found()


def _works(program: str) -> bool:
    return os.access(program, os.X_OK) and _done([program, "--version"], 60) is not None


def _done(command: list[str], seconds: float, environment: dict[str, str] | None = None) -> str | None:
    """What a command printed; None if it could not be run, failed or took too long."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, errors="replace", timeout=seconds, env=environment, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


if __name__ == "__main__":
    # Never stops the tests: those that need a browser fail by themselves, each with the same sentence.
    if bring() is None:
        print(f"tests: {NONE}")
