"""The assignment as it is measured: a copy without the training tasks, which take seconds whoever runs them, or with
them."""

from __future__ import annotations

import shutil
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "dist" / "bench"


def copied(root: Path, out: Path, *, slow: bool = False) -> Path:
    """Copy a course into `out`, with its slow items or without them."""
    from softmark.content import yaml_places

    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True, mode=0o700)
    skip = shutil.ignore_patterns("__pycache__", "softmark", "public_tests")
    for part in ("autograder", "solutions", "assignment"):
        if (root / part).exists():
            shutil.copytree(root / part, out / part, ignore=skip)
    path = out / "autograder" / "rubric.yaml"
    rubric = yaml_places.read(path).data
    for item in rubric["items"]:
        if item.get("slow") and not slow:
            item["mode"] = "off"
    rubric.pop("total", None)
    text = yaml.safe_dump(rubric, allow_unicode=True, sort_keys=False)
    path.write_text(text, encoding="utf-8")
    return out
