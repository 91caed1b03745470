"""For all tests: a salt, what they cost, which of them must not start a process, and a real browser for the pages,
driven by playwright, without the network (tests/browser.py says where it is from).
"""

from __future__ import annotations

import gc
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from softmark.content import salt
from softmark.running.lean_torch import leave_out_compiler
from tests import browser as program
from tests.costs import Costs
from tests.no_processes import NoProcesses

ROOT = Path(__file__).resolve().parents[1]
WITHOUT_TORCH = find_spec("torch") is None
IN_MEMORY, ROOM = Path("/dev/shm"), 4 * 2**30
"""Where tests keep their files, if there is room: to make and remove so many takes a third of the time there."""
NEEDS_TORCH = re.compile(r"^\s*(import|from) torch\b|Course\.at\(ROOT\)|tests\.reference", re.MULTILINE)


def pytest_configure(config: pytest.Config) -> None:
    """A fresh clone has no salt: `make` makes one, and so does whoever runs the tests without it."""
    salt.ensure(ROOT / "autograder" / salt.FILE)
    gc.set_threshold(50_000, 20, 50)  # tests make little garbage, and to look for it costs one second in twenty
    gc.disable()  # until all is collected: what is imported stays
    os.fsync = lambda handle: None  # no test pulls the plug, and to wait for the disk takes longer than most of them
    if IN_MEMORY.is_dir() and shutil.disk_usage(IN_MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))
    config.pluginmanager.register(NoProcesses(), NoProcesses.__name__)
    if find_spec("hypothesis") is not None:
        from hypothesis import settings

        # the same examples every time: a test that fails only now and then tells nobody what was changed
        most = 200 if os.environ.get("FULL") else 20
        settings.register_profile("softmark", derandomize=True, database=None, deadline=None, max_examples=most)
        settings.load_profile("softmark")
        # nor may examples hang on which of our files happen to be imported: by default their constants are tried too
        import hypothesis.internal.conjecture.providers as providers

        providers.is_local_module_file = lambda path: False
    if os.environ.get("SLOWEST"):
        config.pluginmanager.register(Costs())


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Pages in a browser are for `make test-all`: `make test` needs none."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("slow")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Thousands of tests, and all they import, stay to the end: no need to look through them for garbage."""
    # which conftest.py belongs to a file is asked ten times a test, and no longer changes
    session.gethookproxy = cache(session.gethookproxy)  # type: ignore[method-assign]
    if "torch" in sys.modules:
        leave_out_compiler()  # it takes a second to import, and no test compiles
        import torch.testing._comparison as comparison

        comparison._HAS_DTENSOR = False  # the same: a second, and no test has a tensor on several machines
    gc.enable()
    gc.collect()
    gc.freeze()


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Where there is no torch, the engine alone is tested (.ci/pythons)."""
    if WITHOUT_TORCH and collection_path.name.startswith("test_") and collection_path.suffix == ".py":
        return bool(NEEDS_TORCH.search(collection_path.read_text(encoding="utf-8"))) or None
    return None


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    found = program.found()
    if found is None:
        pytest.fail(program.NONE, pytrace=False)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        yield running
        running.close()


class Visit:
    """A page as somebody sees it, with everything it complained about and asked for."""

    def __init__(self, tab: Any) -> None:
        self.page = tab
        self.complaints: list[str] = []
        self.asked: list[str] = []
        tab.on("console", lambda message: self.complaints.append(f"{message.type}: {message.text}"))
        tab.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        tab.on("dialog", lambda dialog: (self.complaints.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        tab.on("request", lambda request: self.asked.append(request.url))

    def go(self, path: Path, width: int = 1300, scheme: str = "light") -> Visit:
        """To a page that nobody has touched yet."""
        self.page.set_viewport_size({"width": width, "height": 900})
        self.page.emulate_media(color_scheme=scheme, media="screen")
        self.own = path.as_uri()
        self.complaints.clear()
        self.asked.clear()
        self.page.goto(self.own)
        return self

    def leave(self) -> None:
        """What the page remembers for its next reader is forgotten: that is another test."""
        self.page.evaluate("try { localStorage.clear() } catch { /* a page that cannot remember */ }")

    def quiet(self) -> bool:
        """Nothing on the console, and nothing fetched but the page itself (and what it makes of its own data)."""
        outside = [url for url in self.asked if url.partition("#")[0] != self.own and not url.startswith("blob:")]
        assert self.complaints == [] and outside == []
        return True


@pytest.fixture(scope="session")
def tabs(browser: Any) -> Callable[[int], Visit]:
    """Windows that stay for the next test: to open one costs more than most tests do in it."""

    @cache
    def tab(number: int) -> Visit:
        context = browser.new_context()
        context.set_default_timeout(60_000)  # a busy machine takes its time
        return Visit(context.new_page())

    return tab
