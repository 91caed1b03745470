"""What the tests of the reference share: the modules themselves, seeded numbers, one list of cases, one comparison."""

import importlib
import importlib.util
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import torch
from torch import Tensor, nn

HERE = Path(__file__).parent
REFERENCE = HERE.parents[2] / "solutions" / "reference"
NAMES = ("attention", "multihead", "block", "lm", "train")
DEVICES = ["cpu", "cuda"] if torch.cuda.is_available() else ["cpu"]


# --- the reference, as if it were the student's folder -------------------------------------------------------------


@contextmanager
def reference_on_path() -> Iterator[None]:
    """Make `import attention` find the reference, and leave no trace: other tests load other files of that name."""
    hidden = {name: sys.modules.pop(name) for name in NAMES if name in sys.modules}
    sys.path.insert(0, str(REFERENCE))
    try:
        yield
    finally:
        sys.path.remove(str(REFERENCE))
        for name in NAMES:
            sys.modules.pop(name, None)
        sys.modules.update(hidden)


@pytest.fixture(scope="session")
def reference() -> SimpleNamespace:
    with reference_on_path():
        return SimpleNamespace(**{name: importlib.import_module(name) for name in NAMES})


@pytest.fixture
def on_path() -> Callable[[], Any]:
    return reference_on_path


@pytest.fixture(scope="session")
def attention(reference: SimpleNamespace) -> ModuleType:
    return reference.attention


@pytest.fixture(scope="session")
def multihead(reference: SimpleNamespace) -> ModuleType:
    return reference.multihead


@pytest.fixture(scope="session")
def block(reference: SimpleNamespace) -> ModuleType:
    return reference.block


@pytest.fixture(scope="session")
def lm(reference: SimpleNamespace) -> ModuleType:
    return reference.lm


@pytest.fixture(scope="session")
def train(reference: SimpleNamespace) -> ModuleType:
    return reference.train


@pytest.fixture(scope="session")
def sums() -> ModuleType:
    """The slow NumPy version, loaded by its path so that no test folder needs to be a package."""
    spec = importlib.util.spec_from_file_location("by_the_sums", HERE / "by_the_sums.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# --- seeded numbers ------------------------------------------------------------------------------------------------


class Draw:
    """Numbers that depend on a key alone. They are exact in bfloat16, so every dtype can start from the same ones."""

    def __init__(self, key: str, dtype: torch.dtype = torch.float64, device: str = "cpu") -> None:
        self.generator = torch.Generator().manual_seed(zlib.crc32(key.encode()))
        self.dtype, self.device = dtype, device

    def __call__(self, *shape: int, scale: float = 1.0) -> Tensor:
        numbers = scale * torch.randn(*shape, generator=self.generator, dtype=torch.float64)
        return numbers.to(torch.bfloat16).to(self.device, self.dtype)

    def tokens(self, vocab_size: int, *shape: int) -> Tensor:
        return torch.randint(vocab_size, shape, generator=self.generator).to(self.device)

    def mask(self, n: int, m: int) -> Tensor:
        """Some keys hidden, but never all of them."""
        mask = torch.rand(n, m, generator=self.generator) < 0.5
        mask[torch.arange(n), torch.arange(n) % m] = True
        return mask.to(self.device)

    def fill(self, module: nn.Module) -> nn.Module:
        """Give every parameter drawn numbers: γ, β and biases too, which would start at 1 and 0."""
        module.to(self.device, self.dtype)
        with torch.no_grad():
            for parameter in module.parameters():
                parameter.copy_(self(*parameter.shape, scale=0.7))
        return module


@pytest.fixture(params=DEVICES)
def device(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def draw(request: pytest.FixtureRequest) -> Draw:
    """Float64 numbers, on the test's device where it has one."""
    device = request.getfixturevalue("device") if "device" in request.fixturenames else "cpu"
    return Draw(request.node.originalname, device=device)


# --- one comparison ------------------------------------------------------------------------------------------------


def assert_agree(got: Tensor, expected: Any, within: float = 1e-10) -> None:
    expected = torch.as_tensor(expected)
    torch.testing.assert_close(got.detach().cpu(), expected.detach().cpu(), rtol=within, atol=within)


@pytest.fixture
def agree() -> Callable[..., None]:
    """Same shape, same dtype, numbers equal to 1e-10 (unless told otherwise)."""
    return assert_agree


# --- every contract name that maps tensors to tensors, ready to be called ------------------------------------------


def small_lm(ref: SimpleNamespace, draw: Draw) -> Any:
    return draw.fill(ref.lm.TransformerLM(5, 4, 4, 2, 2, 3))


CASES: dict[str, Callable[[SimpleNamespace, Draw], tuple[Callable[..., Any], tuple[Tensor, ...]]]] = {
    "simple_attention": lambda ref, draw: (ref.attention.simple_attention, (draw(2, 4, 3),)),
    "attention_scores": lambda ref, draw: (ref.attention.attention_scores, (draw(2, 3, 4), draw(2, 5, 4))),
    "apply_mask": lambda ref, draw: (
        # Masked scores are −∞; weights are what can be compared and differentiated.
        lambda scores, mask: ref.attention.softmax(ref.attention.apply_mask(scores, mask)),
        (draw(2, 3, 5), draw.mask(3, 5)),
    ),
    "softmax": lambda ref, draw: (ref.attention.softmax, (draw(2, 3, 5),)),
    "weighted_values": lambda ref, draw: (ref.attention.weighted_values, (draw(2, 3, 5), draw(2, 5, 4))),
    "attend": lambda ref, draw: (ref.attention.attend, (draw(2, 3, 4), draw(2, 5, 4), draw(2, 5, 2))),
    "attend, masked": lambda ref, draw: (
        ref.attention.attend,
        (draw(2, 3, 4), draw(2, 5, 4), draw(2, 5, 2), draw.mask(3, 5)),
    ),
    "AttentionHead": lambda ref, draw: (draw.fill(ref.attention.AttentionHead(3, 2)), (draw(2, 4, 3),)),
    "split_heads": lambda ref, draw: (lambda x: ref.multihead.split_heads(x, 2), (draw(2, 3, 4),)),
    "merge_heads": lambda ref, draw: (ref.multihead.merge_heads, (draw(2, 2, 3, 4),)),
    "MultiHeadAttention": lambda ref, draw: (
        draw.fill(ref.multihead.MultiHeadAttention(6, 3)),
        (draw(2, 4, 6),),
    ),
    "head_contributions": lambda ref, draw: (
        draw.fill(ref.multihead.MultiHeadAttention(6, 3)).head_contributions,
        (draw(2, 4, 6),),
    ),
    "LayerNorm": lambda ref, draw: (draw.fill(ref.block.LayerNorm(5)), (draw(2, 3, 5),)),
    "FeedForward": lambda ref, draw: (draw.fill(ref.block.FeedForward(3, 5)), (draw(2, 4, 3),)),
    "TransformerBlock": lambda ref, draw: (
        draw.fill(ref.block.TransformerBlock(4, 2, 3)),
        (draw(2, 3, 4),),
    ),
    "embed": lambda ref, draw: (small_lm(ref, draw).embed, (draw.tokens(5, 2, 3),)),
    "TransformerLM": lambda ref, draw: (small_lm(ref, draw), (draw.tokens(5, 2, 3),)),
    "next_token_loss": lambda ref, draw: (ref.lm.next_token_loss, (draw(2, 4, 5), draw.tokens(5, 2, 4))),
}


class Case:
    """One contract name with drawn weights and inputs, in any dtype and on any device."""

    def __init__(self, name: str, reference: SimpleNamespace) -> None:
        self.name, self.reference = name, reference

    def build(
        self, dtype: torch.dtype = torch.float64, device: str = "cpu"
    ) -> tuple[Callable[..., Any], tuple[Tensor, ...]]:
        return CASES[self.name](self.reference, Draw(self.name, dtype, device))

    @staticmethod
    def parameters(function: Callable[..., Any]) -> list[Tensor]:
        """The weights behind a module or behind one of its methods; a plain function has none."""
        owner = getattr(function, "__self__", function)
        return list(owner.parameters()) if isinstance(owner, nn.Module) else []

    @staticmethod
    def outputs(result: Any) -> tuple[Tensor, ...]:
        return result if isinstance(result, tuple) else (result,)


@pytest.fixture(params=list(CASES))
def case(request: pytest.FixtureRequest, reference: SimpleNamespace) -> Case:
    return Case(request.param, reference)


# --- PyTorch's own block, shared by the tests of parts 3 and 4 -----------------------------------------------------


@pytest.fixture
def library_layer() -> Callable[[Any], nn.TransformerEncoderLayer]:
    """Build nn.TransformerEncoderLayer with the weights of one of our blocks."""

    def twin_of(ours: Any) -> nn.TransformerEncoderLayer:
        d_ff, d_model = ours.ffn.W_1.weight.shape
        twin = nn.TransformerEncoderLayer(
            d_model, ours.attention.n_heads, d_ff, dropout=0.0, activation="relu", norm_first=True, batch_first=True
        ).to(ours.ffn.W_1.weight.device, torch.float64)
        packed = [ours.attention.W_q.weight, ours.attention.W_k.weight, ours.attention.W_v.weight]
        twin.load_state_dict(
            {
                "norm1.weight": ours.norm_1.gamma,
                "norm1.bias": ours.norm_1.beta,
                "self_attn.in_proj_weight": torch.cat(packed),
                "self_attn.in_proj_bias": torch.zeros(3 * d_model),  # our projections have no bias
                "self_attn.out_proj.weight": ours.attention.W_o.weight,
                "self_attn.out_proj.bias": torch.zeros(d_model),
                "norm2.weight": ours.norm_2.gamma,
                "norm2.bias": ours.norm_2.beta,
                "linear1.weight": ours.ffn.W_1.weight,
                "linear1.bias": ours.ffn.W_1.bias,
                "linear2.weight": ours.ffn.W_2.weight,
                "linear2.bias": ours.ffn.W_2.bias,
            }
        )
        return twin

    return twin_of
