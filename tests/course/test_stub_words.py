"""What a stub allows is accepted, and what it rules out is not: small answers, read and run as the grader does."""

import pytest

from softmark.content.course import Course
from tests.course.collected import checks
from tests.known_code import Lab
from tests.mini_course import ROOT

COURSE = Course.at(ROOT)


ONES = """
    def find_ones_weights(length):
        boost = math.sqrt(2) * math.log(max(999 * (length - 1), 1))
        return torch.tensor([[0.0, 0.0], [1.0, 1.0]]){dtype}, (boost * torch.eye(2)){dtype}
    """
GENERATE = """
    @torch.no_grad()
    def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
        mode = model.training
        model.eval()
        for _ in range(n_new):
            logits = model(prompt[:, -model.context_length :])[:, -1, :]
            logits /= max(temperature, 1e-6)
            if top_k is not None:
                v, _ = torch.topk(logits, min(top_k, logits.size(-1)))
                logits[logits < v[:, [-1]]] = -float("Inf")
            new = torch.multinomial(F.softmax(logits, dim=-1), 1, generator=generator)
            prompt = torch.cat((prompt, new), 1)
        model.train(mode)
        return prompt
    """
TRAIN = """
    def train(model, batches, lr):
        optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
        losses = []
        for tokens in batches:
            logits = model(tokens[:, :-1])
            loss = torch.nn.functional.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            losses.append(loss.item())
        return losses
    """
FILL = "def apply_mask(scores, mask):\n    return scores{fill}\n"
ROOT_AS_TENSOR = """
    def attention_scores(q, k):
        return q @ k.transpose(-2, -1) / torch.sqrt(torch.tensor(k.shape[-1]))
    """
AS_A_LIST = """
    def attend(q, k, v, mask=None):
        scores = attention_scores(q, k) if mask is None else apply_mask(attention_scores(q, k), mask)
        weights = torch.softmax(scores, dim=-1)
        return [weights @ v, weights]
    """
DROPPED = """
    class FeedForward:
        def forward(self, x):
            return self.W_2(torch.nn.functional.dropout(torch.relu(self.W_1(x)), 0.1, self.training))
    """
LOUDER = """
    class MultiHeadAttention:
        def head_contributions(self, x):
            with torch.no_grad():
                self.W_o.weight *= 2
            q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
            heads, _ = attend(q, k, v, causal_mask(x.shape[-2]))
            return heads @ split_heads(self.W_o.weight / 2, self.n_heads).transpose(-2, -1)
    """
RIGHT = {
    "0.999 exactly, in float32": ("attention", ONES.format(dtype=""), ["1.7"]),
    "0.999 exactly, in float16": ("attention", ONES.format(dtype=".half()"), ["1.7"]),
    "0.999 exactly, in bfloat16": ("attention", ONES.format(dtype=".bfloat16()"), ["1.7"]),
    "whole numbers": (
        "attention",
        "def find_ones_weights(length):\n    return torch.tensor([[0, 0], [1, 1]]), 40 * torch.eye(2).long()\n",
        ["1.7"],
    ),
    "a fill of −10,000": ("attention", FILL.format(fill=".masked_fill(~mask, -1e4)"), ["1.3", "1.6"]),
    "−10,000 added": ("attention", FILL.format(fill=" + (~mask) * -1e4"), ["1.3", "1.6"]),
    "a root in float32": ("attention", ROOT_AS_TENSOR, ["1.2", "1.6", "2.2"]),
    "a list of two": ("attention", AS_A_LIST, ["1.6"]),
    "logits changed in place, and a tiny temperature for 0": ("lm", GENERATE, ["4.4"]),
    "a shifted loss of one's own": ("train", TRAIN, ["4.5"]),
}
WRITTEN_INTO = """
    def attention_scores(q, k):
        q /= math.sqrt(k.shape[-1])
        return q @ k.transpose(-2, -1)
    """
COARSE = """
    def weighted_values(weights, v):
        torch.set_default_dtype(torch.float64)
        return weights @ v
    """
SWITCHED_ON = (
    GENERATE.replace("    @torch.no_grad()\n", "")
    .replace("mode = model.training", "mode = model.training\n        torch.set_grad_enabled(False)")
    .replace("model.train(mode)", "model.train(mode)\n        torch.set_grad_enabled(True)")
)
NOW_AND_THEN = """
    def train(model, batches, lr):
        losses = []
        for i, tokens in enumerate(batches):
            if i % 10 == 0:
                optimiser = torch.optim.{optimiser}(model.parameters(), lr=lr)
            loss = next_token_loss(model(tokens), tokens)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            losses.append(loss.item())
        return losses
    """
WRONG = {
    "a default dtype for all code": ("attention", COARSE, "1.5"),
    "NaN with and without another future": ("attention", "def simple_attention(x):\n    return x * math.nan\n", "1.1"),
    "gradients switched on for a caller who had them off": ("lm", SWITCHED_ON, "4.4"),
    "a new AdamW every ten batches": ("train", NOW_AND_THEN.format(optimiser="AdamW"), "4.5"),
    "a new RMSprop every ten batches": ("train", NOW_AND_THEN.format(optimiser="RMSprop"), "4.5"),
    "q written into": ("attention", WRITTEN_INTO, "1.2"),
    "something dropped in training mode": ("block", DROPPED, "3.2"),
    "a layer whose weights change when it is looked at": ("multihead", LOUDER, "2.3"),
}


TRAINS = "a shifted loss of one's own"
"""Slow: all of task 4.5 trains."""


def lost(module, code, items):
    """The labels that are lost with an answer."""
    return Lab(COURSE, checks()).lost([(module, code)], items)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name == TRAINS else ()) for name in RIGHT]
)
def test_what_the_stub_allows_is_right(name):
    assert lost(*RIGHT[name]) == set()


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if WRONG[name][0] == "train" else ()) for name in WRONG]
)
def test_what_the_stub_rules_out_is_wrong(name):
    module, code, item = WRONG[name]
    assert lost(module, code, [item])


def test_to_write_into_an_input_costs_that_and_no_value():
    assert lost("attention", WRITTEN_INTO, ["1.2"]) <= {"1.2 inputs unchanged", "1.2 gradients"}
