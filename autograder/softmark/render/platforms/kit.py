"""Holds what a build has to give to a platform."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...content.rubric import Rubric
from ...files.engine import SHIPPED


@dataclass(frozen=True)
class Kit:
    rubric: Rubric
    grader: Callable[[], dict[str, bytes]]
    """Everything that grades, with the salt and the reference: for staff alone."""
    open_grader: Callable[[], dict[str, bytes]]
    """What students may read and yet grades: public checks, the recorded reference, the engine. GraderFault rather than
    a secret in it."""

    @staticmethod
    def shipped(name: str) -> bytes:
        """A file of shipped/: a script that the platform starts."""
        return (SHIPPED / name).read_bytes()

    def image(self, files: dict[str, bytes]) -> dict[str, bytes]:
        """What an image is built from in which the grader runs."""
        kept = {name: data for name, data in files.items() if name == "setup.sh" or name.startswith("requirements/")}
        return {
            f"image/{name}": data for name, data in {**kept, "Dockerfile": self.shipped("image/Dockerfile")}.items()
        }


def is_program(data: bytes) -> bool:
    """Whether a file is to be executable: it says itself what runs it."""
    return data.startswith(b"#!")
