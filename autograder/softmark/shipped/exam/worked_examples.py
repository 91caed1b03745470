"""Try the worked examples:  python check.py          (python check.py --zip packs what you hand in)

This is an exam: here are the examples that the docstrings show, and nothing else. Scores come from the course staff.
"""

from __future__ import annotations

import contextlib
import doctest
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
        module = importlib.import_module(name.removesuffix(".py").replace("/", "."))
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
        if beside := overlooked(name, stubs.get(name, "")):
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


def overlooked(name: str, stub: str) -> list[str]:
    """Second copies of a file that has no work in it: "stats (1).py", "Copy of stats.py"."""
    copies, source = (importlib.import_module(f"exam.{module}") for module in ("copies", "source"))

    def without_work(path: Path) -> bool:
        try:
            text: str = source.text_of(path.read_bytes())[0]
        except (OSError, source.NotSource):
            return False
        return not text.strip() or source.fingerprint_of_text(text) == stub

    if not without_work(HERE / name):
        return []
    there = (HERE / name).parent.iterdir()
    beside = sorted(each for each in there if each.is_file() and copies.is_copy(each.name, Path(name).name))
    return [each.relative_to(HERE).as_posix() for each in beside if not without_work(each)]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
