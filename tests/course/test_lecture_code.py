"""Code as the lectures write it, for one sequence (n, d), loses the label on leading dimensions and nothing else.

Each answer is what a person might write who has just seen the lecture and has read the equations of the task. Known
code runs here against the graders, in this process.
"""

import textwrap
from functools import cache

import pytest

from softmark.bank import Answer
from softmark.content.course import Course
from tests.course.collected import checks
from tests.known_code import Lab
from tests.mini_course import ROOT

COURSE = Course.at(ROOT)
LABEL = "leading dimensions"


DOUBLE_LOOP = """
    def simple_attention(x):
        n, d = x.shape
        a = torch.zeros(n, d, dtype=x.dtype)
        for i in range(n):
            scores = []
            for j in range(i + 1):
                scores.append(torch.dot(x[i], x[j]))
            alpha = torch.softmax(torch.stack(scores), dim=0)
            for j in range(i + 1):
                a[i] += alpha[j] * x[j]
        return a
    """
ONE_MATRIX = """
    def simple_attention(x):
        n = x.shape[0]
        scores = x @ x.T
        scores = scores.masked_fill(torch.triu(torch.ones(n, n), diagonal=1) == 1, float("-inf"))
        return torch.softmax(scores, dim=1) @ x
    """
LIST_OF_ROWS = """
    def simple_attention(x):
        rows = []
        for i in range(len(x)):
            seen = x[: i + 1]
            weights = torch.softmax(seen @ x[i], dim=0)
            rows.append(weights @ seen)
        return torch.stack(rows)
    """
SCORES_T = """
    def attention_scores(q, k):
        return q @ k.T / math.sqrt(q.shape[1])
    """
SCORES_MM = """
    def attention_scores(q, k):
        n, d_k = q.shape
        m, _ = k.shape
        return torch.mm(q, k.t()) / d_k**0.5
    """
SCORES_LOOP = """
    def attention_scores(q, k):
        rows = [torch.stack([torch.dot(one, other) for other in k]) for one in q]
        return torch.stack(rows) / math.sqrt(len(q[0]))
    """
SCORES_EINSUM = """
    def attention_scores(q, k):
        return torch.einsum("id,jd->ij", q, k) / math.sqrt(k.size(1))
    """
FILL_LOOP = """
    def apply_mask(scores, mask):
        n, m = scores.shape
        mask = mask.expand(n, m)
        rows = []
        for i in range(n):
            rows.append(torch.stack([s if mask[i, j] else torch.full_like(s, -1e9) for j, s in enumerate(scores[i])]))
        return torch.stack(rows)
    """
SOFTMAX_DIM_1 = """
    def softmax(scores):
        e = torch.exp(scores - scores.max(dim=1, keepdim=True).values)
        return e / e.sum(dim=1, keepdim=True)
    """
SOFTMAX_ROWS = """
    def softmax(scores):
        rows = []
        for row in scores:
            e = torch.exp(row - row.max())
            rows.append(e / e.sum())
        return torch.stack(rows)
    """
VALUES_MM = """
    def weighted_values(weights, v):
        return torch.mm(weights, v)
    """
VALUES_LOOP = """
    def weighted_values(weights, v):
        n, m = weights.shape
        return torch.stack([sum(weights[i, j] * v[j] for j in range(m)) for i in range(n)])
    """
ATTEND_LECTURE = """
    def attend(q, k, v, mask=None):
        scores = q @ k.T / math.sqrt(k.shape[1])
        if mask is not None:
            scores = scores.masked_fill(~mask, float("-inf"))
        weights = torch.softmax(scores, dim=1)
        return weights @ v, weights
    """
HEAD_LECTURE = """
    class AttentionHead:
        def forward(self, x):
            n, d = x.shape
            Q, K, V = self.W_q(x), self.W_k(x), self.W_v(x)
            scores = Q @ K.T / math.sqrt(K.shape[1])
            scores = scores.masked_fill(torch.ones(n, n).triu(1).bool(), float("-inf"))
            return torch.softmax(scores, dim=1) @ V
    """
HEAD_MASK_FROM_LENGTH = """
    class AttentionHead:
        def forward(self, x):
            out, _ = attend(self.W_q(x), self.W_k(x), self.W_v(x), causal_mask(len(x), x.device))
            return out
    """
SPLIT_ROWS = """
    def split_heads(x, n_heads):
        n, d = x.shape
        return x.reshape(n, n_heads, d // n_heads).transpose(0, 1)
    """
SPLIT_CHUNKS = """
    def split_heads(x, n_heads):
        width = x.shape[1] // n_heads
        return torch.stack([x[:, h * width : (h + 1) * width] for h in range(n_heads)])
    """
MERGE_CAT = """
    def merge_heads(x):
        return torch.cat([head for head in x], dim=1)
    """
MERGE_RESHAPE = """
    def merge_heads(x):
        h, n, w = x.shape
        return x.transpose(0, 1).reshape(n, h * w)
    """
MHA_LECTURE = """
    class MultiHeadAttention:
        def forward(self, x):
            n, d = x.shape
            w = d // self.n_heads
            Q, K, V = self.W_q(x), self.W_k(x), self.W_v(x)
            hidden = torch.ones(n, n).triu(1).bool()
            heads = []
            for h in range(self.n_heads):
                q, k, v = (part[:, h * w : (h + 1) * w] for part in (Q, K, V))
                scores = (q @ k.T / w**0.5).masked_fill(hidden, float("-inf"))
                heads.append(torch.softmax(scores, dim=1) @ v)
            return self.W_o(torch.cat(heads, dim=1))
    """
CONTRIBUTIONS_LECTURE = """
    class MultiHeadAttention:
        def head_contributions(self, x):
            n, d = x.shape
            w = d // self.n_heads
            Q, K, V = self.W_q(x), self.W_k(x), self.W_v(x)
            hidden = torch.ones(n, n).triu(1).bool()
            out = []
            for h in range(self.n_heads):
                q, k, v = (part[:, h * w : (h + 1) * w] for part in (Q, K, V))
                a = torch.softmax((q @ k.T / w**0.5).masked_fill(hidden, float("-inf")), dim=1) @ v
                out.append(a @ self.W_o.weight[:, h * w : (h + 1) * w].T)
            return torch.stack(out)
    """
NORM_DIM_1 = """
    class LayerNorm:
        def forward(self, x):
            mean = x.mean(dim=1, keepdim=True)
            var = x.var(dim=1, unbiased=False, keepdim=True)
            return self.gamma * (x - mean) / torch.sqrt(var + self.eps) + self.beta
    """
NORM_LOOP = """
    class LayerNorm:
        def forward(self, x):
            n, d = x.shape
            rows = []
            for i in range(n):
                mu = x[i].sum() / d
                sigma2 = ((x[i] - mu) ** 2).sum() / d
                rows.append(self.gamma * (x[i] - mu) / torch.sqrt(sigma2 + self.eps) + self.beta)
            return torch.stack(rows)
    """
FFN_MM = """
    class FeedForward:
        def forward(self, x):
            hidden = torch.addmm(self.W_1.bias, x, self.W_1.weight.t()).clamp(min=0)
            return torch.addmm(self.W_2.bias, hidden, self.W_2.weight.t())
    """
BLOCK_LECTURE = """
    class TransformerBlock:
        def forward(self, x):
            n, d = x.shape
            t1 = self.norm_1(x)
            t3 = self.attention(t1) + x
            return self.ffn(self.norm_2(t3)) + t3
    """

ANSWERS = [
    ("1.1", "attention", DOUBLE_LOOP),
    ("1.1", "attention", ONE_MATRIX),
    ("1.1", "attention", LIST_OF_ROWS),
    ("1.2", "attention", SCORES_T),
    ("1.2", "attention", SCORES_MM),
    ("1.2", "attention", SCORES_LOOP),
    ("1.2", "attention", SCORES_EINSUM),
    ("1.3", "attention", FILL_LOOP),
    ("1.4", "attention", SOFTMAX_DIM_1),
    ("1.4", "attention", SOFTMAX_ROWS),
    ("1.5", "attention", VALUES_MM),
    ("1.5", "attention", VALUES_LOOP),
    ("1.6", "attention", ATTEND_LECTURE),
    ("1.6", "attention", HEAD_LECTURE),
    ("1.6", "attention", HEAD_MASK_FROM_LENGTH),
    ("1.6", "attention", ATTEND_LECTURE + HEAD_LECTURE),
    ("2.1", "multihead", SPLIT_ROWS),
    ("2.1", "multihead", SPLIT_CHUNKS),
    ("2.1", "multihead", MERGE_CAT),
    ("2.1", "multihead", MERGE_RESHAPE),
    ("2.1", "multihead", SPLIT_ROWS + MERGE_RESHAPE),
    ("2.2", "multihead", MHA_LECTURE),
    ("2.3", "multihead", CONTRIBUTIONS_LECTURE),
    ("3.1", "block", NORM_DIM_1),
    ("3.1", "block", NORM_LOOP),
    ("3.2", "block", FFN_MM),
    ("3.3", "block", BLOCK_LECTURE),
]


FIRST = {task: number for number, (task, *_) in reversed([*enumerate(ANSWERS)])}
"""Task → its first answer. The others are slow: what they add is another spelling."""
OF_OTHERS = ("2.3", "3.3")
"""Slow too: most of what they run is what the tasks below them run."""


DOUBLE_LOOPS = (5,)
"""They lose `at once` in 1.2, too."""


@cache
def lab():
    made = Lab(COURSE, checks())
    return made, made.numbers("lecture", [check for check in checks() if check.item[0] in "123"])


@cache
def graded(number):
    """What a grade says of an answer's task."""
    task, module, code = ANSWERS[number]
    made, numbers = lab()
    return made.graded(Answer(f"lecture.{number}", "", "", "", (task,), module, textwrap.dedent(code)), numbers)[task]


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(i, id=f"{task}-{i}", marks=() if FIRST[task] == i and task not in OF_OTHERS else pytest.mark.slow)
        for i, (task, *_) in enumerate(ANSWERS)
    ],
)
def test_code_for_one_sequence_loses_the_label_on_leading_dimensions_alone(number):
    row = graded(number)
    assert {loss.label for loss in (*row.lost, *row.rest)} - ({"at once"} if number in DOUBLE_LOOPS else set()) == {
        LABEL
    }


def test_the_student_reads_what_holds_and_what_costs():
    (failed,) = graded(0).failed
    assert failed.says.startswith("your code works for one thing at a time, such as one sequence")
    assert "too many values to unpack" in failed.says
