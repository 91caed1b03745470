"""Right code that comes close to what a rule forbids: names, imports, tools and habits that have nothing to do with it.

Each is a file of its own. It defines `softmax`, under task 1.4's rules, or `norm`, under task 3.1's.
"""

from __future__ import annotations

_BY_HAND = """
    e = torch.exp(scores - scores.max(-1, keepdim=True).values)
    return e / e.sum(-1, keepdim=True)
"""

HONEST = {
    "a decorator that counts calls": """
import functools, torch
calls = {}
def counted(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        calls[function.__name__] = calls.get(function.__name__, 0) + 1
        return function(*args, **kwargs)
    return wrapper
@counted
def softmax(scores):
BY_HAND""",
    "a number of three thousand digits": "import torch\n_ = 0x" + "f" * 3000 + "\ndef softmax(scores):\nBY_HAND",
    "an import that is not used": """
import torch
from torch.nn.functional import softmax as theirs, log_softmax
from torch.nn import Softmax
def softmax(scores):
BY_HAND""",
    "a comparison with the library when the file is imported": """
import torch
def softmax(scores):
BY_HAND
assert torch.allclose(softmax(torch.ones(2, 3)), torch.softmax(torch.ones(2, 3), -1))
""",
    "a function that nobody calls": """
import torch
def check(x):
    return torch.allclose(softmax(x), torch.softmax(x, -1))
def softmax(scores):
BY_HAND""",
    "a branch that is never taken": """
import torch
SLOW = True
def softmax(scores):
    if not SLOW:
        return torch.softmax(scores, -1)
BY_HAND""",
    "the library's name in a comment, a string and a docstring": '''
import torch
def softmax(scores):
    """The same as torch.softmax(scores, -1)."""
    # torch.softmax(scores, dim=-1) would do
    name = "torch.softmax"
BY_HAND''',
    "annotations with the library's names": """
import torch
def softmax(scores: torch.Tensor, like: torch.nn.Softmax | None = None) -> "torch.softmax":
BY_HAND""",
    "an own method called softmax": """
import torch
class Rows:
    def softmax(self, scores):
        e = torch.exp(scores - scores.amax(-1, keepdim=True))
        return e / e.sum(-1, keepdim=True)
def softmax(scores):
    return Rows().softmax(scores)
""",
    "an own function called log_softmax": """
import torch
def log_softmax(x):
    x = x - x.amax(-1, keepdim=True)
    return x - x.exp().sum(-1, keepdim=True).log()
def softmax(scores):
    return log_softmax(scores).exp()
""",
    "an own layer called Softmax": """
import torch
class Softmax(torch.nn.Module):
    def forward(self, scores):
        e = torch.exp(scores - scores.amax(-1, keepdim=True))
        return e / e.sum(-1, keepdim=True)
softmax = Softmax()
""",
    "vmap": """
import torch
def row(x):
    e = torch.exp(x - x.max())
    return e / e.sum()
def softmax(scores):
    return torch.func.vmap(row)(scores.reshape(-1, scores.shape[-1])).reshape(scores.shape)
""",
    "an autograd function with both ways by hand": """
import torch
class Rows(torch.autograd.Function):
    @staticmethod
    def forward(ctx, scores):
        e = torch.exp(scores - scores.amax(-1, keepdim=True))
        out = e / e.sum(-1, keepdim=True)
        ctx.save_for_backward(out)
        return out
    @staticmethod
    def backward(ctx, g):
        (out,) = ctx.saved_tensors
        return out * (g - (g * out).sum(-1, keepdim=True))
def softmax(scores):
    return Rows.apply(scores)
""",
    "a traced function": """
import torch
def by_hand(scores):
BY_HAND
traced = torch.jit.trace(by_hand, torch.ones(2, 3))
def softmax(scores):
    return traced(scores)
""",
    "a scripted function": """
import torch
@torch.jit.script
def softmax(scores):
    e = torch.exp(scores - scores.max(-1, keepdim=True)[0])
    return e / e.sum(-1, keepdim=True)
""",
    "a thread for the sums": """
import threading, torch
def softmax(scores):
    e, sums = torch.exp(scores - scores.amax(-1, keepdim=True)), []
    thread = threading.Thread(target=lambda: sums.append(e.sum(-1, keepdim=True)))
    thread.start()
    thread.join()
    return e / sums[0]
""",
    "a pool of threads": """
import torch
from concurrent.futures import ThreadPoolExecutor
def row(x):
    e = torch.exp(x - x.max())
    return e / e.sum()
def softmax(scores):
    with ThreadPoolExecutor(2) as pool:
        rows = list(pool.map(row, scores.reshape(-1, scores.shape[-1])))
    return torch.stack(rows).reshape(scores.shape)
""",
    "torch.compile, switched off": """
import torch
@torch.compile(disable=True)
def softmax(scores):
BY_HAND""",
    "functools.partial": """
import functools, torch
def over(scores, dim):
    e = torch.exp(scores - scores.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)
softmax = functools.partial(over, dim=-1)
""",
    "a hook on a layer": """
import torch
seen = []
layer = torch.nn.Identity()
layer.register_forward_hook(lambda layer, given, out: seen.append(out.shape))
def softmax(scores):
    scores = layer(scores)
BY_HAND""",
    "F.linear, F.relu and einsum": """
import torch
import torch.nn.functional as F
def softmax(scores):
    n = scores.shape[-1]
    scores = F.linear(scores, torch.eye(n)) + 0 * F.relu(scores)
    e = torch.exp(scores - scores.amax(-1, keepdim=True))
    return torch.einsum("...i,...->...i", e, 1 / e.sum(-1))
""",
    "sigmoids, softplus and log1p": """
import torch
import torch.nn.functional as F
def softmax(scores):
    scores = scores + 0 * torch.sigmoid(scores) + 0 * F.softplus(scores) + 0 * F.logsigmoid(scores)
BY_HAND""",
    "the switch that hides calls, used for nothing": """
import torch
def softmax(scores):
    with torch._C.DisableTorchFunction():
        e = torch.exp(scores - scores.amax(-1, keepdim=True))
    return e / e.sum(-1, keepdim=True)
""",
    "a subclass of Tensor": """
import torch
class Named(torch.Tensor):
    pass
def softmax(scores):
    scores = scores.as_subclass(Named)
    e = torch.exp(scores - scores.amax(-1, keepdim=True))
    return (e / e.sum(-1, keepdim=True)).as_subclass(torch.Tensor)
""",
    "a mode of one's own": """
import torch
from torch.overrides import TorchFunctionMode
class Count(TorchFunctionMode):
    count = 0
    def __torch_function__(self, function, types, args=(), kwargs=None):
        Count.count += 1
        return function(*args, **(kwargs or {}))
def softmax(scores):
    with Count():
        e = torch.exp(scores - scores.amax(-1, keepdim=True))
        return e / e.sum(-1, keepdim=True)
""",
    "a device for all that is made": """
import torch
def softmax(scores):
    with torch.device("cpu"), torch.no_grad():
        one = torch.ones(())
    e = torch.exp(scores - scores.amax(-1, keepdim=True)) * one
    return e / e.sum(-1, keepdim=True)
""",
    "gradients inside": """
import torch
def softmax(scores):
    # the gradient of the logarithm of the sum
    x = scores.detach().requires_grad_()
    with torch.enable_grad():
        top = x.amax(-1, keepdim=True).detach()
        ((x - top).exp().sum(-1).log()).sum().backward()
    return x.grad
""",
    "func.grad inside": """
import torch
def softmax(scores):
    top = scores.amax(-1, keepdim=True)
    return torch.func.grad(lambda x: (x - top).exp().sum(-1).log().sum())(scores)
""",
    "checkpointing": """
import torch
from torch.utils.checkpoint import checkpoint
def by_hand(scores):
BY_HAND
def softmax(scores):
    return checkpoint(by_hand, scores, use_reentrant=False)
""",
    "NumPy on the way": """
import numpy as np
import torch
def softmax(scores):
    x = scores.detach().numpy()
    e = np.exp(x - x.max(-1, keepdims=True))
    return torch.from_numpy(e / e.sum(-1, keepdims=True))
""",
    "eval, exec and getattr for what is allowed": """
import torch
names = {}
exec("import torch\\ndef way(x): return torch.exp(x)", names)
def softmax(scores):
    e = names["way"](scores - getattr(scores, "am" + "ax")(-1, keepdim=True))
    return e / eval("e.sum(-1, keepdim=True)")
""",
    "a text that prints": """
import torch
def softmax(scores):
    print(scores, scores.shape, f"{scores.mean():.3f}")
BY_HAND""",
    "deep copies and pickles": """
import copy, pickle, torch
def softmax(scores):
    scores = pickle.loads(pickle.dumps(copy.deepcopy(scores)))
BY_HAND""",
}
"""What it comes close by → a file that defines `softmax`."""
HONEST = {what: text.replace("BY_HAND", _BY_HAND.strip("\n") + "\n") for what, text in HONEST.items()}

HONEST_NORMS = {
    "the length of a vector": """
import torch
def norm(x):
    centred = x - x.mean(-1, keepdim=True)
    return centred / torch.sqrt(torch.linalg.vector_norm(centred, dim=-1, keepdim=True) ** 2 / x.shape[-1] + 1e-5)
""",
    "x.norm()": """
import torch
def norm(x):
    centred = x - x.mean(-1, keepdim=True)
    return centred / torch.sqrt(centred.norm(dim=-1, keepdim=True) ** 2 / x.shape[-1] + 1e-5)
""",
    "F.normalize": """
import torch
def norm(x):
    centred = x - x.mean(-1, keepdim=True)
    size = (centred.square().mean(-1, keepdim=True)).sqrt()
    unit = torch.nn.functional.normalize(centred, dim=-1) * x.shape[-1] ** 0.5
    return unit * size / torch.sqrt(size ** 2 + 1e-5)
""",
    "var_mean": """
import torch
def norm(x):
    variance, mean = torch.var_mean(x, -1, correction=0, keepdim=True)
    return (x - mean) * torch.rsqrt(variance + 1e-5)
""",
    "an own function called layer_norm": """
import torch
def layer_norm(x):
    return (x - x.mean(-1, keepdim=True)) / torch.sqrt(x.var(-1, unbiased=False, keepdim=True) + 1e-5)
def norm(x):
    return layer_norm(x)
""",
    "a library norm that is made and never called": """
import torch
unused = torch.nn.LayerNorm(4)
def norm(x):
    return (x - x.mean(-1, keepdim=True)) / torch.sqrt(x.var(-1, correction=0, keepdim=True) + 1e-5)
""",
}
"""The same for `norm`."""
