"""The thread: one sentence worked by hand from four vectors to the next word, with the same numbers everywhere."""

import importlib
import json
import math
import subprocess
import sys

import pytest
import torch

from tests.engine.mini import ROOT

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
        h = block(x)
        found |= {"block/h": h, "model/mean": h.mean(-1), "model/sigma": h.std(-1, correction=0)}
        logits = model(thread.tokens())
        found |= {"model/final": model.final_norm(h), "model/logits": logits[0, :3] / ln2}
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
        assert not torch.allclose(n("block/t3"), n("block/t4")) and not torch.allclose(n("block/h"), n("model/final"))
        assert not torch.allclose(n("block/t5"), n("block/h")) and not torch.allclose(n("block/t2"), n("block/t3"))
        assert not torch.allclose(n("two_heads/z"), n("two_heads/output"))
        assert (n("block/before_relu") < 0).any()


def _at(path):
    group, _, key = path.partition("/")
    return THREAD[group][key]


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

    def test_right_code_agrees_with_the_paper_at_every_step(self, folder, thread):
        assert self.told(folder, "thread.py").count("✓ as on paper") == len(thread.STEPS)

    def test_a_mistake_is_told_with_both_numbers_and_the_rest_goes_on(self, folder):
        wrong = (folder / "block.py").read_text(encoding="utf-8").replace("return t5 + t3", "return t5 + x")
        (folder / "block.py").write_text(wrong, encoding="utf-8")
        told = self.told(folder, "thread.py").splitlines()
        assert "3.3  h, the block             ✗ at [0, 0] the paper has 3.0000, your code 5.0000" in "\n".join(told)
        agreeing = {line.split()[0] for line in told if "✓" in line}
        assert agreeing >= {"1.2", "1.6", "2.2", "3.1", "3.2", "4.1"} and not agreeing & {"3.3", "4.2", "4.3"}

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
