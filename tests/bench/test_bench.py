"""The benchmark's own arithmetic, and the twin tests it writes for the peers, on the miniature assignment."""

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from softmark.commands.cli import COMMANDS
from tests.bench import machine, page, table, training, twins
from tests.bench.course import ROOT, copied
from tests.bench.figures import (
    MET,
    MISSED,
    NOISY,
    UNMEASURED,
    Spread,
    at_least,
    at_most,
    number,
    ratios,
    row,
    unmeasured,
    verdict,
)
from tests.bench.machine import Ticks
from tests.bench.measure import Failed, run

MINI = ROOT / "tests" / "mini"


def test_the_benchmark_calls_commands_that_exist():
    """A section that takes a quarter of an hour must not end at a command that has been renamed since."""
    sections = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests/bench/sections").glob("*.py"))
    called = set(re.findall(r'softmark\(\s*"(\w+)"', sections))
    assert {"grade", "batch", "report"} <= called
    assert called <= set(COMMANDS)
    modules = set(re.findall(r'"-m", "(tests[\w.]+)"', sections))
    assert modules and all(importlib.util.find_spec(name) for name in modules)


class TestRatios:
    def test_are_taken_round_by_round(self):
        """A round in which everything was twice as slow says the same as one in which nothing was."""
        assert ratios([2.0, 4.0], [1.0, 2.0]) == [2.0, 2.0]

    def test_rounds_without_a_partner_do_not_count(self):
        assert ratios([2.0, 4.0, 6.0], [1.0, 0.0]) == [2.0]

    def test_the_middle_round_is_shown_with_the_two_furthest_from_it(self):
        assert Spread.of([1.3, 1.0, 1.1]) == Spread(middle=1.1, low=1.0, high=1.3, rounds=3)


class TestVerdicts:
    def test_every_round_on_the_right_side_is_met(self):
        assert verdict(Spread.of([1.0, 1.1, 1.15]), at_most(1.2)) == MET
        assert verdict(Spread.of([21.0, 25.0]), at_least(20)) == MET

    def test_every_round_on_the_wrong_side_is_missed(self):
        assert verdict(Spread.of([1.3, 1.4]), at_most(1.2)) == MISSED
        assert verdict(Spread.of([11.0, 14.0]), at_least(20)) == MISSED

    def test_rounds_on_both_sides_are_not_called(self):
        assert verdict(Spread.of([1.1, 1.15, 1.3]), at_most(1.2)) == NOISY

    def test_one_round_is_called_only_far_from_the_goal(self):
        assert verdict(Spread.of([1.1]), at_most(1.2)) == NOISY
        assert verdict(Spread.of([0.7]), at_most(1.2)) == MET
        assert verdict(Spread.of([2.0]), at_most(1.2)) == MISSED

    def test_clock_times_on_a_busy_machine_are_not_called(self):
        """The same rounds: called while others rest, refused while they work, with the reason in the note."""
        rounds = [1.9, 1.95, 2.0]
        assert row("s", "two ÷ one", "×", rounds, at_least(1.8), busy=0.02).verdict == MET
        refused = row("s", "two ÷ one", "×", rounds, at_least(1.8), busy=0.6)
        assert refused.verdict == NOISY
        assert "others used 60% of the machine" in refused.note

    def test_a_count_needs_no_second_round(self):
        assert verdict(Spread.of([1.49]), at_most(1.5), exact=True) == MET
        assert verdict(Spread.of([1.51]), at_most(1.5), exact=True) == MISSED

    def test_what_was_not_measured_says_so(self):
        assert row("s", "x", "s", [], at_most(1)).verdict == UNMEASURED
        assert (
            unmeasured("s", "x", "s", "otter could not be installed here").note == "otter could not be installed here"
        )

    def test_a_row_without_a_goal_has_no_verdict(self):
        assert row("s", "x", "s", [1.0, 2.0]).verdict == ""


def test_numbers_have_three_digits_that_matter():
    assert [number(value) for value in (0, 0.012345, 1.2345, 12.345, 1234.5)] == [
        "0",
        "0.0123",
        "1.23",
        "12.3",
        "1,234",
    ]


def test_what_others_used_is_what_was_busy_and_not_ours():
    second = os.sysconf("SC_CLK_TCK") * machine.cores()
    before = Ticks(busy=0, idle=0, steal=0)
    after = Ticks(busy=6 * second, idle=3 * second, steal=second)
    load = machine.between(before, after, own_cpu_seconds=4.0 * machine.cores())
    assert (round(load.busy, 3), round(load.steal, 3), round(load.others, 3)) == (0.6, 0.1, 0.3)


class TestMeasuring:
    def test_counts_the_time_of_children_whose_parent_is_gone(self):
        """A grandchild works for a quarter of a second after its parent has left: that is found too."""
        work = "import time\nt = time.process_time()\nwhile time.process_time() - t < 0.25: pass"
        leave = f"import subprocess, sys\nsubprocess.Popen([sys.executable, '-c', {work!r}])"
        assert run([sys.executable, "-c", leave]).cpu >= 0.25

    def test_sees_the_memory_of_the_whole_tree(self):
        hold = "import time\nkept = bytearray(60 << 20)\ntime.sleep(0.6)"
        start = f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {hold!r}])"
        used = run([sys.executable, "-c", start], memory=True)
        assert used.peak_mb is not None and used.peak_mb > 60

    def test_a_command_that_fails_is_told_by_its_last_line(self):
        with pytest.raises(Failed, match="ended with code 3: no such thing"):
            run([sys.executable, "-c", "print('no such thing'); raise SystemExit(3)"])


@pytest.fixture(scope="module")
def twin(tmp_path_factory):
    """The miniature's checks, recorded over its reference and written down as plain tests."""
    from softmark.content.course import Course

    folder = tmp_path_factory.mktemp("twins")
    course = Course.at(copied(MINI, folder / "course"))
    cases = twins.record(course)
    counts = twins.write(cases, folder / "twins", course.rubric.framework)
    return folder, cases, counts


@pytest.mark.slow
class TestTwins:
    def test_every_check_has_one_for_each_set_of_numbers(self, twin):
        _, cases, counts = twin
        assert counts == {"tests": 10, "calls": 10, "arrays": counts["arrays"]}
        assert {case.phase for case in cases} == {"public", "hidden"}
        public, hidden = (case for case in cases if case.check == "TestMean.test_values")
        assert public.calls[0].request.args[0].tolist() != hidden.calls[0].request.args[0].tolist()

    def test_what_the_check_looked_at_is_what_the_twin_looks_at(self, twin):
        folder, _, _ = twin
        text = (folder / "twins" / "pytest" / "test_twin.py").read_text(encoding="utf-8")
        kept = text.partition("def test_input_kept_public")[2].partition("def ")[0]
        assert "same([a0], before)" in kept
        values = text.partition("def test_values_public")[2].partition("def ")[0]
        assert "before" not in values

    def test_the_reference_passes_its_twins(self, twin):
        assert self.outcome(twin, MINI / "solutions" / "reference") == (0, "10 passed")

    def test_a_known_mistake_fails_them(self, twin, tmp_path):
        for name in ("stats.py", "scale.py"):
            text = (MINI / "solutions" / "reference" / name).read_text(encoding="utf-8")
            (tmp_path / name).write_text(text.replace("/ x.shape[-1]", "/ (x.shape[-1] - 1)"), encoding="utf-8")
        code, said = self.outcome(twin, tmp_path)
        assert code == 1 and "failed" in said

    def test_input_that_is_changed_fails_them(self, twin, tmp_path):
        """The mean is right, and what it was made of is gone afterwards."""
        right = (MINI / "solutions" / "reference" / "stats.py").read_text(encoding="utf-8")
        forgetful = "kept = x.sum(axis=-1) / x.shape[-1]\n    x[:] = 0\n    return kept"
        changes = right.replace("return x.sum(axis=-1) / x.shape[-1]", forgetful)
        (tmp_path / "stats.py").write_text(changes, encoding="utf-8")
        scale = (MINI / "solutions" / "reference" / "scale.py").read_text(encoding="utf-8")
        (tmp_path / "scale.py").write_text(scale, encoding="utf-8")
        code, said = self.outcome(twin, tmp_path)
        assert code == 1
        assert "FAILED test_twin.py::TestMean::test_input_kept_public" in said
        assert "FAILED test_twin.py::TestMean::test_values_public" not in said

    @staticmethod
    def outcome(twin, submission):
        """Run the pytest twins on a submission, as the peer does."""
        place = twin[0] / "twins" / "pytest"
        env = {**os.environ, "PYTHONPATH": str(submission), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, "test_twin.py"]
        done = subprocess.run(command, cwd=place, env=env, capture_output=True, text=True, encoding="utf-8")
        last = done.stdout.strip().splitlines()[-1]
        return done.returncode, last.partition(" in ")[0] if done.returncode == 0 else done.stdout


RESULT = {
    "machine": {
        "cores": 2, "processor": "a chip", "memory_gb": 8, "system": "Linux 6.1", "python": "3.11.7", "torch": "2.13",
    },
    "load_before": 0.1,
    "sections": {
        "grade": {
            "rows": [
                row("one grade", "ours ÷ theirs", "×", [1.0, 1.1], at_most(1.2)).plain(),
                row("one grade", "ours alone", "s", [4.0, 5.0]).plain(),
            ],
            "date": "2026-11-15", "rounds": 2, "others": 0.01, "others_at_worst": 0.02,
        }
    },
}  # fmt: skip


class TestThePage:
    def test_the_figures_come_between_the_marks_and_the_words_stay(self, tmp_path):
        result, speed = tmp_path / "bench.json", tmp_path / "speed.md"
        result.write_text(json.dumps(RESULT), encoding="utf-8")
        speed.write_text(f"before\n{page.BEGIN}\nold\n{page.END}\nafter\n", encoding="utf-8")
        assert page.write(result, speed) == 0
        text = speed.read_text(encoding="utf-8")
        assert text.startswith("before\n") and text.endswith("\nafter\n") and "old" not in text
        assert "| ours ÷ theirs | ≤ 1.2 | 1.05× | 1 – 1.1 | met |" in text
        assert "Measured on 2026-11-15" in text
        assert "ours alone" not in text, "what has no goal stands in bench.json"

    def test_nothing_measured_yet_is_one_sentence(self, tmp_path, capsys):
        assert page.write(tmp_path / "bench.json", tmp_path / "speed.md") == 2
        assert capsys.readouterr().err == "there is no bench.json yet: run `make bench` first\n"

    def test_a_bar_shows_how_many_times_better_than_its_goal_a_figure_is(self):
        assert table.better({"goal": "≤ 1.2"}, 0.6) == pytest.approx(2.0)
        assert table.better({"goal": "≥ 20"}, 10.0) == pytest.approx(0.5)


def test_the_slow_tasks_are_left_out_of_the_copy(tmp_path):
    """Training costs seconds whoever runs it; the copy that is measured has every other task."""
    from softmark.content.course import Course

    whole = Course.at(ROOT)
    copy = Course.at(copied(ROOT, tmp_path / "course"))
    assert {item.id for item in whole.rubric.items if not item.slow} == {item.id for item in copy.rubric.items}
    assert copy.hidden_key() == whole.hidden_key()


def test_the_page_of_the_repository_has_a_place_for_figures():
    text = Path(ROOT / "handouts" / "speed.md").read_text(encoding="utf-8")
    assert page.BEGIN in text and page.END in text


@pytest.mark.parametrize("size", ["small", pytest.param("middle", marks=pytest.mark.slow)])
def test_the_model_out_of_torchs_layers_is_the_reference(size):
    """With the same weights both give the same loss and the same gradients: the steps that are timed do one job."""
    import torch

    reference = training._reference(str(ROOT))
    vocab, length, d_model, heads, layers, d_ff, rows = training.SIZES[size]
    torch.manual_seed(0)
    ours = reference["lm"].TransformerLM(vocab, length, d_model, heads, layers, d_ff)
    theirs = training._torch_model(vocab, length, d_model, heads, layers, d_ff)
    pairs = training_pairs(ours, theirs)
    assert sum(part.numel() for part in ours.parameters()) == sum(part.numel() for part in theirs.parameters())
    with torch.no_grad():
        for mine, its in pairs:
            its.copy_(torch.cat(list(mine)))
    tokens = torch.randint(vocab, (rows, length))
    losses = [reference["lm"].next_token_loss(model.train()(tokens), tokens) for model in (ours, theirs)]
    for loss in losses:
        loss.backward()
    torch.testing.assert_close(*losses)
    for mine, its in pairs:
        torch.testing.assert_close(torch.cat([part.grad for part in mine]), its.grad, rtol=1e-3, atol=1e-5)


def training_pairs(ours, theirs):
    """Each parameter of torch's model, beside those of the reference that it holds one below the other."""
    pairs = []
    for mine, its in zip(ours.blocks, theirs.blocks.layers, strict=True):
        attention = mine.attention
        pairs += [
            ([attention.W_q.weight, attention.W_k.weight, attention.W_v.weight], its.self_attn.in_proj_weight),
            ([attention.W_o.weight], its.self_attn.out_proj.weight),
            ([mine.ffn.W_1.weight], its.linear1.weight),
            ([mine.ffn.W_1.bias], its.linear1.bias),
            ([mine.ffn.W_2.weight], its.linear2.weight),
            ([mine.ffn.W_2.bias], its.linear2.bias),
        ]
        for one, other in ((mine.norm_1, its.norm1), (mine.norm_2, its.norm2)):
            pairs += [([one.gamma], other.weight), ([one.beta], other.bias)]
    pairs += [([ours.final_norm.gamma], theirs.blocks.norm.weight), ([ours.final_norm.beta], theirs.blocks.norm.bias)]
    for name in ("token_embedding", "position_embedding", "unembed"):
        pairs.append(([getattr(ours, name).weight], getattr(theirs, name).weight))
    return pairs
