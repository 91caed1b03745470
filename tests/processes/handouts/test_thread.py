"""The thread: one sentence worked by hand from four vectors to the next word, with the same numbers everywhere."""

import doctest
import functools
import importlib
import json
import math
import re
import subprocess
import sys

import pytest
import torch

from tests.mini_course import ROOT

ASSIGNMENT = ROOT / "assignment"
THREAD = json.loads((ASSIGNMENT / "thread.json").read_text(encoding="utf-8"))
GIVEN = {"about", "words", "sentence", "next", "tokens", "token_embedding", "position_embedding", "b_1", "b_2", "U"}
GIVEN |= {f"W_{name}" for name in ("q", "k", "v", "o", "1", "2")}


@pytest.fixture(scope="module")
def thread(reference):
    """The students' thread.py, with the reference in the place of their files."""
    sys.path.insert(0, str(ASSIGNMENT))
    sys.modules.pop("thread", None)
    try:
        yield importlib.import_module("thread")
    finally:
        sys.path.remove(str(ASSIGNMENT))
        sys.modules.pop("thread", None)


@pytest.fixture(scope="module")
def computed(thread, reference):
    """Path in thread.json → the same number as the reference computes it."""
    n, ln2, m = thread.numbers, math.log(2), thread.Modules()
    attend, scores = reference.attention.attend, reference.attention.attention_scores
    mask, split = reference.attention.causal_mask(3), reference.multihead.split_heads
    with torch.no_grad():
        x = thread.model(m).embed(thread.tokens()[:, :3])[0]
        head, layer, block, model = (make(m) for make in (thread.head, thread.layer, thread.block, thread.model))
        q, k, v = head.W_q(x), head.W_k(x), head.W_v(x)
        found = {"x": x, "head/q": q, "head/k": k / ln2, "head/v": v, "head/dots": q @ k.T / ln2}
        found["head/scores"] = scores(q, k) / ln2
        found["head/masked"] = reference.attention.apply_mask(scores(q, k), mask) / ln2
        found["head/a"], weights = attend(q, k, v, mask)
        found |= {"head/weights": weights, "head/weighed": weights[2, :, None] * v}
        q, k, v = (split(each, 2) for each in (layer.W_q(x), layer.W_k(x), layer.W_v(x)))
        unit = ln2 / math.sqrt(2)
        found |= {"two_heads/q": q, "two_heads/k": k / unit, "two_heads/v": v, "two_heads/dots": q @ k.mT / unit}
        found["two_heads/scores"] = scores(q, k) / ln2
        z, found["two_heads/weights"] = attend(q, k, v, mask)
        found["two_heads/z"] = reference.multihead.merge_heads(z)
        found |= {"two_heads/contributions": layer.head_contributions(x), "two_heads/output": layer(x)}
        t1 = block.norm_1(x)
        t2 = block.attention(t1)
        t3 = t2 + x
        t4 = block.norm_2(t3)
        before = block.ffn.W_1(t4)
        found |= {"block/t1": t1, "block/t2": t2, "block/t3": t3, "block/t4": t4, "block/before_relu": before}
        found |= {"block/mean": t3.mean(-1), "block/variance": t3.var(-1, correction=0)}
        found |= {"block/sigma": t3.std(-1, correction=0), "block/hidden": before.relu(), "block/t5": block.ffn(t4)}
        y = block(x)
        found |= {"block/y": y, "model/mean": y.mean(-1), "model/sigma": y.std(-1, correction=0)}
        logits = model(thread.tokens())
        found |= {"model/final": model.final_norm(y), "model/logits": logits[0, :3] / ln2}
        found |= {"model/powers": logits[0, :3].exp(), "model/sum": logits[0, :3].exp().sum(-1)}
        found["model/probabilities"] = logits[0, :3].softmax(-1)
        found["model/surprise"] = reference.lm.next_token_loss(logits, thread.tokens()) / ln2
    assert n("x").shape == (3, 4)
    return found


def leaves():
    groups = {name: entry for name, entry in THREAD.items() if isinstance(entry, dict)}
    return {f"{name}/{key}" for name, group in groups.items() for key in group} | (set(THREAD) - set(groups) - GIVEN)


class TestSource:
    def test_every_number_on_paper_is_the_references(self, thread, computed):
        assert set(computed) == leaves(), "a number that nobody checks, or one that is gone"
        for path, got in computed.items():
            torch.testing.assert_close(
                got, thread.numbers(path), atol=1e-4, rtol=0, msg=lambda said, p=path: f"{p}: {said}"
            )

    def test_a_person_can_do_it_on_paper(self, thread):
        """Small whole numbers go in, three matrices differ, and what comes out has few digits."""
        for name in GIVEN - {"about", "words", "sentence", "next", "tokens"}:
            entries = [entry for row in THREAD[name] for entry in (row if isinstance(row, list) else [row])]
            assert all(isinstance(entry, int) and abs(entry) <= 2 for entry in entries), name
        assert len({json.dumps(THREAD[f"W_{name}"]) for name in "qkv"}) == 3
        for path in leaves():
            for text in (
                json.dumps(THREAD["x"] if path == "x" else _at(path)).replace("[", " ").replace("]", " ").split(",")
            ):
                assert len(text.strip().strip('"').lstrip("-")) <= 5, f"{path}: {text}"

    def test_each_mistake_that_the_thread_could_hide_shows(self, thread, computed):
        """Without the root, the mask, a norm, a residual or W^O other numbers come out."""
        n = thread.numbers
        assert not torch.allclose(n("head/dots"), n("head/scores"))
        assert not torch.allclose(torch.softmax(n("head/scores") * math.log(2), -1), n("head/weights"))
        assert not torch.allclose(n("block/t3"), n("block/t4")) and not torch.allclose(n("block/y"), n("model/final"))
        assert not torch.allclose(n("block/t5"), n("block/y")) and not torch.allclose(n("block/t2"), n("block/t3"))
        assert not torch.allclose(n("two_heads/z"), n("two_heads/output"))
        assert (n("block/before_relu") < 0).any()


def _at(path):
    group, _, key = path.partition("/")
    return THREAD[group][key]


STUBS = {  # function → name in its example → where thread.json has it
    "attention.attention_scores": {"q": "head/q/2", "k": "head/k"},
    "attention.weighted_values": {"v": "head/v"},
    "attention.AttentionHead.forward": {"x": "x", "W_q": "W_q", "W_k": "W_k", "W_v": "W_v"},
    "multihead.MultiHeadAttention.forward": {"x": "x", "W_q": "W_q", "W_k": "W_k", "W_v": "W_v", "W_o": "W_o"},
    "block.FeedForward.forward": {"W_1": "W_1", "b_1": "b_1", "W_2": "W_2", "b_2": "b_2"},
    "lm.next_token_loss": {"logits": "model/logits"},
}
PRINTED = {  # what an example shows, word for word
    "attention.attention_scores": ("head/scores/2",),
    "attention.softmax": ("head/scores/2", "head/weights/2"),
    "attention.weighted_values": ("head/weights/2", "head/a/2"),
    "attention.AttentionHead.forward": ("head/a/2",),
    "block.LayerNorm.forward": ("block/t3/2", "block/t4/2"),
    "block.FeedForward.forward": ("block/t4/2", "block/t5/2"),
    "lm.TransformerLM.embed": ("x/2",),
}


class TestPlaces:
    """The same numbers stand wherever the thread goes."""

    @pytest.mark.parametrize("name", STUBS)
    def test_a_stubs_example_starts_from_the_threads_numbers(self, name, reference, thread):
        module, _, path = name.partition(".")
        function = functools.reduce(getattr, path.split("."), getattr(reference, module))
        example = doctest.DocTestFinder(recurse=False).find(
            function, name, globs=vars(getattr(reference, module)).copy()
        )[0]
        assert "thread" in function.__doc__
        runner = doctest.DocTestRunner()
        runner.run(example, clear_globs=False)
        assert runner.failures == 0
        for variable, where in STUBS[name].items():
            got, paper = example.globs[variable], torch.tensor(thread._plain(_deep(where)))
            assert torch.allclose(got.reshape(-1)[: paper.numel()], paper.reshape(-1)), f"{name}: {variable}"

    @pytest.mark.parametrize("name", PRINTED)
    def test_a_stub_prints_the_threads_numbers(self, name, reference):
        module, _, path = name.partition(".")
        text = functools.reduce(getattr, path.split("."), getattr(reference, module)).__doc__
        numbers = [float(number) for number in re.findall(r"-?\d+\.\d*", text[text.index("handout's thread") :])]
        for where in PRINTED[name]:
            row = [float(entry) for entry in _deep(where)]
            starts = range(len(numbers) - len(row) + 1)
            assert any(numbers[i : i + len(row)] == row for i in starts), f"{name} does not show {where}"

    def test_the_handout_takes_them_from_the_source(self, raw):
        """Nothing that thread.json has is typed: the text has holes, in the sections where the thread goes."""
        used = re.findall(r"\{\{data \.\./assignment/thread\.json (\S+)", raw)
        for needed in ("x", "W_q", "W_k", "W_v", "W_o", "W_1", "b_1", "W_2", "b_2", "U", "token_embedding"):
            assert needed in used
        for needed in (
            "head/dots/2",
            "head/scores/2",
            "head/weights/2",
            "head/a/2",
            "two_heads/output/2",
            "block/t3/2",
        ):
            assert needed in used
        for needed in ("block/t4/2", "block/hidden/2", "block/y/2", "model/final/2", "model/logits/2"):
            assert needed in used

    def test_a_list_is_set_as_a_vector_or_a_matrix(self, fillings):
        hole = "{{data ../assignment/thread.json %s}}"
        assert fillings.fill(hole % "head/weights/1 vector", "x.md") == r"(\tfrac{2}{3}, \tfrac{1}{3}, 0)"
        assert fillings.fill(hole % "head/masked/0 vector", "x.md") == r"(0.5, -\infty, -\infty)"
        in_tex = r"\begin{bmatrix} 1 & -1 \\ 1 & 1 \\ -1 & 1 \end{bmatrix}"
        assert fillings.fill(hole % "two_heads/k/0 matrix", "x.md") == in_tex

    def test_what_the_handout_says_beside_them_is_true(self, text, thread, reference):
        n, x = thread.numbers, thread.numbers("x")
        assert (x @ x[2]).tolist() == [-4, 0, 4] and "its scores are −4, 0 and 4" in text
        simple = torch.softmax(x @ x[2], 0)
        assert [f"{w:.2f}" for w in simple] == ["0.00", "0.02", "0.98"] and "0.00, 0.02 and 0.98" in text
        assert (n("head/scores")[2] - n("head/scores")[2].max()).tolist() == [-1, 0, 0] and "$-1, 0, 0$" in text
        assert (
            n("head/weights")[2, 1:].tolist() == pytest.approx([0.4, 0.4]) and "0.4 to *girl* and 0.4 to itself" in text
        )
        assert (2 ** n("two_heads/scores")[0, 2]).tolist() == [1, 2, 1] and "powers of two 1, 2, 1" in text
        assert n("two_heads/z")[2].tolist() == [1, 1, 0, 1] and "= (1, 1)$" in text and "brings $(0, 1)$" in text
        assert 4 * n("block/variance")[2] == 25 and "sum to 25" in text
        assert n("model/powers")[2].tolist() == [2, 1, 1, 4] and "As powers of two: 2, 1, 1, 4" in text
        assert n("model/probabilities").diagonal(1).tolist() == [0.5, 0.5, 0.5] and "$4/8 = \\tfrac12$" in text
        assert f"{math.log(2):.2f}" == "0.69" and r"$\ln 2 = 0.69$" in text

    def test_the_card_has_them(self, card):
        assert "0.8, 1.2, -0.2, 1.2" in card and "P(her) = 0.5" in card

    def test_the_figures_draw_them(self):
        """Their words for those who cannot see are made of what they draw."""
        code = "import sys; sys.path.insert(0, 'handouts/figures')\nimport thread\n"
        code += "print(*(draw()[1] for draw in thread.FIGURES.values()))"
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
        assert "lost: 0.2, 0.4, 0.4" in done.stdout and "y: 5, −2, 5, −2" in done.stdout, done.stderr


def _deep(path):
    found = THREAD
    for key in path.split("/"):
        found = found[int(key)] if isinstance(found, list) else found[key]
    return found


class TestWithStudentsCode:
    """thread.py and test_thread.py, as students run them."""

    @pytest.fixture
    def folder(self, tmp_path):
        for name in ("thread.py", "thread.json", "test_thread.py"):
            (tmp_path / name).write_bytes((ASSIGNMENT / name).read_bytes())
        for path in (ROOT / "solutions" / "reference").glob("*.py"):
            (tmp_path / path.name).write_bytes(path.read_bytes())
        return tmp_path

    def told(self, folder, *command):
        done = subprocess.run(
            [sys.executable, *command], cwd=folder, capture_output=True, text=True, encoding="utf-8",
            env={"PYTHONIOENCODING": "utf-8", "PATH": "/usr/bin:/bin"},
        )  # fmt: skip
        assert not done.stderr, done.stderr
        return done.stdout

    @pytest.mark.slow
    def test_right_code_agrees_with_the_paper_at_every_step(self, folder, thread):
        assert self.told(folder, "thread.py").count("✓ as on paper") == len(thread.STEPS)

    def test_a_mistake_is_told_with_both_numbers_and_the_rest_goes_on(self, folder):
        wrong = (folder / "block.py").read_text(encoding="utf-8").replace("return t5 + t3", "return t5 + x")
        (folder / "block.py").write_text(wrong, encoding="utf-8")
        told = self.told(folder, "thread.py").splitlines()
        (line,) = (line for line in told if "3.3  y, the block" in line)
        assert line.endswith("✗ at [0, 0] the paper has 3.0000, your code 5.0000")
        agreeing = {line.split()[0] for line in told if "✓" in line}
        assert agreeing >= {"1.2", "1.6", "2.2", "3.1", "3.2", "4.1", "4.3"} and not agreeing & {"3.3", "4.2"}

    @pytest.mark.slow
    def test_stubs_are_not_written_yet_and_a_missing_file_is_named(self, folder, thread):
        for path in ASSIGNMENT.glob("*.py"):
            (folder / path.name).write_bytes(path.read_bytes())
        (folder / "lm.py").unlink()
        told = self.told(folder, "thread.py")
        assert told.count("– not written yet") == len(thread.STEPS) - 4
        assert told.count("– not here: No module named 'lm'") == 4

    @pytest.mark.slow
    def test_as_a_public_test_it_passes_and_fails_in_one_line(self, folder):
        command = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "test_thread.py")
        assert "15 passed" in self.told(folder, *command)
        wrong = (
            (folder / "attention.py")
            .read_text(encoding="utf-8")
            .replace("return weights @ v", "return 2 * weights @ v")
        )
        (folder / "attention.py").write_text(wrong, encoding="utf-8")
        told = self.told(folder, *command)
        assert "the paper has -2.0000, your code -4.0000" in told and "Traceback" not in told


def test_loss_and_next_word_start_from_the_logits_on_paper(thread, reference, monkeypatch):
    """A wrong model shows at 4.2, and only there."""
    monkeypatch.setattr(reference.lm.TransformerLM, "forward", lambda self, tokens: torch.ones(*tokens.shape, 4))
    told = {step.task: thread.line(step, thread.Modules()) for step in thread.STEPS}
    assert "from the words on paper" in told["4.2"] and "✗" in told["4.2"]
    for task in ("4.3", "4.4"):
        assert "from the logits on paper" in told[task] and told[task].endswith("✓ as on paper")
