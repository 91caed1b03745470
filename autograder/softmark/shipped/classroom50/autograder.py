"""Classroom 50 starts this once a submission, in the student's checkout. It grades with the public numbers.

What lies beside it can be read by students: no reference, no hidden numbers. Student code runs in the grader's
sandbox, without this job's environment. Exit code 0: graded, whatever the score; 1: a fault of ours, and no result.

SOFTMARK_PYTHON   an interpreter that has the packages already (a container's); otherwise they are installed once a job
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from datetime import datetime, timezone
from importlib.util import find_spec
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
MOST_FILES, MOST_BYTES = 100, 4 << 20


def main() -> int:
    checkout = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="softmark-") as name:
        place = Path(name)
        try:
            handed_in(checkout, place / "submission")
            graded = grade(python(place), place)
            publish(checkout, graded)
        except (OSError, ValueError, KeyError, subprocess.SubprocessError) as problem:
            print(f"the grader failed, which is not the student's mistake: {problem}", file=sys.stderr)
            return 1
    return 0


def handed_in(checkout: Path, target: Path) -> None:
    """The Python files of the checkout, at the top and up to two folders down: plain ones, so many and so large as an
    answer may be."""
    target.mkdir()
    left = MOST_BYTES
    found = [path for depth in ("*.py", "*/*.py", "*/*/*.py") for path in sorted(checkout.glob(depth))]
    for path in found[:MOST_FILES]:
        place = path.relative_to(checkout)
        linked = any((checkout / step).is_symlink() for step in (place, *place.parents))
        if path.is_file() and not linked and path.stat().st_size <= left:
            left -= path.stat().st_size
            (target / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target / place)


def python(place: Path) -> str:
    """An interpreter with the grader's packages."""
    if named := os.environ.get("SOFTMARK_PYTHON"):
        return named
    lists = sorted((HERE / "requirements").glob("*.txt"))
    names = {path.name for path in lists}
    needed = ["numpy", "pydantic", "pytest", "rich", "yaml", *(["torch"] if "torch.txt" in names else [])]
    if "course.txt" not in names and all(find_spec(name) for name in needed):
        return sys.executable
    made = place / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(made)], check=True)
    own = str(made / "bin" / "python")
    subprocess.run(["bash", str(HERE / "setup.sh"), "packages", own, *map(str, lists)], check=True)
    return own


def grade(interpreter: str, place: Path) -> dict[str, Any]:
    """Never in the checkout: Python would import what lies there."""
    command = [interpreter, "-m", "softmark", "grade", str(place / "submission"), "--course", str(HERE)]
    command += ["--out", str(place / "out"), "--format", "classroom50"]
    env = {"PATH": os.environ.get("PATH", os.defpath), "PYTHONPATH": str(HERE), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=HERE, env=env, check=False)
    if done.returncode != 0:
        raise ValueError(f"grading ended with exit code {done.returncode}; its own words are above")
    found: dict[str, Any] = json.loads((place / "out" / "classroom50.json").read_text(encoding="utf-8"))
    return found


def publish(checkout: Path, graded: dict[str, Any]) -> None:
    """result.json and release-body.md into the checkout, the two outputs to the job."""
    body = graded.pop("release-body")
    said = {"classroom": "CLASSROOM", "assignment": "ASSIGNMENT", "submission": "SUBMISSION_TAG"}
    said |= {"commit": "COMMIT_URL", "release": "RELEASE_URL", "review": "REVIEW_URL"}
    about = {field: os.environ.get(name, "") for field, name in said.items()}
    times = {"datetime": handed_in_at(), "graded_at": utc(datetime.now(timezone.utc))}
    result = {"schema": "classroom50/result/v1", **about, **times, **graded}
    write(checkout / "result.json", json.dumps(result, ensure_ascii=False, indent=1) + "\n")
    write(checkout / "release-body.md", body)
    if output := os.environ.get("GITHUB_OUTPUT"):
        with Path(output).open("a", encoding="utf-8") as stream:
            stream.write(f"status=graded\nsummary={result['score']} of {result['max-score']} points\n")


def handed_in_at() -> str:
    """When GitHub took the push, as it says in the job's event; now, where it does not. A commit's own date is never
    asked: whoever commits can set it."""
    try:
        event = json.loads(Path(os.environ["GITHUB_EVENT_PATH"]).read_text(encoding="utf-8"))
        pushed = event["repository"]["pushed_at"]
        if isinstance(pushed, str):
            return utc(datetime.fromisoformat(pushed.replace("Z", "+00:00")))
        return utc(datetime.fromtimestamp(pushed, timezone.utc))
    except (KeyError, OSError, OverflowError, TypeError, ValueError):
        return utc(datetime.now(timezone.utc))


def utc(moment: datetime) -> str:
    return moment.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def write(path: Path, text: str) -> None:
    """Beside it and then over it: whatever lies there, a link too, is replaced and not followed."""
    with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as stream:
        stream.write(text)
    Path(stream.name).chmod(0o644)
    Path(stream.name).replace(path)


if __name__ == "__main__":
    sys.exit(main())
