"""Follow one sentence through your own code:  python thread.py

The handout works out *a girl lost …* by hand, from three vectors to the next word and its loss; `thread.json` holds
every number. Here your functions do the same, step by step, and you see where they differ from the paper. Each step
starts from the numbers on paper, so that a mistake shows where it is made. This is not graded.
"""

import importlib
import json
import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import torch
from torch import Tensor, nn

THREAD = json.loads((Path(__file__).parent / "thread.json").read_text(encoding="utf-8"))
LN2 = math.log(2)
ENOUGH = 1e-4
"""How close counts as equal: ε, which is left out on paper, shows in the sixth decimal of a norm and in the fifth of a
block."""


def numbers(path: str) -> Tensor:
    """The numbers of `thread.json` under a path such as `block/t3`, as a tensor."""
    found = THREAD
    for key in path.split("/"):
        found = found[key]
    return torch.tensor(_plain(found))


def _plain(entry):
    """Fractions are kept as text, `2/3`, and so is −∞."""
    if isinstance(entry, list):
        return [_plain(part) for part in entry]
    return -math.inf if entry == "-inf" else float(Fraction(entry))


def state(*names: str) -> dict[str, Tensor]:
    """Weights by the names that the constructors give them. W^K and U are multiples of ln 2."""
    unit = {"W_k": LN2, "U": LN2}
    return {f"{name}.weight": unit.get(name, 1.0) * numbers(name) for name in names}


def head(modules: "Modules") -> nn.Module:
    """The head of part 1: four features wide, so that the scores are divided by 2."""
    made = modules["attention"].AttentionHead(4, 4)
    made.load_state_dict(state("W_q", "W_k", "W_v"))
    return made


def layer_weights() -> dict[str, Tensor]:
    """The same matrices for two heads, each two wide. W^K is smaller, because the root is smaller."""
    weights = state("W_q", "W_k", "W_v", "W_o")
    return weights | {"W_k.weight": weights["W_k.weight"] / math.sqrt(2)}


def layer(modules: "Modules") -> nn.Module:
    made = modules["multihead"].MultiHeadAttention(4, 2)
    made.load_state_dict(layer_weights())
    return made


def ffn_weights() -> dict[str, Tensor]:
    return state("W_1", "W_2") | {"W_1.bias": numbers("b_1"), "W_2.bias": numbers("b_2")}


def block_weights() -> dict[str, Tensor]:
    parts = {"attention": layer_weights(), "ffn": ffn_weights()}
    norms = {f"norm_{i}.{name}": value for i in (1, 2) for name, value in fresh_norm().items()}
    return norms | {f"{part}.{name}": weight for part, weights in parts.items() for name, weight in weights.items()}


def fresh_norm() -> dict[str, Tensor]:
    return {"gamma": torch.ones(4), "beta": torch.zeros(4)}


def feed_forward(modules: "Modules") -> nn.Module:
    made = modules["block"].FeedForward(4, 4)
    made.load_state_dict(ffn_weights())
    return made


def block(modules: "Modules") -> nn.Module:
    made = modules["block"].TransformerBlock(4, 2, 4)
    made.load_state_dict(block_weights())
    return made


def model(modules: "Modules") -> nn.Module:
    """The whole language model: four words, four places, one block."""
    made = modules["lm"].TransformerLM(vocab_size=4, context_length=4, d_model=4, n_heads=2, n_layers=1, d_ff=4)
    weights = state("token_embedding", "position_embedding") | {"unembed.weight": LN2 * numbers("U")}
    weights |= {f"final_norm.{name}": value for name, value in fresh_norm().items()}
    made.load_state_dict(weights | {f"blocks.0.{name}": weight for name, weight in block_weights().items()})
    return made


def tokens() -> Tensor:
    return torch.tensor([THREAD["tokens"]])


class OnPaper(nn.Module):
    """A model that returns the logits on paper. 4.3 and 4.4 are given these, whatever your own model does."""

    context_length = 4

    def forward(self, tokens: Tensor) -> Tensor:
        """The fourth word predicts nothing, so there are no logits for it on paper: all words get 0."""
        logits = torch.cat([LN2 * numbers("model/logits"), torch.zeros(1, 4)])
        return logits[: tokens.shape[1]].expand(tokens.shape[0], -1, -1)


@dataclass(frozen=True)
class Step:
    """One result on paper, and the function of yours that computes it."""

    task: str
    what: str
    given: str
    """What it starts from, also on paper."""
    paper: str
    """Where it is in thread.json."""
    yours: Callable[["Modules"], Tensor]
    unit: float = 1.0

    def expected(self) -> Tensor:
        return self.unit * numbers(self.paper)


def _head(name: str) -> Tensor:
    return (LN2 if name in ("k", "scores", "masked") else 1.0) * numbers(f"head/{name}")


STEPS = [
    Step(
        *("1.2", "scores", "q and k", "head/scores"),
        lambda m: m["attention"].attention_scores(_head("q"), _head("k")),
        LN2,
    ),
    Step(
        *("1.3", "masked scores", "the scores", "head/masked"),
        lambda m: m["attention"].apply_mask(_head("scores"), m["attention"].causal_mask(3)),
        LN2,
    ),
    Step(
        *("1.4", "weights", "the masked scores", "head/weights"),
        lambda m: m["attention"].softmax(_head("masked")),
    ),
    Step(
        *("1.5", "outputs a", "weights and v", "head/a"),
        lambda m: m["attention"].weighted_values(_head("weights"), _head("v")),
    ),
    Step("1.6", "the whole head", "x", "head/a", lambda m: head(m)(numbers("x"))),
    Step("2.1", "queries of two heads", "q", "two_heads/q", lambda m: m["multihead"].split_heads(_head("q"), 2)),
    Step("2.2", "two heads, output", "x", "two_heads/output", lambda m: layer(m)(numbers("x"))),
    Step(
        *("2.3", "what each head writes", "x", "two_heads/contributions"),
        lambda m: layer(m).head_contributions(numbers("x")),
    ),
    Step("3.1", "t⁴, normalised", "t³", "block/t4", lambda m: m["block"].LayerNorm(4)(numbers("block/t3"))),
    Step("3.2", "t⁵, feed-forward", "t⁴", "block/t5", lambda m: feed_forward(m)(numbers("block/t4"))),
    Step("3.3", "y, the block", "x", "block/y", lambda m: block(m)(numbers("x"))),
    Step("4.1", "embedded words", "the words", "x", lambda m: model(m).embed(tokens()[:, :3])[0]),
    Step("4.2", "logits", "the words", "model/logits", lambda m: model(m)(tokens()[:, :3])[0], LN2),
    Step(
        *("4.3", "loss", "the logits", "model/surprise"),
        lambda m: m["lm"].next_token_loss(OnPaper()(tokens()), tokens()),
        LN2,
    ),
    Step(
        *("4.4", "the likeliest next word", "the logits", "tokens"),
        lambda m: m["lm"].generate(OnPaper(), tokens()[:, :3], 1, temperature=0)[0].double(),
    ),
]


class Modules:
    """The student's files, each imported when it is first needed."""

    def __getitem__(self, name: str) -> ModuleType:
        return importlib.import_module(name)


def differs(step: Step, got: Tensor) -> str:
    """Where your code differs from the paper, in words; empty where it agrees."""
    expected = step.expected()
    if not isinstance(got, Tensor) or got.shape != expected.shape:
        return f"the shape on paper is {tuple(expected.shape)}, yours is {tuple(getattr(got, 'shape', ()))}"
    got = got.detach().to(expected.dtype)
    got = got.masked_fill(got <= -1e4, -math.inf)  # a huge negative number hides a key as well as −∞
    wrong = ~torch.isclose(got, expected, rtol=0, atol=ENOUGH)
    if not wrong.any():
        return ""
    place = tuple(wrong.nonzero()[0].tolist())
    return f"at {list(place)} the paper has {expected[place].item():.4f}, your code {got[place].item():.4f}"


def follow(step: Step, modules: Modules) -> str:
    """One sentence on one step; it begins with ✓ where your code agrees with the paper."""
    try:
        told = differs(step, step.yours(modules))
    except NotImplementedError:
        return "– not written yet"
    except (ModuleNotFoundError, AttributeError) as absent:
        return f"– not here: {absent}"
    except Exception as error:
        return f"✗ your code stopped: {type(error).__name__}: {error}"
    return f"✗ {told}" if told else "✓ as on paper"


def line(step: Step, modules: Modules) -> str:
    given = f"from {step.given} on paper"
    return f"  {step.task}  {step.what:<24} {given:<31} {follow(step, modules)}"


def main() -> None:
    if hasattr(sys.stdout, "reconfigure"):  # an old console may lack ✓; better a ? than a crash
        sys.stdout.reconfigure(errors="replace")
    sys.path.insert(0, str(Path(__file__).parent))
    modules = Modules()
    print(f"{' '.join(THREAD['sentence'])} …   (the handout's thread, with your code)")
    for step in STEPS:
        print(line(step, modules))


if __name__ == "__main__":
    main()
