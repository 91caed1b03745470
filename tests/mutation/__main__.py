"""`python -m tests.mutation`: change the reference mechanically, grade every change, and explain each that survives.

A mutant that keeps all its points is a missing check, unless it computes the same thing: those are listed in
equivalent.yaml, each with its reason. Exit code 1 for a survivor without a reason, or a reason without a survivor.
"""

import argparse
import ast
import json
import subprocess
import sys
import venv
from pathlib import Path

import yaml

from softmark.classes import pool
from softmark.commands import frozen_grader
from softmark.content.course import Course
from softmark.grading.server import GradingJob
from softmark.render.progress import bar

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
TOOL = ROOT / "dist" / "mutation" / "venv"
PINNED = HERE / "requirements.txt"


def tool():
    """cosmic-ray, in an environment of its own."""
    python = TOOL / "bin" / "python"
    if not (TOOL / ".ready").exists():
        venv.create(TOOL, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "-r", PINNED], check=True)
        (TOOL / ".ready").touch()
    return python


def mutants(course):
    files = [course.reference_folder / name for name in course.rubric.files]
    made = subprocess.run([tool(), HERE / "mutants.py", *files], check=True, capture_output=True, text=True)
    return json.loads(made.stdout)


def owner(text, line):
    """The function or method that a line belongs to: softmax, LayerNorm.forward."""
    name = ""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.lineno <= line <= node.end_lineno:
            name = f"{name}.{node.name}" if name else node.name
    return name


def item_of(course, mutant):
    """The task that a changed line belongs to."""
    name = owner(course.reference[mutant["file"].removesuffix(".py")], mutant["line"])
    found = [item for item in course.rubric.items if item.file == mutant["file"] and name in item.names]
    return found[0].id if found else None


def grade(course, jobs):
    done = {}
    with bar("grading mutants") as progress:
        for each in pool.grade_all(frozen_grader.folder(str(ROOT)), jobs):
            done[each.name] = each
            progress(len(done), len(jobs))
    return done


def main():
    argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__).parse_args()
    course = Course.at(ROOT)
    right = {f"{name}.py": text for name, text in course.reference.items()}
    found = {str(i): {**mutant, "item": item_of(course, mutant)} for i, mutant in enumerate(mutants(course))}
    strays = [mutant for mutant in found.values() if mutant["item"] is None]
    assert not strays, f"a solution that belongs to no task: {strays[0]['file']} line {strays[0]['line']}"
    jobs = [
        GradingJob(
            name,
            {**right, mutant["file"]: mutant["text"]},
            tuple(item.id for item in course.rubric.items if item.id != mutant["item"]),
        )
        for name, mutant in found.items()
    ]
    done = grade(course, jobs)
    faults = [name for name, each in done.items() if each.error or each.faulty]
    survivors = []
    for name, mutant in found.items():
        row = next(row for row in done[name].result["items"] if row["id"] == mutant["item"])
        if name not in faults and row["score"] == row["points"]:
            survivors.append(mutant)
    known = yaml.safe_load((HERE / "equivalent.yaml").read_text(encoding="utf-8")) or []
    reasons = {(entry["file"], entry["before"], entry["after"]): entry["because"] for entry in known}
    keys = {(mutant["file"], mutant["before"], mutant["after"]): mutant for mutant in survivors}
    unexplained = [mutant for key, mutant in keys.items() if key not in reasons]
    stale = [key for key in reasons if key not in keys]
    killed = len(found) - len(survivors) - len(faults)
    print(f"mutants: {len(found)}, killed: {killed}, equivalent: {len(survivors) - len(unexplained)}")
    print(f"survivors: {len(unexplained)}, grader faults: {len(faults)}")
    for mutant in unexplained:
        print(
            f"  {mutant['file']} line {mutant['line']} ({mutant['item']}): {mutant['before']}\n    -> {mutant['after']}"
        )
    for key in stale:
        print(f"  listed as equivalent, but killed or gone: {key[0]}: {key[2]}")
    for name in faults:
        print(f"  the grader failed on: {found[name]['after']}: {done[name].error.strip().splitlines()[-1:]}")
    return 1 if unexplained or stale or faults else 0


if __name__ == "__main__":
    sys.exit(main())
