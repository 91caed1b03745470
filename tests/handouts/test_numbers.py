"""The numbers in the handout: sums worked out by hand, examples that run, shapes on the card, what was measured."""

import doctest
import json
import math
import re
import sys

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from tests.mini_course import ROOT

MEASURED = json.loads((ROOT / "handouts" / "figures" / "measured.json").read_text(encoding="utf-8"))


def rows(*numbers):
    return torch.tensor(numbers, dtype=torch.float64)


BITS = rows([1, 0], [1, 0], [0, 1], [1, 0])


class TestByHand:
    """Each test works a box out again and looks the result up in the text."""

    def test_simple_attention_of_three_tokens(self, text, reference):
        x = rows([1, 0], [0, 1], [1, 1])
        mixed = reference.attention.simple_attention(x)
        assert [f"{v:.2f}" for v in mixed[1]] == ["0.27", "0.73"] and "(0.27, 0.73) for token 2" in text
        assert [f"{v:.2f}" for v in mixed[2]] == ["0.79", "0.79"] and "(0.79, 0.79) for token 3" in text
        with_three = reference.attention.simple_attention(math.sqrt(math.log(3)) * x) / math.sqrt(math.log(3))
        torch.testing.assert_close(with_three[1:], rows([1 / 4, 3 / 4], [4 / 5, 4 / 5]))

    def test_what_a_softmax_makes_of_eight_and_minus_eight(self, text):
        large, small = torch.softmax(rows(8, -8), dim=0), torch.softmax(rows(1, -1), dim=0)
        assert f"{large[0]:.7f}" == "0.9999999" and "0.9999999 and 0.0000001" in text
        assert f"{small[0]:.2f} and {small[1]:.2f}" == "0.88 and 0.12" and "0.88 and 0.12" in text

    def test_the_booster(self, text):
        raw = math.exp(10) / (math.exp(10) + 3)
        scaled = math.exp(10 / math.sqrt(2)) / (math.exp(10 / math.sqrt(2)) + 3)
        assert f"{raw:.5f}" == "0.99986" and f"{scaled:.5f}" == "0.99746"
        assert "= 0.99986" in text and "0.99746$" in text and r"\frac{22026}{22029}" in text and "1177 / 1180" in text
        assert round(math.exp(10)) == 22026 and round(math.exp(10 / math.sqrt(2))) == 1177

    def test_row_two_of_the_mask(self, text):
        assert [f"{w:.2f}" for w in torch.softmax(rows(0, 1), dim=0)] == ["0.27", "0.73"]

    def test_epsilon_shows_in_the_sixth_decimal_of_the_thread(self, text, reference):
        x = rows(-1, -1, 1, 1)
        off = float((reference.block.LayerNorm(4).double()(x) - x).detach().abs().max())
        assert 1e-6 < off < 1e-5 and "it shows in the sixth decimal" in " ".join(text.split())

    def test_layer_norm(self, text, reference):
        x = rows(2, 4, 4, 4, 5, 5, 7, 9)
        norm = reference.block.LayerNorm(8).double()
        torch.testing.assert_close(norm(x), rows(-1.5, -0.5, -0.5, -0.5, 0, 0, 1, 2), atol=1e-5, rtol=0)
        nn.init.constant_(norm.gamma, 3)
        nn.init.constant_(norm.beta, 1)
        torch.testing.assert_close(norm(x), rows(-3.5, -0.5, -0.5, -0.5, 1, 1, 4, 7), atol=1e-4, rtol=0)
        assert "(−3.5, −0.5, −0.5, −0.5, 1, 1, 4, 7)" in text

    def test_heads_that_do_nothing_clever(self, text, reference):
        layer = reference.multihead.MultiHeadAttention(2, 2).double()
        with torch.no_grad():
            for matrix, scale in ((layer.W_q, 0), (layer.W_k, 1), (layer.W_v, 1), (layer.W_o, 2)):
                matrix.weight.copy_(scale * torch.eye(2))
        torch.testing.assert_close(layer(BITS)[2], rows(4 / 3, 2 / 3))
        assert "(4/3, 2/3)" in text

    def test_the_loss_of_three_predictions(self, text):
        assert f"{math.log(4):.3f}" == "1.386" and f"{(math.log(2) + math.log(4)) / 2:.3f}" == "1.040"
        assert r"\ln 4 = 1.386" in text and "= 1.040" in text

    def test_temperature(self, text):
        logits = rows(2, 1, 0, -1)
        assert (
            f"{torch.softmax(logits / 0.5, dim=0)[0]:.2f}" == "0.86"
            and f"{torch.softmax(logits, dim=0)[0]:.2f}" == "0.64"
        )
        assert f"{torch.exp(2 * logits).sum():.1f}" == "63.1" and f"{torch.exp(logits).sum():.2f}" == "11.48"
        assert "54.6 / 63.1 = 0.86" in text and "7.39 / 11.48 = 0.64" in text
        for name, kept, divisor in (("1", 4, 1), ("½", 4, 0.5), ("2", 4, 2), ("1, `top_k` = 2", 2, 1)):
            shares = torch.softmax(logits[:kept] / divisor, dim=0).tolist()
            row = [f"{share:.2f}" for share in shares] + ["0"] * (4 - kept)
            assert f"| temperature {name} | {' | '.join(row)} |" in text

    def test_a_softmax_of_large_scores(self, text):
        weights, exponentials = torch.softmax(rows(1000, 1001, 999), dim=0), torch.exp(rows(-1, 0, -2))
        assert f"{', '.join(f'{e:.3f}' for e in exponentials)} are never above 1" in text
        assert f"the weights are {', '.join(f'{w:.3f}' for w in weights)}." in text

    def test_row_two_of_weight_times_value(self, text):
        row = rows([4, 0, 8, 4, 0, 4, 8, 12], [0, 4, 4, 8, 4, 12, 0, 4])
        assert all(f"({', '.join(f'{entry:g}' for entry in v)})" in text for v in row.tolist())
        got = (row[0] / 4 + 3 * row[1] / 4).tolist()
        assert f"&= ({', '.join(f'{entry:g}' for entry in got)})" in text

    def test_the_parameters_of_the_model_that_writes(self, text, reference):
        sizes = {"vocab_size": 2048, "context_length": 192, "d_model": 128, "n_heads": 4, "n_layers": 4, "d_ff": 512}
        model = reference.lm.TransformerLM(**sizes)

        def count(*parts):
            return sum(each.numel() for part in parts for each in part.parameters())

        block = model.blocks[0]
        for name, parts in {
            "token embedding | 2048 · 128": [model.token_embedding],
            "position embedding | 192 · 128": [model.position_embedding],
            "one block: $W^Q, W^K, W^V, W^O$ | 4 · 128 · 128": [block.attention],
            "one block: feed-forward | 128 · 512 + 512 + 512 · 128 + 128": [block.ffn],
            "one block: two norms | 2 · (128 + 128)": [block.norm_1, block.norm_2],
            f"all four blocks | 4 · {count(block):,}": [model.blocks],
            "final norm | 128 + 128": [model.final_norm],
            "unembedding | 128 · 2048": [model.unembed],
            "**all** |": [model],
        }.items():
            assert re.search(rf"\| {re.escape(name)} \| \**{count(*parts):,}\** \|", text), name

    def test_the_errata(self, errata):
        printed, right = rows([0, 1], [0, 1]), rows([0, 0], [1, 1])
        assert torch.equal(BITS @ right.T, rows(*[[0, 1]] * 4)) and (BITS @ printed.T)[0].tolist() == [0, 0]
        assert f"{torch.softmax(rows(1, 0), dim=0)[0]:.2f}" == "0.73" and "0.73 and 0.27" in errata

    def test_the_errata_do_not_print_the_answer_of_1_7(self, text, errata):
        matrices = re.findall(r"\\begin\{bmatrix\}(.*?)\\end\{bmatrix\}", text + errata, flags=re.DOTALL)
        numbers = [re.findall(r"\d+", matrix) for matrix in matrices]
        assert ["0", "1", "0", "1"] in numbers and ["0", "0", "1", "1"] not in numbers


class TestExamples:
    def test_code_in_the_text_runs(self, text, reference):
        blocks = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
        assert len(blocks) >= 2
        names = {"torch": torch, "nn": nn, "F": F, "math": math, **vars(reference.attention)}
        for block in blocks:
            test = doctest.DocTestParser().get_doctest(block, dict(names), "handout", "handout.md", 0)
            assert test.examples, "a python block without an example is not checked by anything"
            said = []
            doctest.DocTestRunner(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=said.append)
            assert not said, "".join(said)


SIZES = {
    "n": 5,
    "m": 7,
    "d": 12,
    "d_model": 12,
    "d_k": 4,
    "d_v": 3,
    "d_head": 4,
    "h": 3,
    "B": 2,
    "vocab": 11,
    "n_new": 6,
}


def shape(written):
    """`(..., n, d/h)` → a tuple of numbers; the dots stand for two leading dimensions."""
    inside = written.strip().removesuffix(" bool").strip("()")
    sizes = []
    for part in filter(None, (p.strip() for p in inside.split(","))):
        sizes += [2, 4] if part == "..." else [int(eval(part.replace("/", "//"), {}, SIZES))]
    return tuple(sizes)


def shapes(cell):
    return [shape(part) for part in re.findall(r"\([^()]*\)(?: bool)?", cell)]


class TestShapeCard:
    @pytest.fixture
    def call(self, reference):
        """How each function on the card is called, given tensors of the shapes it names."""
        r, s = reference, SIZES
        model = r.lm.TransformerLM(s["vocab"], 16, s["d"], s["h"], 1, 8)
        heads = r.multihead.MultiHeadAttention(s["d"], s["h"])
        return {
            "simple_attention": r.attention.simple_attention,
            "attention_scores": r.attention.attention_scores,
            "causal_mask": lambda: r.attention.causal_mask(s["n"]),
            "apply_mask": lambda scores: r.attention.apply_mask(scores, torch.ones(s["n"], s["m"], dtype=torch.bool)),
            "softmax": r.attention.softmax,
            "weighted_values": r.attention.weighted_values,
            "attend": lambda q, k, v, mask: r.attention.attend(q, k, v, torch.ones_like(mask, dtype=torch.bool)),
            "AttentionHead.forward": r.attention.AttentionHead(s["d"], s["d_head"]),
            "find_ones_weights": lambda: r.attention.find_ones_weights(9),
            "split_heads": lambda x: r.multihead.split_heads(x, s["h"]),
            "merge_heads": r.multihead.merge_heads,
            "MultiHeadAttention.forward": heads,
            "MultiHeadAttention.head_contributions": heads.head_contributions,
            "LayerNorm.forward": r.block.LayerNorm(s["d"]),
            "FeedForward.forward": r.block.FeedForward(s["d"], 8),
            "TransformerBlock.forward": r.block.TransformerBlock(s["d"], s["h"], 8),
            "TransformerLM.embed": model.embed,
            "TransformerLM.forward": model,
            "next_token_loss": r.lm.next_token_loss,
            "generate": lambda tokens: r.lm.generate(model, tokens, s["n_new"]),
            "sentence_log_prob": lambda tokens: r.lm.sentence_log_prob(model, tokens),
        }

    def test_every_shape_on_it_is_true(self, card, call):
        tried = set()
        for row in re.findall(r"^\| *[\d.]* *\| `([\w.]+)\(.*?\)` \| (.*?) \| (.*?) \|", card, flags=re.MULTILINE):
            name, into, out = row
            if name == "train":
                continue  # a list of floats has no shape
            given = [self.make(s, name) for s in shapes(into)]
            got = call[name](*given)
            got = [*got] if isinstance(got, tuple) else [got]
            assert [tuple(g.shape) for g in got] == shapes(out), f"{name}: the card says {out}"
            tried.add(name)
        assert tried == set(call)

    @staticmethod
    def make(size, name):
        whole = size == (SIZES["B"], SIZES["n"])
        return torch.randint(SIZES["vocab"], size) if whole else torch.randn(*size)


class TestMeasured:
    """measured.json is what measure.py writes; the sentences built on it hold."""

    @pytest.fixture
    def sources(self):
        sys.path.insert(0, str(ROOT / "assignment" / "lab"))
        try:
            import data

            yield {"wills": data.Wills(), "any-ones": data.AnyOnes(101)}
        finally:
            sys.path.remove(str(ROOT / "assignment" / "lab"))
            sys.modules.pop("data", None)

    def test_it_says_how_it_was_made(self):
        assert MEASURED["made_by"] == "python handouts/figures/measure.py"
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", MEASURED["on"]) and MEASURED["seed"] == 0
        for task in ("wills", "any-ones"):
            assert MEASURED[task]["command"].startswith(f"python assignment/lab/experiment.py {task} ")

    @pytest.mark.parametrize("task", ["wills", "any-ones"])
    def test_the_floor_is_the_sources(self, task, sources):
        assert MEASURED[task]["floor"] == pytest.approx(sources[task].floor, abs=1e-5)

    def test_the_transformer_reaches_the_floor_and_the_others_do_not(self):
        for task in ("wills", "any-ones"):
            floor, loss = MEASURED[task]["floor_of_the_rows"], MEASURED[task]["loss"]
            assert loss["transformer"] < 1.01 * floor
            assert min(loss["RNN"], loss["n-gram"]) > 1.1 * floor

    def test_the_gap_in_wills_is_the_price_of_the_pronoun(self, sources):
        gap = MEASURED["wills"]["loss"]["RNN"] - MEASURED["wills"]["floor_of_the_rows"]
        assert gap * (sources["wills"].n - 1) == pytest.approx(math.log(3), rel=0.1)

    def test_the_gap_in_any_ones_is_the_answer_and_the_end_of_the_row(self, sources):
        gap = MEASURED["any-ones"]["loss"]["RNN"] - MEASURED["any-ones"]["floor_of_the_rows"]
        unforeseen = math.log(101) + 1  # about what it costs to expect = with probability 1/102 at every place
        assert gap * (sources["any-ones"].n - 1) == pytest.approx(math.log(2) + unforeseen, rel=0.1)

    def test_neither_the_plain_nor_a_gated_rnn_does_better_than_guessing(self, text):
        for task in ("wills", "any-ones"):
            chance = MEASURED[task]["chance"]
            assert MEASURED["gated"][task]["right"] == pytest.approx(chance, abs=0.05)
            rights = [right for name, right in MEASURED[task]["accuracy"]["RNN"].items() if name != "no 1"]
            assert rights == pytest.approx([chance] * len(rights), abs=0.05)
        assert "is right 33% of the time, as often as a guess among three" in " ".join(text.split())

    def test_few_rows_have_a_one_near_their_end(self, text, sources):
        source = sources["any-ones"]
        rows = source.sample(20_000, [0, 1])[:, : source.n - 2]
        near = float((rows[:, -6:] == source.vocab.index("1")).any(dim=1).double().mean())
        assert f"{near:.0%}" == "4%" and "only 4% of the rows have a 1 among their last six" in " ".join(text.split())

    def test_head_0_finds_the_heir_fifteen_words_back(self, text):
        found = MEASURED["wills"]["attention"]
        words, last = found["sentence"].split(), found["heads"][0][-1]
        assert words[last.index(max(last))] == "twins" and len(words) - 1 - words.index("twins") == 15
        assert f"{100 * max(last):.0f}% of its attention goes to *twins*, fifteen words back" in text
        for head in found["heads"]:
            for row in head:
                assert sum(row) == pytest.approx(1, abs=0.01)
