"""`check.py 1.1 --debug`: the failing call as a script that any debugger can run."""

import sys

import pytest


def test_the_failing_call_is_written_as_a_short_script_with_its_inputs(student_folder):
    folder = student_folder("torch").solve().change("attention.py", " / math.sqrt(q.shape[-1])", "")
    ran = folder.check("1.1", "--debug", "--plain")
    assert "python debug_1_1.py  makes this call again; breakpoint() in your code stops it" in " ".join(
        ran.out.split()
    ).replace("debug_1_1.py makes", "debug_1_1.py  makes")
    script = (folder.path / "debug_1_1.py").read_text(encoding="utf-8")
    assert len(script.splitlines()) <= 12
    assert 'attention.attention_scores(kept["q"], kept["k"])' in script and 'kept["expected"]' in script
    done = folder.script("debug_1_1.py")
    assert done.code == 0, done.err
    assert "got\ntensor(" in done.out and "expected\ntensor(" in done.out


def test_a_breakpoint_stops_in_the_students_own_line(student_folder):
    folder = student_folder("torch").solve()
    folder.change("attention.py", "return q @ k", "breakpoint(); return 2 * q @ k")
    folder.check("1.1", "--debug")
    done = folder.script("debug_1_1.py", types="p q.shape\nc\n")
    assert "(Pdb) torch.Size([2," in done.out


def test_a_module_is_made_with_the_weights_of_the_check(student_folder):
    folder = student_folder("torch").solve().change("head.py", ") @ x", ") @ y")
    folder.check("2.1", "--debug")
    script = (folder.path / "debug_2_1.py").read_text(encoding="utf-8")
    assert "model_0 = head.Head(4).to(torch.float32)" in script
    assert 'model_0.load_state_dict(kept["weights"])' in script and 'model_0(kept["x"])' in script
    done = folder.script("debug_2_1.py")
    assert done.code == 0 and "expected" in done.out, done.err


def test_without_torch_the_inputs_are_a_numpy_file(student_folder):
    folder = student_folder("numpy").solve()
    folder.write("stats.py", "def mean(x):\n    return x.sum(axis=-1)\n")
    folder.check("1.1", "--debug")
    assert (folder.path / "debug_1_1.npz").exists()
    done = folder.start(sys.executable, folder.path / "debug_1_1.py", cwd=folder.path.parent)  # from anywhere
    assert done.code == 0 and "expected" in done.out, done.err


@pytest.mark.parametrize("words", [["1.1"], ["1.1", "--debug"]])
def test_nothing_is_written_where_nothing_fails_or_nobody_asked(student_folder, words):
    folder = student_folder("numpy").solve()
    if "--debug" not in words:
        folder.write("stats.py", "def mean(x):\n    return x.sum(axis=-1)\n")
    folder.check(*words)
    assert not list(folder.path.glob("debug_*"))
