"""A tree that is safe to publish: no body, no input, no canary, and nothing written if there were one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from softmark.build import build, public, student_folder
from softmark.checks.draw import Draw
from softmark.content.course import Course
from softmark.files import zips
from softmark.files.engine import ENGINE
from tests.mini_course import COURSE, ROOT

CANARY = "a-canary-that-must-not-sing"


@pytest.fixture(scope="module", autouse=True)
def one_room() -> Iterator[None]:
    """Of the engine one room is published here, and searched in a twentieth of the time: the whole is searched below,
    with the real assignment."""

    def below(folder: Path) -> dict[str, bytes]:
        files = zips.below(folder)
        return {name: files[name] for name in files if folder != ENGINE or name.startswith("sandbox/")}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(public, "below", below)
        yield


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The miniature, built, with a canary in every place that is not for everybody."""
    root = tmp_path_factory.mktemp("public") / "course"
    shutil.copytree(COURSE, root)
    for folder in ("solutions", "autograder/graders"):
        for path in (root / folder).rglob("*.py"):
            if "reference" not in path.parts and "graders" not in path.parts:
                path.write_text(path.read_text(encoding="utf-8") + f"\n# {CANARY}\n", encoding="utf-8")
    reference = root / "solutions" / "reference" / "stats.py"
    text = reference.read_text(encoding="utf-8")
    marked = text.replace("    return x.sum(axis=-1)", f"    # {CANARY}\n    return x.sum(axis=-1)")
    reference.write_text(marked, encoding="utf-8")
    (root / "autograder" / ".salt").write_text(f"{CANARY}-and-more-of-it-to-be-long\n", encoding="utf-8")
    (root / "handouts").mkdir()
    (root / "handouts" / "handout.md").write_text("# For students\n", encoding="utf-8")
    (root / "handouts" / "instructor-guide.md").write_text(f"# {CANARY}\n", encoding="utf-8")
    quoted = f'solutions/wrong/x.py: [{{lectures: "{CANARY}, the lecture", standalone: "{CANARY}"}}]\n'
    (root / "handouts" / "editions.yaml").write_text(quoted, encoding="utf-8")
    assert build.run(root, root / "dist", True, False) == 0
    return root


@pytest.fixture(scope="module")
def tree(course: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("tree") / "public"
    assert public.run(course, out) == 0
    return out


def contents(tree: Path) -> dict[str, bytes]:
    return {path.relative_to(tree).as_posix(): path.read_bytes() for path in tree.rglob("*") if path.is_file()}


def test_it_holds_what_students_need_and_the_engine(tree: Path) -> None:
    names = set(contents(tree))
    assert {
        "README.md",
        "assignment/stats.py",
        "assignment/check.py",
        "assignment/public_tests/test_scaling.py",
        "assignment/public_tests/recorded.safetensors",
        "autograder/softmark/sandbox/worker.py",
        "autograder/run_autograder",
        "autograder/rubric.yaml",
        "handouts/handout.md",
    } <= names
    assert not [name for name in names if name.startswith(("solutions/", "tests/", "autograder/graders/"))]
    assert "handouts/instructor-guide.md" not in names


def test_no_canary(tree: Path) -> None:
    assert not [name for name, data in contents(tree).items() if CANARY.encode() in data]


def test_no_body_of_any_answer(course: Path, tree: Path) -> None:
    found = Course.at(course)
    secret = public.solutions(found)
    assert any("mean.off_by_one" in whose for whose in secret.values()) and len(secret) >= 4
    for name, data in contents(tree).items():
        if name.endswith(".py") and not name.startswith("autograder/softmark/"):  # the engine knows no course
            assert not {body for _, body in public.bodies(data.decode("utf-8"))} & set(secret), name


def test_no_hidden_input_and_no_hidden_key(course: Path, tree: Path) -> None:
    found = Course.at(course)
    drawn = Draw(found.hidden_key(), "TestMean.test_values", "numpy")
    rows, columns = drawn.sizes(2)
    hidden = drawn(rows, columns)
    for name, data in contents(tree).items():
        assert found.hidden_key().encode() not in data, name
        assert hidden.tobytes() not in data and hidden.astype("float32").tobytes() not in data, name


def test_the_stubs_in_it_are_stubs(tree: Path) -> None:
    assert "NotImplementedError" in (tree / "assignment" / "stats.py").read_text(encoding="utf-8")


def test_it_can_be_written_again_and_forgets_what_is_gone(course: Path, tree: Path) -> None:
    (tree / "assignment" / "old.py").write_text("gone = True\n", encoding="utf-8")
    (tree / ".git").mkdir(exist_ok=True)
    (tree / ".git" / "config").write_text("kept\n", encoding="utf-8")
    assert public.run(course, tree) == 0
    assert not (tree / "assignment" / "old.py").exists() and (tree / ".git" / "config").exists()


def test_somebody_elses_folder_is_left_alone(course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "thesis.txt").write_text("mine\n", encoding="utf-8")
    assert public.run(course, tmp_path) == 2
    assert "is not empty" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("stats.py", "def total(x):\n    return x.sum(axis=-1) / max(x.shape[-1] - 1, 1)\n", "mean.off_by_one's mean"),
        ("notes.md", f"the salt is {CANARY}-and-more-of-it-to-be-long\n", "notes.md holds the salt"),
        ("notes.py", "spread = np.sqrt(mean(centred**2))\n", None),
        ("helper.py", "def f(x):\n    # mine\n    return x.sum(axis=0) / x.shape[0]  # rows?\n", None),
    ],
)
def test_a_secret_in_any_file_stops_everything(
    course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, says: str | None
) -> None:
    """Short lines are everybody's; whole bodies and keys are not."""
    root = tmp_path / "course"
    shutil.copytree(course, root)
    (root / "assignment" / name).write_text(text, encoding="utf-8")
    code = public.run(root, tmp_path / "out")
    if says is None:
        assert code == 0
    else:
        assert code == 2 and says in capsys.readouterr().err and not (tmp_path / "out").exists()


def test_what_is_packed_in_the_engines_one_file_is_searched_too(
    course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tmp_path / "course"
    shutil.copytree(course, root)
    packed = root / "assignment" / "public_tests" / "softmark.pyz"
    zips.write_zip(packed, {"softmark/notes.py": f"SALT = '{CANARY}-and-more-of-it-to-be-long'\n".encode()})
    assert public.run(root, tmp_path / "out") == 2 and not (tmp_path / "out").exists()
    assert "softmark.pyz/softmark/notes.py holds the salt" in capsys.readouterr().err


@pytest.mark.slow
def test_the_real_assignment_can_be_published(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own stubs, tests and engine hold no solution: searched file by file before anything is written."""
    monkeypatch.setattr(public, "below", zips.below)
    course = Course.at(ROOT)
    files = public.tree(course, ROOT)
    assert not list(public.found_in(files, course))
    assert "assignment/attention.py" in files and student_folder.RECORDED in {
        name.removeprefix("assignment/") for name in files
    }
