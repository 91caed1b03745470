"""The bank, by its own command, as Docker's root and as an ordinary user at the same time.

Rows that may take longer than a minute each are left to `make hostile` and FULL=1.
"""

import json
import os
import subprocess
import sys

import pytest

from tests.hostile.harness import possible
from tests.hostile.rows import ROOT

pytestmark = pytest.mark.slow

MODES = [mode for mode in ("docker", "user") if possible(mode) is None]


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """mode → (exit code, what was printed, what was written)"""
    out = tmp_path_factory.mktemp("hostile")
    env = {**os.environ, "PYTHONPATH": str(ROOT / "autograder"), "COLUMNS": "150"}
    running = {
        mode: subprocess.Popen(
            [sys.executable, "-m", "tests.hostile", "--short", "--mode", mode, "--out", str(out / mode)],
            cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8",
        )
        for mode in MODES
    }  # fmt: skip
    told = {}
    for mode, process in running.items():
        printed = process.communicate(timeout=1200)[0]
        told[mode] = (
            process.returncode,
            printed,
            json.loads((out / mode / "hostile.json").read_text(encoding="utf-8")),
        )
    return told


@pytest.mark.parametrize("mode", MODES)
def test_every_row_has_its_only_acceptable_outcome(found, mode):
    code, printed, written = found[mode]
    wrong = {row["row"]: row["problems"] for row in written["rows"] if not row["ok"]}
    assert wrong == {}
    assert code == 0, printed[-3000:]


@pytest.mark.parametrize("mode", MODES)
def test_each_layer_stops_its_attack_alone_or_the_run_says_why_it_is_missing(found, mode):
    layers = found[mode][2]["layers"]
    assert [layer["layer"] for layer in layers if not layer["ok"]] == []
    for layer in layers:
        assert layer["stopped"] or len(layer["reduced"]) > 15


@pytest.mark.skipif(len(MODES) < 2, reason="an ordinary user cannot become root to compare")
def test_whoever_runs_the_grader_the_scores_are_the_same(found):
    one, two = ({row["row"]: row["scores"] for row in found[mode][2]["rows"]} for mode in MODES)
    assert one == two
