"""An exception: the task's own line first, then whom it called with what, down to where it was raised."""

from __future__ import annotations

from pathlib import Path

from tests import mini_course as mini


def test_on_the_server_the_tasks_own_line_comes_first(tmp_path: Path) -> None:
    scale = "from stats import mean\n\n\ndef standardise(x):\n    return x - mean((x, x))\n"
    graded = mini.grade(tmp_path, scale=scale)
    line = mini.RIGHT["stats.py"].splitlines().index("    return x.sum(axis=-1) / x.shape[-1]") + 1
    told = f"(scale.py line 5 calls mean with a tuple; stats.py line {line})"
    assert told in graded.text("1.2")
    hidden = [check for check in graded.item("1.2")["checks"] if check["phase"] == "hidden" and check["safe_message"]]
    assert all("tuple" not in check["safe_message"] for check in hidden)
