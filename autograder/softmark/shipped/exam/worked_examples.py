"""Try the worked examples:  python check.py          (python check.py --zip packs what you hand in)

This is an exam: here are the examples that the docstrings show, and nothing else. Scores come from the course staff.
"""

from __future__ import annotations

import contextlib
import doctest
import hashlib
import importlib
import io
import json
import sys
import traceback
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def main(words: list[str]) -> int:
    exam = json.loads((HERE / "exam.json").read_text(encoding="utf-8"))
    if words == ["--zip"]:
        return packed(exam["files"], exam["stubs"])
    if words:
        print("python check.py tries the worked examples; python check.py --zip packs your files", file=sys.stderr)
        return 2
    sys.path.insert(0, str(HERE))
    print(f"{exam['title']}: the worked examples")
    good = [shown(name) for name in exam["files"]]
    print("This is no score: the graders ask for everything that the docstrings say.")
    return 0 if all(good) else 1


def shown(name: str) -> bool:
    """One file, function by function; whether all its examples come out."""
    try:
        module = importlib.import_module(name.removesuffix(".py"))
    except Exception:
        print(f"  x {name} cannot be loaded:\n{traceback.format_exc(limit=-1)}")
        return False
    good = True
    for test in sorted(doctest.DocTestFinder().find(module), key=lambda test: test.lineno or 0):
        if not test.examples:
            continue
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            failed = doctest.DocTestRunner(optionflags=FLAGS).run(test).failed
        state = "ok" if not failed else "not written yet" if "NotImplementedError" in said.getvalue() else "x"
        print(f"  {state:16}{test.name}")
        if state == "x":
            print(said.getvalue())
        good = good and not failed
    return good


def packed(files: list[str], stubs: dict[str, str]) -> int:
    missing = [name for name in files if not (HERE / name).exists()]
    if missing:
        print(f"not here: {', '.join(missing)}", file=sys.stderr)
        return 2
    for name in files:
        beside = copies(name, files)
        if beside and without_work((HERE / name).read_bytes(), stubs.get(name, "")):
            print(
                f"No zip was written: there is no work in {name} yet, and beside it lies {', '.join(beside)}. If your "
                f"work is in that file, copy its text into {name}; if not, move that file to another folder.",
                file=sys.stderr,
            )
            return 2
    with zipfile.ZipFile(HERE / "submission.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name in files:
            archive.write(HERE / name, name)
    print(f"written: submission.zip, with {', '.join(files)}")
    return 0


def copies(name: str, files: list[str]) -> list[str]:
    """What a browser or a file manager may have called a second copy: "stats (1).py", "Copy of stats.py"."""
    stem = name[: -len(".py")].lower()
    return sorted(
        each.name for each in HERE.iterdir()
        if each.suffix == ".py" and stem in each.stem.lower() and each.name not in files
    )  # fmt: skip


def without_work(data: bytes, stub: str) -> bool:
    """Nothing but white space, or still as it was handed out."""
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    lines = "\n".join(line.rstrip() for line in text.rstrip().split("\n"))
    return not text.strip() or hashlib.sha256(lines.encode("utf-8", "replace")).hexdigest()[:16] == stub


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
