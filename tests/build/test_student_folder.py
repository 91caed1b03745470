"""What students receive comes from its sources, gives no solution away, and stays small."""

import ast
import hashlib
import itertools
import re
import shutil
import zipfile

import pytest

from softmark.build import student_folder
from softmark.content import stubs
from softmark.content.course import PUBLIC_RECORDING, Course
from softmark.files.zips import below, write_zip
from softmark.running import recording
from tests.mini_course import COURSE as MINI
from tests.mini_course import ROOT

COURSE = Course.at(ROOT)
FOLDER = ROOT / "assignment"
TEXTS = student_folder.texts(COURSE)


@pytest.fixture(scope="module")
def student_zip(tmp_path_factory):
    path = tmp_path_factory.mktemp("zip") / "assignment.zip"
    write_zip(path, below(FOLDER))
    return path


@pytest.fixture(scope="module")
def everything(student_zip):
    """Every file of the zip: name → bytes."""
    with zipfile.ZipFile(student_zip) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_the_committed_file_fits_its_source(name):
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert text == TEXTS[name], f"run `make` and commit assignment/{name}"


def test_a_stub_is_the_reference_without_its_regions():
    for name, text in COURSE.reference.items():
        stub = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
        regions = stubs.regions(text, f"{name}.py")
        assert stub.count("raise NotImplementedError") == len(regions)
        assert "BEGIN SOLUTION" not in stub
        ast.parse(stub)


def test_no_solution_line_survives_in_any_stub():
    for name, text in COURSE.reference.items():
        stub = {line.strip() for line in (FOLDER / f"{name}.py").read_text(encoding="utf-8").splitlines()}
        lines = text.split("\n")
        cut = (line.strip() for region in stubs.regions(text) for line in lines[region.begin : region.end - 1])
        survivors = stub & {line for line in cut if len(line) > len("return weights")}  # shorter ones stand anywhere
        assert not survivors, f"{name}.py: {survivors}"


def functions(source):
    """Every function of a source: its name, and its statements without the docstring."""
    for node in statements(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            yield (
                node.name,
                [
                    part
                    for part in node.body
                    if not (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))
                ],
            )


def statements(node):
    """Those in it, and itself: no expression holds a function, and most of a tree is expressions."""
    yield node
    for name in ("body", "handlers", "orelse", "finalbody", "cases"):
        for inner in getattr(node, name, ()):
            if not isinstance(inner, ast.expr):
                yield from statements(inner)


def kinds(body):
    """Bodies that differ in the kinds of their statements differ: that is quicker to see than to write them out."""
    return tuple(type(part) for part in body)


def written(body):
    """Its normal form, with the names of variables; nothing for what is too short to be anybody's."""
    text = "\n".join(ast.unparse(part) for part in body)
    return {text} if len(text) > 40 and "NotImplementedError" not in text else set()


def test_no_reference_body_and_no_known_mistake_is_in_the_zip(everything):
    asked = {name.rpartition(".")[2] for item in COURSE.rubric.items for name in item.names}
    secret = {}
    for name, body in itertools.chain.from_iterable(map(functions, COURSE.reference.values())):
        if name in asked:
            secret.setdefault(kinds(body), []).append(body)
    for _, body in itertools.chain.from_iterable(functions(each.source) for each in COURSE.known_mistakes):
        secret.setdefault(kinds(body), []).append(body)
    known = {}
    for name, data in everything.items():
        for _, body in functions(data.decode()) if name.endswith(".py") else ():
            kind = kinds(body)
            if kind in secret and (text := written(body)):
                if kind not in known:
                    known[kind] = set().union(*map(written, secret[kind]))
                assert not text & known[kind], f"{name} holds {text}"
    assert known, "some are alike so far"
    assert not any(re.search("(^|/)(solutions|wrong|right|reference)/", name) for name in everything)


def test_no_salt_and_no_hidden_key_is_in_the_zip(everything):
    import torch  # noqa: F401 (the recording holds tensors)

    rubric = COURSE.rubric
    for name, data in everything.items():
        for secret in (COURSE.hidden_key(), COURSE.salt):
            assert secret.encode() not in data, f"{name} holds {secret}"
    assert recording.read(FOLDER / PUBLIC_RECORDING).key == rubric.public_key()


def test_the_zip_is_small_and_the_same_every_time(student_zip, tmp_path):
    again = tmp_path / "again.zip"
    write_zip(again, below(FOLDER))
    digests = {hashlib.sha256(path.read_bytes()).hexdigest() for path in (student_zip, again)}
    assert len(digests) == 1
    assert student_zip.stat().st_size < 3300 * 1024, "recordings and weights; with the handout it must stay below 4 MB"


def test_every_stub_names_its_task_and_its_rules():
    """One task id runs through stub, exception, grader and rubric."""
    for item in COURSE.rubric.items:
        stub = (FOLDER / item.file).read_text(encoding="utf-8")
        for name in item.names:
            assert f'raise NotImplementedError("Task {item.id}: {name} is not written yet")' in stub
        assert re.search(rf"# TODO {re.escape(item.id)} \(about ", stub)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("wrong/stats.py", "Take a row of equal numbers", "Take a row of ones"),
        ("wrong/stats.py", "The sum is divided", "Your sum is divided"),
        ("wrong/stats.py", "their mean be?\n", "their mean be?\n    Loses: 1.1, 1.2\n"),
        ("wrong/stats.py", "- 1, 1)", "- 2, 1)"),
        ("wrong/stats.py", "- 1, 1)", "- 1, 1)  # ←"),
        ("right/scale.py", "centred**2", "centred * centred"),
        ("right/scale.py", "Does everything itself.", "Needs nobody."),
        ("reference/stats.py", "The mean over", "The average over"),
    ],
)
def test_a_recording_fits_its_sources_and_no_others(tmp_path, file, old, new):
    root = tmp_path / "course"
    shutil.copytree(MINI, root)
    before = student_folder.source_digest(Course.at(root))
    path = root / "solutions" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert student_folder.source_digest(Course.at(root)) != before
