"""Freezes a grader: the folder dist/autograder/, from which everything is graded, and which is the instructor's zip.

It holds the checked rubric as plain JSON, the graders, the reference and the known mistakes, what they do on all
numbers, the salt, and the rooms of the engine that grade. The same sources give the same bytes.
"""

from __future__ import annotations

from ..content import hidden_draws, plain_rubric, salt
from ..content import requirements as course_requirements
from ..content.course import HIDDEN_RECORDING, NO_HANDOUT, PUBLIC_RECORDING, RIGHT_WAY, Course
from ..files.engine import ENGINE, SHIPPED
from ..files.zips import below
from ..grading.version import DECIDING_ROOMS

GRADING_ROOMS = (*DECIDING_ROOMS, "policy", "render")
"""What one grade needs of the engine; whoever grades a class, builds or reports has the rest at home."""
COMMAND_FILES = ("__init__.py", "cli.py", "behind_launcher.py", "frozen_grader.py", "gradescope.py", "grade.py")
"""Two commands run from the folder: Gradescope's, and the one that writes for other platforms."""
EXECUTABLE = frozenset({"setup.sh", "run_autograder"})
README = "README.md"
_RECORDED = (HIDDEN_RECORDING, RIGHT_WAY)


def write(course: Course) -> None:
    """Bring the folder up to date; what the build has recorded lies there already."""
    folder = course.frozen_folder
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)  # the salt and the reference are for staff alone
    wanted = files(course)
    for name, data in wanted.items():
        path = folder / name
        if not path.exists() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        path.chmod(0o700 if name in EXECUTABLE else 0o600)
    for name in below(folder).keys() - wanted.keys():
        (folder / name).unlink()


def files(course: Course) -> dict[str, bytes]:
    """Name → content: the platform's two entry points, and everything that they need beside them."""
    made = {name: (SHIPPED / "gradescope" / name).read_bytes() for name in EXECUTABLE}
    made[README] = (SHIPPED / "gradescope" / README).read_bytes()
    made[plain_rubric.FILE] = plain_rubric.written(course.rubric).encode()
    made |= {f"graders/{name}": data for name, data in below(course.graders, "*.py").items()}
    made |= {f"reference/{name}.py": text.encode() for name, text in course.reference.items()}
    made |= {f"wrong/{name}": data for name, data in below(course.mistakes_folder, "*.py").items()}
    given = (*course.rubric.given_and_data, PUBLIC_RECORDING)
    made |= {f"given/{name}": (course.given_folder / name).read_bytes() for name in given}
    if not course.has_handout:
        made[NO_HANDOUT] = b"reports of this course name docstrings instead\n"
    made |= {f"softmark/{name}": data for name, data in engine().items()}
    return {**made, **_secrets(course), **requirements(course)}


def _secrets(course: Course) -> dict[str, bytes]:
    """The salt, and what was drawn and recorded with it."""
    made = {salt.FILE: f"{course.salt}\n".encode(), salt.FINGERPRINT: f"{course.fingerprint}\n".encode()}
    paths = {hidden_draws.FILE: course.hidden_draws_path, **{name: course.frozen_folder / name for name in _RECORDED}}
    return {**made, **{name: path.read_bytes() for name, path in paths.items() if path.exists()}}


def engine() -> dict[str, bytes]:
    """The rooms of the engine that grade, and the two commands that start them."""
    made = {path.name: path.read_bytes() for path in ENGINE.iterdir() if path.is_file()}
    for room in GRADING_ROOMS:
        made |= {f"{room}/{name}": data for name, data in below(ENGINE / room).items()}
    return {**made, **{f"commands/{name}": (ENGINE / "commands" / name).read_bytes() for name in COMMAND_FILES}}


def requirements(course: Course) -> dict[str, bytes]:
    """The lists of packages that a grade needs."""
    names = ["engine", *(["torch"] if course.rubric.framework == "torch" else [])]
    lists = {f"requirements/{name}.txt": (SHIPPED / "requirements" / f"{name}.txt").read_bytes() for name in names}
    if own := course_requirements.read(course):
        lists["requirements/course.txt"] = "".join(f"{line}\n" for line in own.values()).encode()
    return lists
