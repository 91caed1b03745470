"""Writes results for the autograding actions of classroom-resources, which outlived GitHub Classroom: a workflow for
the students' repositories, and the step output that its reporter reads.

The reporter decodes the output from base64 and adds up the scores of its tests; so whatever changes the sum (late work,
an earlier score that stays) is a test of its own. Only what the public checks know can run in a student's repository:
the workflow uses the assignment's own check, never the hidden graders, which the student could read there.
"""

from __future__ import annotations

import base64
import json
from typing import Any

from ...checks.points import total
from ...content.rubric import Rubric
from ...files.escape import one_line, plain
from ...grading.result import ItemResult, Result
from .. import sentences
from .kit import Kit

_MESSAGE_LIMIT = 2000
RUNNER = "softmark"
"""Of letters and digits only: the reporter makes the name of a variable from it."""
FILE = "classroom_resources.txt"


def render(result: Result) -> dict[str, Any]:
    """What the reporter decodes."""
    rows = [] if sentences.refused(result) or sentences.veiled(result) else result.items
    tests = [_test(item, result) for item in rows]
    added = total(test["score"] for test in tests)
    if sentences.veiled(result):
        tests.append(_entry("Handed in", "\n".join(sentences.summary(result)), 0.0))  # the score comes from staff
    elif result.standing is not None:
        tests.append(_entry("Earlier score", result.standing.sentence, result.final - added))
    else:
        late = result.late.deduction if result.late else 0.0
        if result.late is not None:
            tests.append(_entry("Late work", result.late.sentence, -late))
        if adjustment := sentences.adjustment(result):
            tests.append(_entry("Adjustment", adjustment[0], total((result.own, -result.score, late))))
    states = {test["status"] for test in tests}
    status = "error" if result.status in ("started", "grader_error") or "error" in states else "fail"
    return {
        "version": 1,
        "status": "pass" if states <= {"pass"} and result.status == "graded" else status,
        "max_score": result.points,
        "tests": tests,
    }


def to_step_output(result: Result) -> str:
    """One line for $GITHUB_OUTPUT."""
    text = json.dumps(render(result), ensure_ascii=False, allow_nan=False)
    return f"result={base64.b64encode(text.encode()).decode()}\n"


write = to_step_output


def workflow(rubric: Rubric, *, python: str = "3.11", minutes: int = 15) -> str:
    """The text of .github/workflows/classroom.yml.

    The names of the workflow and of its one job are the platform's. The step that grades runs the students' own
    `check.py` and turns what it says into what the reporter reads.
    """
    title = "".join(c for c in one_line(rubric.title) if c.isprintable() and c not in "\"'`$\\{}#:")
    script = "".join(f"          {line}\n" for line in _SCRIPT.splitlines())
    return f"""\
# {title}: runs the public checks on every push and reports the points. The hidden checks stay with the instructor.
name: Autograding Tests
on: [push, workflow_dispatch]
permissions:
  actions: read
  contents: read
  checks: write
jobs:
  run-autograding-tests:
    runs-on: ubuntu-latest
    timeout-minutes: {minutes}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "{python}"
      - name: Install
        run: |
          test ! -f requirements.txt || python -m pip install --quiet -r requirements.txt
          python -m pip install --quiet numpy pytest
      - name: Grade
        id: {RUNNER}
        shell: python
        run: |
{script}      - name: Report
        uses: classroom-resources/autograding-grading-reporter@v1
        env:
          {RUNNER.upper()}_RESULTS: "${{{{ steps.{RUNNER}.outputs.result }}}}"
        with:
          runners: {RUNNER}
"""


_SCRIPT = """\
import base64, json, os, subprocess, sys
done = subprocess.run([sys.executable, "check.py", "--json"], stdout=subprocess.PIPE)
try:
    tasks = json.loads(done.stdout)["tasks"]
except (ValueError, KeyError):
    tasks = []
STATES = {"passed": "pass", "not checked": "error"}
tests = [
    {
        "name": f"{task['id']} {task['title']}",
        "status": STATES.get(task["state"], "fail"),
        "message": "; ".join([task["words"], *task["broken_rules"]]),
        "line_no": 0,
        "test_code": f"python check.py {task['id']}",
        "score": task["earned"],
    }
    for task in tasks
]
states = {test["status"] for test in tests}
status = "pass" if states == {"pass"} else "error" if "error" in states or not tests else "fail"
points = sum(task["possible"] for task in tasks if not task["bonus"])
found = {"version": 1, "status": status, "max_score": points, "tests": tests}
encoded = base64.b64encode(json.dumps(found).encode()).decode()
with open(os.environ["GITHUB_OUTPUT"], "a", encoding="utf-8") as output:
    output.write(f"result={encoded}\\n")
sys.exit(0 if tests else 1)
"""
"""Runs in the student's repository, where the engine is not."""


def _test(item: ItemResult, result: Result) -> dict[str, Any]:
    rows = [sentences.verdict(item), *(line.text for line in sentences.report(item, result))]
    error = item.status in ("grader_error", "not_checked")
    return {
        "name": sentences.name(item),
        "status": "pass" if item.status == "passed" else "error" if error else "fail",
        "message": plain("\n".join(rows), limit=_MESSAGE_LIMIT, lines=60),
        "line_no": 0,
        "test_code": f"python check.py {item.id}",
        "score": item.score,
    }


def _entry(name: str, sentence: str, score: float) -> dict[str, Any]:
    return {
        "name": name,
        "status": "fail" if score < 0 else "pass",
        "message": plain(sentence, limit=_MESSAGE_LIMIT),
        "line_no": 0,
        "test_code": "",
        "score": round(score, 2),
    }


ABOUT = "for the autograding actions of classroom-resources"


def package(kit: Kit) -> dict[str, bytes]:
    """The workflow, which goes to .github/workflows/ of the students' repositories."""
    return {"classroom.yml": workflow(kit.rubric).encode()}
