"""The bank, by its own command, as Docker's root and as an ordinary user, two at a time.

Rows that may take longer than a minute each are left to `make hostile` and FULL=1.
"""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.hostile.__main__ import SHORT
from tests.hostile.bank import ROWS
from tests.hostile.harness import possible
from tests.hostile.rows import ROOT

pytestmark = pytest.mark.slow

MODES = [mode for mode in ("docker", "user") if possible(mode) is None]
MEETS_THE_SYSTEM = ["leaks/"]
"""Families whose outcome hangs most on who runs the grader. The others, which use up what there is or are decided by
reading and by numbers, run once in the first mode, and in every mode with FULL=1."""
FIRST = [["cheating/"], ["loading/", "values/", "resources/", *MEETS_THE_SYSTEM]]
"""The whole bank in two halves, for two cores."""


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """mode → (the worst exit code, what was printed, what was written)"""
    out = tmp_path_factory.mktemp("hostile")
    env = {**os.environ, "PYTHONPATH": str(ROOT / "autograder"), "COLUMNS": "150"}

    def ran(mode, families):
        file = out / f"{mode}-{families[0].strip('/')}.json"
        done = subprocess.run(
            [sys.executable, "-m", "tests.hostile", "--short", "--mode", mode, "--json", str(file), *families],
            cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8",
            timeout=1200,
        )  # fmt: skip
        return mode, done, json.loads(file.read_text(encoding="utf-8"))

    others = FIRST if os.environ.get("FULL") == "1" else [MEETS_THE_SYSTEM]
    runs = [(mode, families) for mode in MODES for families in (FIRST if mode == MODES[0] else others)]
    told = {mode: (0, "", {"rows": {}, "layers": {}}) for mode in MODES}
    with ThreadPoolExecutor(2) as pool:
        for mode, done, written in pool.map(ran, *zip(*runs, strict=True)):
            code, printed, before = told[mode]
            both = {key: before[key] | written[key][mode] for key in before}
            told[mode] = (max(code, done.returncode), printed + done.stdout, both)
    return told


def test_the_halves_are_the_whole_bank():
    families = [family for half in FIRST for family in half]
    for row in ROWS:
        assert any(family in row.key for family in families) or row.seconds > SHORT, row.key


@pytest.mark.parametrize("mode", MODES)
def test_every_row_has_its_only_acceptable_outcome(found, mode):
    code, printed, written = found[mode]
    wrong = {row: told["problems"] for row, told in written["rows"].items() if not told["ok"]}
    assert wrong == {}
    assert code == 0, printed[-3000:]


@pytest.mark.parametrize("mode", MODES)
def test_each_layer_stops_its_attack_alone_or_the_run_says_why_it_is_missing(found, mode):
    layers = found[mode][2]["layers"]
    assert [name for name, layer in layers.items() if not layer["ok"]] == []
    for layer in layers.values():
        assert layer["stopped"] or len(layer["reduced"]) > 15


@pytest.mark.skipif(len(MODES) < 2, reason="an ordinary user cannot become root to compare")
def test_whoever_runs_the_grader_the_scores_are_the_same(found):
    one, two = ({row: told["scores"] for row, told in found[mode][2]["rows"].items()} for mode in MODES)
    assert len(one) > 300 and len(two) > 60
    assert {row: one[row] for row in two} == two
