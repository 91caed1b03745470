"""A cluster with a lock: nothing beyond this machine is talked to in the clear, and only grades come back."""

import ssl

import pytest

from softmark.checks.errors import GraderFault
from softmark.classes import certificates
from softmark.classes.dask_pool import MOST_BYTES, validated
from softmark.commands.cli import main
from softmark.grading.result import blank
from tests.mini_class import MINI, RIGHT, a_class
from tests.mini_course import COURSE


def test_an_address_beyond_this_machine_is_refused_without_tls(tmp_path, capsys):
    address = "tcp://10.0.0.5:8786"
    export = a_class(tmp_path / "in", anna=RIGHT)
    words = ["batch", export, "--out", tmp_path / "out", "--course", COURSE, "--scheduler", address]
    assert main([str(word) for word in words]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"{address} is on another machine and is not encrypted")
    assert "softmark certificates DIR" in said and said.count("\n") == 1
    for other in ("tcp://cluster.example:8786", "tcp://[2001:db8::1]:8786"):
        with pytest.raises(GraderFault, match="is on another machine and is not encrypted"):
            certificates.require_lock(other, None)


def test_one_command_makes_the_certificate_and_says_how_to_use_it(tmp_path, capsys):
    folder = tmp_path / "lock"
    assert main(["certificates", str(folder)]) == 0
    assert f"softmark batch EXPORT --scheduler tls://HOST:8786 --certificates {folder}" in capsys.readouterr().out
    assert (folder / "cluster.key").stat().st_mode & 0o777 == 0o600 and folder.stat().st_mode & 0o777 == 0o700
    ssl.create_default_context(cafile=folder / "cluster.pem").load_cert_chain(
        folder / "cluster.pem", folder / "cluster.key"
    )
    assert main(["certificates", str(folder)]) == 2
    assert "is there already: give another folder" in capsys.readouterr().err


def test_this_machine_needs_no_lock_and_a_name_could_be_anybodys():
    for address in ("tcp://127.0.0.1:8786", "tcp://[::1]:8786", "tcp://localhost:8786"):
        certificates.require_lock(address, None)
    assert not certificates.is_here("tcp://localhost.example.org:8786")


@pytest.mark.slow  # it takes most of a second to import Dask
def test_a_host_that_listens_in_the_clear_takes_no_part():
    from softmark.classes.dask_host import _is_locked

    assert _is_locked("tls://10.0.0.7:4000") and _is_locked("tcp://127.0.0.1:4000") and _is_locked("inproc://x")
    assert not _is_locked("tcp://10.0.0.7:4000") and not _is_locked("tcp://node7:4000")


def test_tls_asks_for_certificates_that_are_there(tmp_path):
    with pytest.raises(GraderFault, match="wants certificates: give the folder with --certificates DIR"):
        certificates.require_lock("tls://10.0.0.5:8786", None)
    with pytest.raises(GraderFault, match=r"holds no cluster\.pem and no cluster\.key"):
        certificates.require_lock("tls://10.0.0.5:8786", tmp_path)


def test_only_a_grade_of_that_very_job_is_taken_from_a_cluster():
    grade = blank(MINI.rubric).to_line()
    good = validated(b'{"name": "anna", "faulty": false}\n' + grade, "anna")
    assert not good.faulty and good.text.encode() == grade
    for answer in (
        b'{"name": "ben"}\n' + grade,
        b'{"name": "anna"}\n' + grade.replace(b'"score":0', b'"score":"all"', 1)[:-3],
        b'{"name": "anna"}\n{"format": 1}',
        b'{"name": "anna", "margins": 3, "error": ["x"]}\n' + grade,
        b"[1]\n",
        b"\x80\x04N.",
        b"[" * 100_000,
        b" " * (MOST_BYTES + 1),
        "text",
        {"name": "anna"},
        None,
    ):
        done = validated(answer, "anna")
        assert done.faulty and done.error.startswith("the cluster's answer about anna is not a grade"), answer
