"""What Python cannot read is told in one sentence, before anything large is imported."""

import importlib.util
from pathlib import Path

import pytest

GIVEN = Path(__file__).parents[3] / "assignment" / "readable.py"


@pytest.fixture
def readable(tmp_path, monkeypatch):
    """The given module as it works in somebody's folder."""
    copy = tmp_path / GIVEN.name
    copy.write_bytes(GIVEN.read_bytes())
    spec = importlib.util.spec_from_file_location("readable", copy)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr("sys.argv", ["write.py"])
    return module


def test_the_first_broken_file_is_named_with_its_line(readable, tmp_path):
    (tmp_path / "attention.py").write_text("x = 1\n")
    (tmp_path / "block.py").write_text("x = 1\ndef f(:\n")
    with pytest.raises(SystemExit, match=r"your code cannot be read: block.py, line 2: "):
        readable.refuse_syntax_errors("attention.py", "block.py")


def test_nothing_is_said_of_right_missing_and_other_peoples_files(readable, tmp_path, monkeypatch):
    (tmp_path / "attention.py").write_text("x = 1\n")
    readable.refuse_syntax_errors("attention.py", "lm.py")
    (tmp_path / "lm.py").write_text("def f(:\n")
    monkeypatch.setattr("sys.argv", ["write.py", "--code=elsewhere"])
    readable.refuse_syntax_errors("lm.py")


@pytest.mark.parametrize("script", ["write.py", "experiment.py"])
def test_scripts_look_before_they_import_torch(script):
    text = GIVEN.with_name(script).read_text(encoding="utf-8")
    assert text.index("    refuse_syntax_errors(") < text.index("import torch")
