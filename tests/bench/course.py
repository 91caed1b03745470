"""The assignment as it is measured: a copy without the training tasks, which take seconds whoever runs them, or with
them."""

from __future__ import annotations

import shutil
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "dist" / "bench"


def copied(root: Path, out: Path, *, slow: bool = False) -> Path:
    """Copy a course into `out`, in the shape of an unpacked zip, with its slow items or without them."""
    from softmark.content import yaml_places
    from softmark.content.course import Course

    course = Course.at(root)
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True, mode=0o700)
    skip = shutil.ignore_patterns("__pycache__")
    shutil.copytree(course.graders, out / "graders", ignore=skip)
    shutil.copytree(course.reference_folder, out / "reference", ignore=skip)
    for source, name in ((course.mistakes_folder, "wrong"), (course.alternatives_folder, "right")):
        if source.exists():
            shutil.copytree(source, out / name, ignore=skip)
    (out / "given").mkdir()
    for name in (*course.rubric.given, *course.rubric.data):
        (out / "given" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(course.given_folder / name, out / "given" / name)
    rubric = yaml_places.read(course.rubric_path).data
    for item in rubric["items"]:
        if item.get("slow") and not slow:
            item["mode"] = "off"
    rubric.pop("total", None)
    text = yaml.safe_dump(rubric, allow_unicode=True, sort_keys=False)
    (out / "rubric.yaml").write_text(text, encoding="utf-8")
    for path in (course.salt_path, course.hidden_draws_path):
        if path.exists():
            shutil.copy(path, out / path.name)
    return out
