"""Lists the packages to import before the first fork, by the rubric's `framework`."""

from __future__ import annotations


def packages(framework: object) -> list[str]:
    if framework == "python":
        return []
    return ["numpy", "torch"] if framework == "torch" else ["numpy"]
