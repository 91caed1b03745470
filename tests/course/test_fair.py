"""The everyday case is the ground: what a right solution in the style of the tutorials loses, label by label.

Known code runs here against the graders, in this process and on several salts.
"""

import pytest

from softmark.content.course import Course
from tests.course.collected import checks
from tests.known_code import Lab
from tests.mini_course import ROOT

COURSE = Course.at(ROOT)


@pytest.fixture(scope="module")
def lost():
    return Lab(COURSE, checks()).lost


BATCH_TIME_CHANNELS = [
    (
        "attention",
        """
        def simple_attention(x):
            B, T, C = x.shape
            scores = (x @ x.transpose(1, 2)).masked_fill(torch.tril(torch.ones(T, T)) == 0, float("-inf"))
            return torch.softmax(scores, dim=-1) @ x

        def attention_scores(q, k):
            B, T, C = q.shape
            return torch.bmm(q, k.transpose(1, 2)) / math.sqrt(C)

        def softmax(scores):
            B, T, S = scores.shape
            exps = torch.exp(scores - scores.amax(dim=2, keepdim=True))
            return exps / exps.sum(dim=2, keepdim=True)

        def weighted_values(weights, v):
            return torch.bmm(weights, v)

        def attend(q, k, v, mask=None):
            B, T, C = q.shape
            scores = q @ k.transpose(1, 2) / math.sqrt(C)
            if mask is not None:
                scores = scores.masked_fill(~mask, float("-inf"))
            weights = torch.softmax(scores, dim=-1)
            return torch.bmm(weights, v), weights

        class AttentionHead:
            def forward(self, x):
                B, T, C = x.shape
                return attend(self.W_q(x), self.W_k(x), self.W_v(x), causal_mask(T, device=x.device))[0]
        """,
    ),
    (
        "multihead",
        """
        def split_heads(x, n_heads):
            B, T, C = x.shape
            return x.view(B, T, n_heads, C // n_heads).transpose(1, 2)

        def merge_heads(x):
            B, H, T, D = x.shape
            return x.transpose(1, 2).contiguous().view(B, T, H * D)

        class MultiHeadAttention:
            def forward(self, x):
                B, T, C = x.shape
                q, k, v = (
                    W(x).view(B, T, self.n_heads, C // self.n_heads).transpose(1, 2)
                    for W in (self.W_q, self.W_k, self.W_v)
                )
                scores = q @ k.transpose(-2, -1) * (C // self.n_heads) ** -0.5
                scores = scores.masked_fill(torch.tril(torch.ones(T, T)) == 0, float("-inf"))
                return self.W_o((torch.softmax(scores, dim=-1) @ v).transpose(1, 2).contiguous().view(B, T, C))
        """,
    ),
    (
        "block",
        """
        class LayerNorm:
            def forward(self, x):
                B, T, C = x.shape
                mean, var = x.mean(dim=2, keepdim=True), x.var(dim=2, keepdim=True, unbiased=False)
                return self.gamma * (x - mean) / torch.sqrt(var + self.eps) + self.beta

        class FeedForward:
            def forward(self, x):
                B, T, C = x.shape
                return self.W_2(torch.relu(self.W_1(x)))

        class TransformerBlock:
            def forward(self, x):
                B, T, C = x.shape
                x = x + self.attention(self.norm_1(x))
                return x + self.ffn(self.norm_2(x))
        """,
    ),
]
TASKS = [item.id for item in COURSE.rubric.items if not item.slow and not item.bonus]


def labels(found):
    return {name.partition(" ")[2] for name in found}


@pytest.mark.slow
def test_batch_time_channels_everywhere_loses_only_what_is_about_other_leading_dimensions(lost):
    assert labels(lost(BATCH_TIME_CHANNELS, TASKS)) == {"leading dimensions"}


def test_a_float32_buffer_loses_only_what_is_about_float64(lost):
    buffer = """
        def simple_attention(x):
            B, T, C = x.shape
            result = torch.zeros(B, T, C)
            for i in range(T):
                alpha = torch.softmax((x[:, : i + 1] @ x[:, i].unsqueeze(2)).squeeze(2), dim=1)
                result[:, i] = (alpha.unsqueeze(2) * x[:, : i + 1]).sum(dim=1)
            return result
        """
    assert labels(lost([("attention", buffer)], ["1.1"])) == {"leading dimensions", "dtype"}


def test_without_a_branch_for_temperature_0_only_temperature_0_is_lost(lost):
    plain = """
        @torch.no_grad()
        def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
            for _ in range(n_new):
                logits = model(prompt[:, -model.context_length :])[:, -1, :] / temperature
                if top_k is not None:
                    v, _ = torch.topk(logits, min(top_k, logits.size(-1)))
                    logits[logits < v[:, [-1]]] = -float("Inf")
                prompt = torch.cat((prompt, torch.multinomial(F.softmax(logits, dim=-1), 1, generator=generator)), 1)
            return prompt
        """
    assert labels(lost([("lm", plain)], ["4.4"])) == {"greedy"}


ASKED_ONCE_MORE = """
    @torch.no_grad()
    def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
        words, training = prompt, model.training
        model.eval()
        logits = model(words[:, -model.context_length :])[:, -1]
        for _ in range(n_new):
            logits = logits / (temperature or 1.0)
            if top_k is not None:
                kept = logits.topk(min(top_k, logits.shape[-1])).values
                logits = logits.masked_fill(logits < kept[:, -1:], float("-inf"))
            chances = torch.softmax(logits, dim=-1)
            new = torch.multinomial(chances, 1, generator=generator) if temperature else logits.argmax(-1, keepdim=True)
            words = torch.cat([words, new], dim=1)
            logits = model(words[:, -model.context_length :])[:, -1]
        model.train(training)
        return words
"""


def test_asking_the_model_once_more_after_the_last_word_costs_nothing(lost):
    assert lost([("lm", ASKED_ONCE_MORE)], ["4.4"]) == set()


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        pytest.param("(temperature or 1.0)", "max(temperature or 1.0, 0.1)", id="a floor"),
        pytest.param("if temperature else", "if temperature > 0.1 else", id="greedy from 0.1 down"),
        pytest.param(
            "chances = torch.softmax(logits, dim=-1)",
            "chances = torch.softmax(logits * (temperature or 1.0), dim=-1) ** (1 / (temperature or 1.0))",
            id="a power of probabilities",
        ),
        pytest.param(
            "logits < kept[:, -1:], float",
            "logits <= logits.topk(min(top_k + 1, logits.shape[-1])).values[:, -1:], float",
            id="the least likely word is never kept",
        ),
        pytest.param(
            "model.train(training)",
            "model.train(training), model.requires_grad_(True)",
            id="a frozen parameter is unfrozen",
        ),
    ],
)
def test_what_only_the_far_end_of_what_is_promised_shows_costs_something(lost, right, wrong):
    assert right in ASKED_ONCE_MORE
    assert lost([("lm", ASKED_ONCE_MORE.replace(right, wrong))], ["4.4"])


def test_a_number_subtracted_from_hidden_scores_must_reach_over_all_that_are_promised(lost):
    added = "def apply_mask(scores, mask):\n    return scores - {} * (~mask).to(scores.dtype)\n"
    assert lost([("attention", added.format(10_000.0))], ["1.3"]) == set()
    assert labels(lost([("attention", added.format(1500.0))], ["1.3"])) == {"any score"}


OTHERS = ["ASGD", "Adadelta", "Adagrad", "Rprop", "RAdam"]


@pytest.mark.parametrize(
    "optimiser",
    [
        pytest.param("SGD", marks=pytest.mark.slow),  # it trains
        *(pytest.param(name, marks=pytest.mark.full) for name in OTHERS),
    ],
)
def test_an_optimiser_that_is_not_meant_loses_what_is_about_optimisers_alone(lost, optimiser):
    other = f"""
        def train(model, batches, lr):
            optimiser = torch.optim.{optimiser}(model.parameters(), lr=lr)
            losses = []
            for tokens in batches:
                optimiser.zero_grad()
                loss = next_token_loss(model(tokens), tokens)
                loss.backward()
                optimiser.step()
                losses.append(loss.item())
            return losses
        """
    assert labels(lost([("train", other)], ["4.5"])) <= {"learns", "adaptive"}


@pytest.mark.parametrize(
    ("items", "salts"),
    [
        (["1.3", "1.6", "2.2"], 1),
        pytest.param(["2.3", "3.3", "4.2"], 1, marks=pytest.mark.slow),  # they call those
        pytest.param(["1.3", "1.6", "2.2", "2.3", "3.3", "4.2"], 16, marks=pytest.mark.full),
    ],
)
def test_a_fill_that_1_3_accepts_is_accepted_by_every_later_task(lost, items, salts):
    fill = "def apply_mask(scores, mask):\n    return scores.masked_fill(~mask, -1100.0)\n"
    assert lost([("attention", fill)], items, salts) == set()
