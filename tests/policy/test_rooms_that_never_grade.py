"""The grader's version leaves out rooms that decide no grade; this holds only while grading imports none of them."""

from __future__ import annotations

import subprocess
import sys

from softmark.policy.version import NEVER_GRADING

GRADING = ("grade", "intake", "worker", "remote", "server", "diagnose", "compare")


def test_grading_imports_none_of_them() -> None:
    imports = "; ".join(f"import softmark.{name}" for name in GRADING)
    code = f"import sys; {imports}; print(*[name for name in sys.modules if name.startswith('softmark.')])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    paths = [name.removeprefix("softmark.").replace(".", "/") for name in loaded]
    assert "grade" in paths
    assert [path for path in paths if f"{path}.py".startswith(NEVER_GRADING) or f"{path}/" in NEVER_GRADING] == []
