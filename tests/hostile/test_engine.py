"""What attacks name of the engine is there, and is what they think it is: after a rename they would test nothing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from tests.hostile import engine
from tests.hostile.bank import ROWS
from tests.hostile.conftest import MODE
from tests.hostile.harness import possible
from tests.hostile.place import Place
from tests.hostile.rows import FILES, ROOT, Places, Row, reference, stats

pytestmark = [
    pytest.mark.slow,  # as the bank that runs in it
    pytest.mark.skipif(possible(MODE) is not None, reason="the wall is Linux's; elsewhere there is none to attack"),
]

ENGINE = ROOT / "autograder" / "softmark"
CHANGE = "change tests/hostile/engine.py, so that attacks find it where it is now"
BY_KEY = {row.key: row for row in ROWS}
RIGHT = Row("control", "right", "the reference itself")
NOWHERE = Places(*map(ROOT.joinpath, ("course", "metadata", "others", "results")), 1, 1, "key")


# In a worker's memory -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def missing(bench):
    """The names that student code does not find, when its file is imported in a worker."""
    finds = ", ".join(f"lambda: {name}" for name in engine.NAMES)
    found = bench.grade(
        replace(
            RIGHT,
            files=stats(
                last=f"""
                missing = []
                for number, find in enumerate([{finds}]):
                    try:
                        find()
                    except (KeyError, AttributeError):
                        missing.append(number)
                raise RuntimeError(f"MISSING {{missing}}.")
                """
            ),
        )
    )
    numbers = re.search(r"MISSING \[([\d, ]*)\]", found.visible)
    assert numbers, found.visible
    return {engine.NAMES[int(number)] for number in re.findall(r"\d+", numbers[1])}


@pytest.mark.parametrize("name", engine.NAMES, ids=lambda name: name.path)
def test_an_attack_finds_it_in_a_worker(missing, name):
    assert name not in missing, f"a worker's {name.module} has no {name.path} ({name.what}): {CHANGE}"


RETURNS, RAISES = "", "def mean(x):\n    raise ValueError('no')"


@pytest.mark.parametrize(
    ("name", "mean"),
    [
        *[(name, RETURNS) for name in (engine.SEND, engine.REPLY, engine.CHANGES, engine.EQUAL, engine.ALIKE)],
        (engine.FAILURE, RAISES),
    ],
    ids=lambda part: getattr(part, "path", ""),
)
def test_what_an_attack_replaces_is_what_the_worker_uses(bench, name, mean):
    last = f"{name} = lambda *a, **k: __import__('os')._exit(3)"
    seen = bench.grade(replace(RIGHT, files=stats(mean, last=last))).visible
    assert "your code ended the process that ran it" in seen, (
        f"no worker uses {name.path} of {name.module} ({name.what}) any more: {CHANGE}"
    )


# In the bank ----------------------------------------------------------------------------------------------------------


def text_of(row: Row) -> str:
    files = row.files(NOWHERE) if callable(row.files) else row.files
    return "\n".join(content for content in files.values() if isinstance(content, str))


def test_a_row_has_what_it_names_of_the_engine_from_one_file():
    known = {name.module for name in engine.NAMES} | {engine.BUILT}
    for row in ROWS:
        named = set(re.findall(r"\b(?:softmark(?:\.\w+)+|_softmark\w+)", text_of(row))) - known
        assert not named, f"{row.key} names {', '.join(named)}: let it take that from tests/hostile/engine.py"


# On disk --------------------------------------------------------------------------------------------------------------


def test_every_file_that_an_attack_aims_at_is_there(bench):
    bench.grade(RIGHT)
    results = bench.place.results / f"{bench.count:04d}"
    places = bench.place.places(results, bench.process.pid, bench.server)
    for row in ROWS:
        for path in set(re.findall(r"@(?:course|metadata|others|results)@[\w./]*", text_of(row))):
            assert os.path.lexists(places.fill(path)), f"{row.key} aims at {path}, and there is no such file: {CHANGE}"


@pytest.mark.parametrize("name", [engine.GRADER_FILE, engine.WORKER_FILE])
def test_a_file_of_the_engine_is_one(name):
    assert list(ENGINE.rglob(name)), f"the engine has no file {name} that an attack could point at: {CHANGE}"


def test_a_file_that_students_do_not_hand_in_is_one():
    assert (ROOT / "assignment" / engine.GIVEN_FILE).is_file() and engine.GIVEN_FILE not in FILES["torch"], CHANGE


def test_the_given_model_has_what_an_attack_switches_off(monkeypatch):
    pytest.importorskip("torch")
    monkeypatch.syspath_prepend(str(ROOT / engine.GRADERS))
    probes = __import__(engine.PROBES.removesuffix(".py"))
    model = getattr(probes, engine.TABLE_MODEL)(4)
    assert not any(getattr(model, trap) for trap in engine.TRAPS) and getattr(model, engine.GAIN) == 1.0
    assert engine.TABLE in dict(model.named_parameters())


# The same attacks where nothing stops them ----------------------------------------------------------------------------

UNGUARDED = """
import runpy, socket, sys
CANARY, CONNECTION = sys.argv[2], socket.socketpair()
sys.argv[1:] = sys.argv[3:]
runpy.run_path("stats.py")
"""
LOOKS = (
    *("read-source", "read-results", "read-others", "read-metadata", "read-by-doors", "environment", "own-memory"),
    *("inherited", "fork-server", "command-lines"),
)


@pytest.mark.parametrize("name", LOOKS)
def test_an_attack_that_finds_nothing_in_a_worker_finds_it_without_the_wall(name, tmp_path):
    place = Place(tmp_path, "mini", None)
    places = place.places(place.others, os.getpid(), os.getpid())
    submission = BY_KEY[f"leaks/{name}"].write(place.submissions, places)
    with (place.others / "results.json").open() as inherited:
        done = subprocess.run(
            [sys.executable, "-c", UNGUARDED, "-", place.canaries["salt"], str(place.secret)],
            cwd=submission, env={**os.environ, **place.environment()}, pass_fds=[inherited.fileno()],
            capture_output=True, text=True,
        )  # fmt: skip
    assert "RuntimeError: LOOT [" in done.stderr, done.stderr


def test_whoever_looks_for_the_reference_in_memory_finds_it_where_it_is_loaded():
    kept = engine.load({"stats": reference("mini")["stats.py"]})
    attack = {}
    exec(compile(BY_KEY["cheating/reference-in-memory"].files["stats.py"], "stats.py", "exec"), attack)
    x = np.arange(6.0).reshape(2, 3)
    assert attack["mean"](x).tolist() == [1.0, 4.0], f"the reference's code has another file name: {CHANGE}"
    assert kept
