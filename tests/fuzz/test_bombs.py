"""Few bytes that claim much: each is refused, at once, without the memory it claims."""

import importlib
import json
import struct
import subprocess
import sys
import zipfile

import numpy as np
import pytest

from softmark.checks import values
from softmark.checks.values import FlatArray, NotPlain
from softmark.content.rubric_reader import parse_rubric
from softmark.content.yaml_places import RubricError
from softmark.grading.intake import submission
from softmark.grading.result import Result
from softmark.policy import platform_metadata
from softmark.running import tensorfile
from tests.fuzz.cases import within_bounds
from tests.grading.test_intake import GOOD, RUBRIC
from tests.mini_course import ROOT
from tests.proc import A_HANG


def array_file(header, body=b""):
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + body


def entry(dtype, shape, start, end):
    return {"dtype": dtype, "shape": shape, "data_offsets": [start, end]}


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        pytest.param(
            array_file({str(i): entry("U8", [1 << 20], 0, 1 << 20) for i in range(4000)}, bytes(1 << 20)),
            "to several",
            id="4,000 arrays over the same megabyte",
        ),
        pytest.param(
            array_file({"a": entry("U8", [400_000] * 100_000, 0, 4)}, bytes(4)),
            "100000 dimensions",
            id="a product that takes minutes",
        ),
        pytest.param(
            array_file({"a": entry("U8", [4], 0, 4), "b": entry("U8", [4], 0, 4)}, bytes(8)),
            "to several",
            id="an overlap that hides a hole",
        ),
        pytest.param(struct.pack("<Q", 5 << 20) + bytes(5 << 20), "a header of more than", id="a header of 5 MB"),
        pytest.param(array_file({"a": entry("F64", [2**29], 0, 2**32)}), "do not fit", id="4 GB that are not there"),
    ],
)
def test_arrays(raw, says):
    with within_bounds(30 << 20), pytest.raises(tensorfile.Malformed, match=says):
        tensorfile.parse(raw)


def test_one_array_named_ten_thousand_times():
    large = FlatArray("numpy", "uint8", (1 << 20,), "cpu", bytes(1 << 20))
    with within_bounds(20 << 20), pytest.raises(NotPlain):
        values.decode(["list", [["array", 0]] * 10_000], [large])


@pytest.mark.parametrize("kind", ["numpy", "torch"])
@pytest.mark.parametrize(("shape", "device"), [((0, *[2**26] * 7), "cpu"), ((2**26,) * 8, "meta")])
def test_sizes_that_no_machine_has(kind, shape, device):
    importlib.import_module(kind)  # the engine never imports torch by itself
    flat = FlatArray(kind, "float64", shape, device, None if device == "meta" else b"")
    with within_bounds(1 << 20), pytest.raises(NotPlain, match="impossible shape"):
        values.unflatten(flat)


def test_a_truth_value_is_true_or_false():
    with pytest.raises(NotPlain, match="neither true nor false"):
        values.unflatten(FlatArray("numpy", "bool", (3,), "cpu", b"\0\2\1"))


@pytest.mark.parametrize("huge", [10**400, 2**63, -(2**63)])
def test_whole_numbers_have_an_end(huge):
    with pytest.raises(NotPlain):
        values.decode(["plain", huge], [])


@pytest.mark.parametrize(
    "strange", [pytest.param(2**15_000, id="a long number"), np.datetime64("2026-11-15"), np.void(b"x")]
)
def test_what_json_cannot_say_is_refused_before_it_is_sent(strange):
    with pytest.raises(NotPlain):
        values.encode([strange])


@pytest.mark.parametrize(
    "tree",
    [
        pytest.param(["range", [0, 10**15, 1]], id="a range that no list could hold"),
        pytest.param(["list", [["range", [0, 90_000, 1]]] * 1000], id="many ranges"),
        pytest.param(["int", "f" * 900_000], id="a number of a megabyte"),
        pytest.param(["decimal", "1E+999999999999"], id="a decimal with a huge exponent"),
        pytest.param(["fraction", ["f" * 100_000, "1"]], id="a fraction of huge numbers"),
        pytest.param(["set", [["int", format(k * (2**61 - 1), "x")] for k in range(4, 19_000)]], id="one hash for all"),
        pytest.param(["map", [[["plain", i], ["plain", i]] for i in range(20_000)]], id="a dict of many keys"),
        pytest.param(["set", [["plain", i] for i in range(30_000)]], id="a set of many members"),
    ],
)
def test_values_of_plain_python(tree):
    with within_bounds(20 << 20), pytest.raises(NotPlain):
        values.decode(tree, [])


def nested(depth):
    return ["plain", 1] if depth == 0 else ["frozenset", [nested(depth - 1)]]


def test_sets_in_sets():
    with pytest.raises(NotPlain, match="nested too deeply"):
        values.decode(nested(30), [])


def zipped(path, names, text="x = 1\n"):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, text)
    return path


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(["attention" + "_" * 60_000 + "x"], id="a name of signs"),
        pytest.param([f"attention{'-' * 200}{i}x" for i in range(19)], id="many shorter ones"),
        pytest.param(["a/" * 32_000 + "attention.py"], id="32,000 folders deep"),
        pytest.param(["y" * 65_000 + ".py"] * 2, id="a name of 64 KB"),
    ],
)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_names_in_zips(tmp_path, names):
    path = zipped(tmp_path / "s.zip", [*names, "block.py"])
    with within_bounds():
        taken = submission.take(path, RUBRIC)
    assert list(taken.files) == ["block.py"]
    assert any("attention.py is missing" in note.text or "rename it" in note.text for note in taken.notes)
    assert all(len(note.text) < 500 for note in taken.notes)


def test_a_file_of_zeros_in_a_zip(tmp_path):
    path = zipped(tmp_path / "s.zip", ["attention.py"], text="0" * 30_000_000)
    with within_bounds(10 << 20):
        taken = submission.take(path, RUBRIC)
    assert taken.files == {}
    assert any("attention.py is too large" in note.text for note in taken.notes)


def test_names_of_signs_in_a_folder(tmp_path):
    for i in range(18):
        (tmp_path / f"attention{'_' * 200}{i}x").write_text("", encoding="utf-8")
    (tmp_path / "block.py").write_text(GOOD["block.py"], encoding="utf-8")
    with within_bounds():
        assert list(submission.take(tmp_path, RUBRIC).files) == ["block.py"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a: &a [x, x, x]\nb: [*a, *a, *a]\n", id="aliases"),
        pytest.param("? " * 20_000, id="keys of keys"),
        pytest.param("- " * 20_000 + "x", id="lists of lists"),
        pytest.param("a: " + "9" * 20_000, id="a long number"),
        pytest.param("a: 1e" + "9" * 30, id="a large number"),
        pytest.param("{a: 1, " * 3000, id="sets of sets"),
        pytest.param("a: 'x\n\n" * 10_000, id="quotes that never close"),
    ],
)
def test_yaml(text):
    with within_bounds(50 << 20, cpu_seconds=30), pytest.raises(RubricError) as told:
        parse_rubric(text, "rubric.yaml")
    assert len(str(told.value)) < 2000


@pytest.mark.parametrize("text", ["[" * 100_000, '{"format":1,"a":' + "[" * 900 + "]" * 900 + "}", "9" * 100_000])
def test_json(tmp_path, text):
    path = tmp_path / "submission_metadata.json"
    path.write_text(text, encoding="utf-8")
    with within_bounds():
        assert platform_metadata.read(path).notes
        with pytest.raises(ValueError, match="this is not a softmark result"):
            Result.from_json(text)


CLAIMS = """
import resource, socket, struct, sys, threading, time
sys.path.insert(0, sys.argv[1])
from softmark.sandbox import wire

before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
most = 2**32 - 1
last = (9, wire.REPLY.text - 9, wire.REPLY.body)
for claim in ((10, 10, most), (most, 0, 0), (0, most, 0), (most, most, most), last):
    ours, theirs = socket.socketpair()
    theirs.sendall(struct.pack("!III", *claim))
    theirs.close()
    try:
        wire.receive(ours, lambda: 300)
    except wire.WireError:
        continue
    sys.exit("a claim was believed")
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) >> 10)
"""


def test_a_claim_of_four_gigabytes_takes_no_memory_at_all():
    """In a process of its own, by the kernel's figure: announced bytes are not taken before they come."""
    command = [sys.executable, "-c", CLAIMS, str(ROOT / "autograder")]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=A_HANG, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 5, "megabytes"
