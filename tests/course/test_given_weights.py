"""The given weights reach the checks that use them wherever these run."""

from pathlib import Path

from softmark.build import freeze
from softmark.content.course import Course

ROOT = Path(__file__).resolve().parents[2]


def test_a_graders_bundle_holds_what_its_checks_read() -> None:
    course = Course.at(ROOT)
    course.__dict__["salt"] = "a salt of this test"
    packed = freeze.files(course)
    for name in ("lab/trained.py", "lab/writer/weights.safetensors"):
        assert packed[f"given/{name}"] == (ROOT / "assignment" / name).read_bytes()


def test_student_code_does_not_get_them() -> None:
    assert not {"lab/trained.py", "lab/writer/weights.safetensors"} & set(Course.at(ROOT).given)
