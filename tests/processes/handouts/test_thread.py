"""The thread: one sentence worked by hand from four vectors to the next word, with the same numbers everywhere."""

import json
import math
import re
from fractions import Fraction

import pytest
import torch

from tests.mini_course import ROOT

THREAD = json.loads((ROOT / "handouts" / "thread.json").read_text(encoding="utf-8"))
GIVEN = {"about", "words", "sentence", "next", "tokens", "token_embedding", "position_embedding", "b_1", "b_2", "U"}
GIVEN |= {f"W_{name}" for name in ("q", "k", "v", "o", "1", "2")}


LN2 = math.log(2)


def numbers(path):
    """The numbers of `thread.json` under a path such as `block/t3`, as a tensor. Fractions are text, and so is −∞."""
    return torch.tensor(_plain(_deep(path)))


def _plain(entry):
    if isinstance(entry, list):
        return [_plain(part) for part in entry]
    return -math.inf if entry == "-inf" else float(Fraction(entry))


def weighed(prefix, *names, **units):
    """Weights by the names that the constructors give them."""
    return {f"{prefix}{name}.weight": units.get(name, 1.0) * numbers(name) for name in names}


@pytest.fixture(scope="module")
def model(reference):
    """The thread's whole model: four words, four places, one block. W^K and U are in units of ln 2; in two heads W^K is
    smaller by the root."""
    made = reference.lm.TransformerLM(vocab_size=4, context_length=4, d_model=4, n_heads=2, n_layers=1, d_ff=4)
    block = "blocks.0."
    state = weighed("", "token_embedding", "position_embedding")
    state |= weighed(f"{block}attention.", "W_q", "W_k", "W_v", "W_o", W_k=LN2 / math.sqrt(2))
    state |= weighed(f"{block}ffn.", "W_1", "W_2")
    state |= {f"{block}ffn.W_{i}.bias": numbers(f"b_{i}") for i in (1, 2)} | {"unembed.weight": LN2 * numbers("U")}
    missing, strange = made.load_state_dict(state, strict=False)
    assert not strange and all("norm" in name for name in missing), "norms begin as the thread has them"
    return made


@pytest.fixture(scope="module")
def computed(model, reference):
    """Path in thread.json → the same number as the reference computes it."""
    n, tokens = numbers, torch.tensor([THREAD["tokens"]])
    attend, scores = reference.attention.attend, reference.attention.attention_scores
    mask, split = reference.attention.causal_mask(3), reference.multihead.split_heads
    head, (block,) = reference.attention.AttentionHead(4, 4), model.blocks
    head.load_state_dict(weighed("", "W_q", "W_k", "W_v", W_k=LN2))
    layer = block.attention
    with torch.no_grad():
        x = model.embed(tokens[:, :3])[0]
        q, k, v = head.W_q(x), head.W_k(x), head.W_v(x)
        found = {"x": x, "head/q": q, "head/k": k / LN2, "head/v": v, "head/dots": q @ k.T / LN2}
        found["head/scores"] = scores(q, k) / LN2
        found["head/masked"] = reference.attention.apply_mask(scores(q, k), mask) / LN2
        found["head/a"], weights = attend(q, k, v, mask)
        found |= {"head/weights": weights, "head/weighed": weights[2, :, None] * v}
        q, k, v = (split(each, 2) for each in (layer.W_q(x), layer.W_k(x), layer.W_v(x)))
        unit = LN2 / math.sqrt(2)
        found |= {"two_heads/q": q, "two_heads/k": k / unit, "two_heads/v": v, "two_heads/dots": q @ k.mT / unit}
        found["two_heads/scores"] = scores(q, k) / LN2
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
        logits = model(tokens)
        found |= {"model/final": model.final_norm(y), "model/logits": logits[0, :3] / LN2}
        found |= {"model/powers": logits[0, :3].exp(), "model/sum": logits[0, :3].exp().sum(-1)}
        found["model/probabilities"] = logits[0, :3].softmax(-1)
        found["model/surprise"] = reference.lm.next_token_loss(logits, tokens) / LN2
    assert n("x").shape == (3, 4)
    return found


def leaves():
    groups = {name: entry for name, entry in THREAD.items() if isinstance(entry, dict)}
    return {f"{name}/{key}" for name, group in groups.items() for key in group} | (set(THREAD) - set(groups) - GIVEN)


class TestSource:
    def test_every_number_on_paper_is_the_references(self, computed):
        assert set(computed) == leaves(), "a number that nobody checks, or one that is gone"
        for path, got in computed.items():
            torch.testing.assert_close(got, numbers(path), atol=1e-4, rtol=0, msg=lambda said, p=path: f"{p}: {said}")

    def test_a_person_can_do_it_on_paper(self):
        """Small whole numbers go in, three matrices differ, and what comes out has few digits."""
        for name in GIVEN - {"about", "words", "sentence", "next", "tokens"}:
            entries = [entry for row in THREAD[name] for entry in (row if isinstance(row, list) else [row])]
            assert all(isinstance(entry, int) and abs(entry) <= 2 for entry in entries), name
        assert len({json.dumps(THREAD[f"W_{name}"]) for name in "qkv"}) == 3
        for path in leaves():
            for text in json.dumps(_deep(path)).replace("[", " ").replace("]", " ").split(","):
                assert len(text.strip().strip('"').lstrip("-")) <= 5, f"{path}: {text}"

    def test_each_mistake_that_the_thread_could_hide_shows(self):
        """Without the root, the mask, a norm, a residual or W^O other numbers come out."""
        n = numbers
        assert not torch.allclose(n("head/dots"), n("head/scores"))
        assert not torch.allclose(torch.softmax(n("head/scores") * math.log(2), -1), n("head/weights"))
        assert not torch.allclose(n("block/t3"), n("block/t4")) and not torch.allclose(n("block/y"), n("model/final"))
        assert not torch.allclose(n("block/t5"), n("block/y")) and not torch.allclose(n("block/t2"), n("block/t3"))
        assert not torch.allclose(n("two_heads/z"), n("two_heads/output"))
        assert (n("block/before_relu") < 0).any()


class TestPlaces:
    """The same numbers stand wherever the thread goes."""

    def test_the_handout_takes_them_from_the_source(self, raw):
        """Nothing that thread.json has is typed: the text has holes, in the sections where the thread goes."""
        used = re.findall(r"\{\{data thread\.json (\S+)", raw)
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
        hole = "{{data thread.json %s}}"
        assert fillings.fill(hole % "head/weights/1 vector", "x.md") == r"(\tfrac{2}{3}, \tfrac{1}{3}, 0)"
        assert fillings.fill(hole % "head/masked/0 vector", "x.md") == r"(0.5, -\infty, -\infty)"
        in_tex = r"\begin{bmatrix} 1 & -1 \\ 1 & 1 \\ -1 & 1 \end{bmatrix}"
        assert fillings.fill(hole % "two_heads/k/0 matrix", "x.md") == in_tex

    def test_what_the_handout_says_beside_them_is_true(self, text):
        n, x = numbers, numbers("x")
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


def _deep(path):
    found = THREAD
    for key in path.split("/"):
        found = found[int(key)] if isinstance(found, list) else found[key]
    return found
