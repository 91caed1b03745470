"""Knows where the parts of one assignment are: its rubric, reference, graders and known answers.

They lie in two places. Staff write a repository (autograder/, solutions/, assignment/), which the build reads. It
freezes a grader from that, one folder, which grades read: dist/autograder/, or the zip of it that a platform unpacked.
Everything else in the engine asks a Course and never builds a path.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from .. import bank
from ..bank import Answer
from ..checks.errors import GraderFault
from ..checks.imports import imports
from ..checks.module_names import module_of
from ..files.engine import FROZEN
from ..locating import right_way
from ..locating.right_way import Ways
from . import grader_files, hidden_draws, plain_rubric, salt, stubs
from .rubric import Rubric

RIGHT_WAY = "right_way.safetensors"
HIDDEN_RECORDING = ".hidden.safetensors"
PUBLIC_RECORDING = "public_tests/recorded.safetensors"
"""Below the folder of given files."""
NO_HANDOUT = "no_handout"
"""A file in the frozen grader of a course without one, whose reports must not send anybody there."""
PROBES = "probes.py"
"""Tiny given models that graders pass to student code; they travel into the worker."""


@dataclass(frozen=True)
class Course:
    rubric_path: Path
    graders: Path
    reference_folder: Path
    given_folder: Path
    mistakes_folder: Path
    alternatives_folder: Path
    salt_path: Path
    frozen_folder: Path
    """The grader that is made of it, with what the build has recorded for grades."""
    has_handout: bool = True
    """Whether students have a text with sections to read in, besides the docstrings."""

    @staticmethod
    def at(root: Path) -> Course:
        """The repository of a course."""
        home, solutions = root / "autograder", root / "solutions"
        if not (home / "rubric.yaml").exists():
            raise GraderFault(f"there is no {home / 'rubric.yaml'}: run this in the repository of a course")
        return Course(
            rubric_path=home / "rubric.yaml",
            graders=home / "graders",
            reference_folder=solutions / "reference",
            given_folder=root / "assignment",
            mistakes_folder=solutions / "wrong",
            alternatives_folder=solutions / "right",
            salt_path=home / salt.FILE,
            frozen_folder=root / FROZEN,
            has_handout=any(root.glob("handouts/handouts.yaml")) or any(root.glob("assignment/handout.*")),
        )

    @staticmethod
    def frozen(folder: Path) -> Course:
        """A grader that the build froze."""
        return Course(
            rubric_path=folder / plain_rubric.FILE,
            graders=folder / "graders",
            reference_folder=folder / "reference",
            given_folder=folder / "given",
            mistakes_folder=folder / "wrong",
            alternatives_folder=folder / "right",
            salt_path=folder / salt.FILE,
            frozen_folder=folder,
            has_handout=not (folder / NO_HANDOUT).exists(),
        )

    @cached_property
    def rubric(self) -> Rubric:
        """As the build has checked it, where this is frozen; otherwise it is checked now."""
        if self.rubric_path.name == plain_rubric.FILE:
            return plain_rubric.read(self.rubric_path)
        from .rubric_reader import load_rubric  # takes longer to import than a frozen rubric to read

        return load_rubric(self.rubric_path)

    @cached_property
    def salt(self) -> str:
        """Kept by staff; the hidden numbers come from it. GraderFault if it is not there."""
        return salt.read(self.salt_path)

    @property
    def fingerprint(self) -> str:
        """Tells two salts apart, and nothing about either."""
        return salt.fingerprint(self.salt)

    def hidden_key(self) -> str:
        """Decides every number of the hidden checks."""
        return salt.key(self.salt, self.rubric.name, "hidden")

    @property
    def hidden_draws_path(self) -> Path:
        """Beside the salt, and shared with it."""
        return self.salt_path.with_name(f"{self.salt_path.name}{hidden_draws.ENDING}")

    @property
    def hidden_recording_path(self) -> Path:
        """What the reference and the known mistakes do on hidden numbers, made by the build; for staff alone."""
        return self.frozen_folder / HIDDEN_RECORDING

    @property
    def public_recording_path(self) -> Path:
        """The same on public numbers; students have it, too."""
        return self.given_folder / PUBLIC_RECORDING

    @cached_property
    def redrawn(self) -> Mapping[str, int]:
        """Check → how often its hidden numbers were drawn before no known mistake passed on them by luck."""
        return hidden_draws.read(self.hidden_draws_path, self.fingerprint)

    @cached_property
    def reference(self) -> dict[str, str]:
        """Module name → text of the right answer, in task order."""
        paths = {module_of(name): self.reference_folder / name for name in self.rubric.files}
        return {name: path.read_text(encoding="utf-8") for name, path in paths.items() if path.exists()}

    @cached_property
    def given(self) -> dict[str, str]:
        """File name → text of what student code may import besides its own files."""
        found = {name: (self.given_folder / name).read_text(encoding="utf-8") for name in self.rubric.given}
        return {**found, **self.probes}

    @cached_property
    def probes(self) -> dict[str, str]:
        path = self.graders / PROBES
        return {PROBES: path.read_text(encoding="utf-8")} if path.exists() else {}

    @cached_property
    def known_mistakes(self) -> list[Answer]:
        return self._of_this_course(self.mistakes_folder)

    @cached_property
    def alternatives(self) -> list[Answer]:
        return self._of_this_course(self.alternatives_folder)

    def _of_this_course(self, folder: Path) -> list[Answer]:
        """Known answers about files that students write this time."""
        return [answer for answer in bank.answers(folder, self.owners) if f"{answer.module}.py" in self.rubric.files]

    @property
    def owners(self) -> dict[tuple[str, str], str]:
        """(module, function) → the task that asks for it."""
        return {(module_of(item.file), name): item.id for item in self.rubric.all_items for name in item.names}

    def laid_over(self, *answers: Answer) -> dict[str, str]:
        """File name → text: the reference with known answers in it, as a student would hand it in."""
        return {f"{name}.py": bank.clean(text) for name, text in bank.laid_over(self.reference, *answers).items()}

    def hold_answers(self) -> None:
        """Known answers can be read, and speak of files that there are: else BadAnswer or GraderFault.

        For whoever builds: nothing in a zip goes wrong over an answer to a part that the zip leaves out.
        """
        for folder in (self.mistakes_folder, self.alternatives_folder):
            for answer in bank.answers(folder, self.owners):
                self._hold(answer, wrong=folder == self.mistakes_folder)

    def _hold(self, answer: Answer, *, wrong: bool) -> None:
        """A known answer says what it must, about a file that there is: else GraderFault."""
        file = f"{answer.module}.py"
        if file not in self.rubric.files and not (self.reference_folder / file).exists():
            known = ", ".join(self.rubric.files)
            raise GraderFault(f"{answer.path}: students write no {file}; they write {known}")
        if wrong and not answer.hint:
            raise GraderFault(f"{answer.place}: Hint: is missing, what whoever makes this mistake should look at")

    @cached_property
    def right_ways(self) -> Ways:
        """What right solutions compute in each check, on public numbers; none where that was never recorded."""
        return right_way.read(self.ways_path, self.rubric.public_key())

    @property
    def ways_path(self) -> Path:
        """For staff alone: students could learn from it after every step whether it was right."""
        return self.frozen_folder / RIGHT_WAY

    @cached_property
    def stubs(self) -> dict[str, str]:
        """Module name → text of the file as it is handed out; not secret. A reference without marks has none."""
        found = {name: stubs.cut(text, f"{name}.py", self.rubric.modes) for name, text in self.reference.items()}
        return {name: stub for name, stub in found.items() if stub != self.reference[name]}

    def trusted_sources(self) -> dict[str, str]:
        """What a trusted world is loaded from: the probes, the given files that known answers import, the reference."""
        probes = {module_of(name): text for name, text in self.probes.items()}
        return {**probes, **self.given_to_answers, **self.reference}

    @cached_property
    def given_to_answers(self) -> dict[str, str]:
        """Module name → text of the given files that a known answer imports. The others are no concern of ours: they
        may draw pictures, with packages that no grading machine has."""
        given = {module_of(name): self.given[name] for name in self.rubric.given if name.endswith(".py")}
        known = [(name, self.reference_folder / f"{name}.py") for name in self.reference]
        for folder in (self.mistakes_folder, self.alternatives_folder):
            known += [(path.relative_to(folder).with_suffix("").as_posix(), path) for path in folder.rglob("*.py")]
        wanted = set[str]()
        while known:  # a given file may import another
            module, path = known.pop()
            found = imports(grader_files.parsed(path))
            new = {own for entry in found for own in entry.own_modules(f"{module}.py", given)} - wanted
            wanted |= new
            known += [(name, self.given_folder / f"{name}.py") for name in new]
        return {name: text for name, text in given.items() if name in wanted}
