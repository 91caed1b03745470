"""`python -m tests.planted`: plant faults one at a time, and print who notices. See the package's first lines."""

from __future__ import annotations

import argparse
import sys

from tests.judge.recording import Recording
from tests.judge.workshop import JudgeError

from .faults import Fault, NotThere, listed
from .tree import NotTried, Tree, kinds


def main(words: list[str]) -> int:
    reader = argparse.ArgumentParser(prog="python -m tests.planted", description=__doc__)
    reader.add_argument("fault", nargs="*", metavar="FAULT", help="these alone (default: all)")
    reader.add_argument("--judge", action="store_true", help="ask the judge, too; it takes a minute a fault")
    reader.add_argument("--no-tests", action="store_true", help="ask the judge alone")
    asked = reader.parse_args(words)
    faults = {fault.id: fault for fault in listed()}
    if strangers := [name for name in asked.fault if name not in faults]:
        print(f"there is no fault {' and no '.join(strangers)}; there are: {', '.join(faults)}", file=sys.stderr)
        return 2
    chosen = [faults[name] for name in asked.fault or faults]
    missed = []
    with Tree.copied() as tree:
        for fault in chosen:
            try:
                noticed = _noticed(tree, fault, tests=not asked.no_tests, judge=asked.judge or asked.no_tests)
            except (NotThere, NotTried, JudgeError) as problem:
                print(problem, file=sys.stderr)
                noticed = []
            print(f"{fault.id:32}{' | '.join(noticed or ['not tried'])}", flush=True)
            missed += [fault.id] if not any(each != "nobody" for each in noticed) else []
    print(f"{len(chosen)} faults, caught by nobody: {', '.join(missed) or 'none'}")
    return 1 if missed else 0


def _noticed(tree: Tree, fault: Fault, *, tests: bool, judge: bool) -> list[str]:
    """Who notices: a test, and the judge's kinds of differences."""
    before = tree.without_fault(fault.judge) if judge and fault.judge else None
    with tree.with_fault(fault):
        failing = tree.failing_test(fault.tests) if tests else ""
        judged = _judged(tree, fault, before) if before is not None else "nobody"
    if failing and tree.failing_test(failing):
        raise NotTried(f"{failing} fails without a fault, too")
    return [failing.rpartition("::")[2] or "nobody"] * tests + [judged] * judge


def _judged(tree: Tree, fault: Fault, before: Recording) -> str:
    try:
        return kinds(before, tree.recording(fault.judge)) or "nobody"
    except JudgeError as problem:
        return f"no recording: {problem}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
