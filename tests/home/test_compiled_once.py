"""The engine from its one file: every module is the file that Python would say it is, and is compiled once."""

import sys
import zipimport

import pytest

from softmark.files.zips import write_zip
from softmark.home import compiled_once

FILES = {"engine/__init__.py": b"", "engine/room/__init__.py": b"", "engine/room/door.py": b"OPEN = True\n"}


@pytest.fixture
def packed(tmp_path, monkeypatch):
    """One file with an engine in it, on the path; whatever is imported from it is forgotten afterwards."""
    path = tmp_path / "engine.pyz"
    write_zip(path, FILES)
    monkeypatch.setattr(sys, "path", [str(path), *sys.path])
    monkeypatch.setattr(sys, "path_hooks", [*sys.path_hooks])
    yield path
    for name in [name for name in sys.modules if name.partition(".")[0] == "engine"]:
        del sys.modules[name]


@pytest.fixture
def compiled(monkeypatch):
    """The files in a zip that Python compiles."""
    names = []
    compiles = zipimport._compile_source

    def told(path, source):
        names.append(path)
        return compiles(path, source)

    monkeypatch.setattr(zipimport, "_compile_source", told)
    return names


def test_each_module_is_compiled_once_and_has_its_usual_name(packed, compiled):
    compiled_once.begin(zipimport.zipimporter(str(packed)))
    from engine.room import door

    assert len(compiled) == len(set(compiled)) == 3
    usual = zipimport.zipimporter(f"{packed}/engine/room")
    assert door.__file__ == usual.get_filename("engine.room.door") == compiled[-1]
    assert sys.modules["engine.room"].__file__ == str(packed / "engine" / "room" / "__init__.py")
    assert door.__loader__.get_source("engine.room.door") == "OPEN = True\n", "for tracebacks"


def test_an_engine_in_a_folder_is_left_alone():
    before = list(sys.path_hooks)
    compiled_once.begin(compiled_once.__loader__)
    assert sys.path_hooks == before
