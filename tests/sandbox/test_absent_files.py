"""A file that was left out is absent for the others, too, which say so in words of their own."""

import socket
import sys

import pytest

from softmark.checks.errors import NotLoaded
from softmark.sandbox.worker import LoadedFiles

FILES = {
    "left_out.py": "raise SystemExit",
    "stands_on_it.py": "import left_out\n",
    "from_it.py": "from left_out import f\n",
    "by_itself.py": "def f():\n    return 3\n",
}


@pytest.fixture
def loaded(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield LoadedFiles(theirs, tmp_path, FILES, list(FILES), {})
    for name in FILES:
        sys.modules.pop(name.removesuffix(".py"), None)


def test_what_imports_it_is_told_so_and_the_rest_is_there(loaded):
    with pytest.raises(NotLoaded):
        loaded.load("left_out", [], skip=True, stub="")
    for name in ("stands_on_it", "from_it"):
        with pytest.raises(NotLoaded, match=rf"{name}\.py imports left_out, and that could not be imported"):
            loaded.load(name, [], skip=False, stub="")
    loaded.load("by_itself", [], skip=False, stub="")
    assert loaded.modules["by_itself"].f() == 3


def test_its_stub_stands_there_where_a_later_task_is_graded_on_top_of_it(loaded):
    with pytest.raises(NotLoaded):
        loaded.load("left_out", [], skip=True, stub="")
    loaded.load("left_out", ["f"], skip=True, stub="def f():\n    ...\n\n\ndef g():\n    return 4\n")
    loaded.load("from_it", [], skip=False, stub="")
    assert loaded.modules["left_out"].g() == 4 and loaded.modules["from_it"].f.__name__ == "f"
