"""Accidents in values: answers of the wrong kind, and unusual answers that are right."""

from __future__ import annotations

from functools import partial

from ..engine import REPLY
from ..rows import Row, attention, code, spliced, stats

PART = ("1.2",)
_row = partial(Row, "values", course="torch", only=PART)
_mini = partial(Row, "values")


def scores(body: str, first: str = "") -> dict[str, str]:
    """attention_scores with another body; `right` is the right answer."""
    lines = "\n".join(f"    {line}" for line in code(body).splitlines())
    return attention(
        f"def attention_scores(q, k):\n    right = q @ k.transpose(-2, -1) / math.sqrt(k.shape[-1])\n{lines}\n",
        first=first,
    )


ROWS = [
    _row(
        "none",
        "forgets to return",
        files=scores("right"),
        loses=PART,
        says=("the result is None: is `return` missing?",),
    ),
    _row(
        "tuple",
        "returns a pair",
        files=scores("return right, None"),
        loses=PART,
        says=("the result is a tuple of 2; expected a tensor",),
    ),
    _row(
        "list", "returns a nested list", files=scores("return right.tolist()"), loses=PART, says=("expected a tensor",)
    ),
    _row(
        "numpy",
        "returns a NumPy array",
        files=scores("return right.detach().numpy()"),
        loses=PART,
        says=("the result is a NumPy array; expected a tensor",),
    ),
    _row(
        "number",
        "returns one number",
        files=scores("return right.sum().item()"),
        loses=PART,
        says=("the result is a Python float; expected a tensor",),
    ),
    _row(
        "string",
        "returns the printed tensor",
        files=scores("return str(right)"),
        loses=PART,
        says=("the result is a string",),
    ),
    _row(
        "module",
        "returns a layer",
        files=scores("return nn.Linear(1, 1)"),
        loses=PART,
        says=("your code returned an object of type Linear",),
    ),
    _row(
        "generator",
        "yields its rows",
        files=scores("yield from right"),
        loses=PART,
        says=("your code returned an object of type generator",),
    ),
    _row(
        "shape",
        "keeps a dimension too many",
        files=scores("return right.unsqueeze(0)"),
        loses=PART,
        says=("have shape",),
    ),
    _row(
        "dtype",
        "computes in float32 whatever comes in",
        files=scores("return right.to(torch.float32)"),
        loses={"1.2": 3.8},
        says=("has dtype float32; expected float64",),
    ),
    _row("nan", "divides 0 by 0", files=scores("return right * 0 / 0"), loses=PART, says=("NaN",)),
    _row("infinite", "overflows", files=scores("return right * 1e308 * 1e308"), loses=PART, says=("NaN",)),
    _row(
        "no-gradient",
        "detaches on the way",
        files=scores("return right.detach()"),
        loses={"1.2": 3.75},
        says=("no gradient reaches",),
    ),
    _row(
        "parameter",
        "wraps the answer in a Parameter",
        files=scores("return right.as_subclass(torch.Tensor).requires_grad_() if not right.requires_grad else right"),
    ),
    _row(
        "non-contiguous",
        "a right answer, transposed twice in memory",
        files=scores("return right.transpose(-1, -2).contiguous().transpose(-1, -2)"),
    ),
    _row("expanded", "a right answer over shared memory", files=scores("return torch.stack([right, right])[0]")),
    _row(
        "inputs-changed",
        "scales q in place",
        files=scores("q.div_(2)\nreturn right"),
        loses={"1.2": 3.65},
        says=("modified by an inplace operation",),
    ),
    _row(
        "unseeded",
        "adds noise from the clock",
        files=scores(
            code("""
            import os
            return right + int.from_bytes(os.urandom(2), 'big') / 65535 + 1
        """)
        ),
        loses=PART,
        silent=("flaky",),
        random=True,
    ),
    _row(
        "cuda",
        "asks for a graphics card",
        files=scores("return (q.cuda() @ k.cuda().transpose(-2, -1)).cpu()"),
        loses=PART,
        says=("your code raised",),
    ),
    _row(
        "prints",
        "prints twenty thousand lines",
        files=scores(
            code("""
            print(q)
            for _ in range(20_000):
                print('debugging')
            return right
        """)
        ),
        silent=("debugging",),
    ),
    _row(
        "sparse",
        "returns a sparse tensor",
        files=scores("return right.to_sparse()"),
        loses=PART,
        says=("a sparse tensor",),
    ),
    _row(
        "complex",
        "returns complex numbers",
        files=scores("return right.to(torch.complex128)"),
        loses=PART,
        says=("have dtype complex128; expected float32",),
    ),
    _row(
        "meta",
        "returns a tensor without numbers",
        files=scores("return right.to('meta')"),
        loses=PART,
        says=("on the device meta",),
    ),
    _row(
        "huge",
        "returns 72 MB",
        files=scores("return torch.zeros(9_000_000, dtype=torch.float64)"),
        loses=PART,
        says=("far more than any right one",),
    ),
    _row(
        "endless-list",
        "returns a list that holds itself",
        files=scores("loop = []\nloop.append(loop)\nreturn loop"),
        loses=PART,
        says=("your code",),
    ),
    _row(
        "no-grad-mode",
        "switches gradients off and leaves them off",
        files=scores(
            code("""
            torch.set_grad_enabled(False)
            return q @ k.transpose(-2, -1) / math.sqrt(k.shape[-1])
        """)
        ),
        loses={"1.2": 3.65},  # gradients, and a setting that is not as it was
    ),
    _row(
        "default-dtype",
        "changes torch's default dtype at import",
        files=attention(first="import torch\ntorch.set_default_dtype(torch.float16)"),
    ),
    _row(
        "arguments",
        "wants one argument more",
        files=attention("def attention_scores(q, k, scale):\n    return q"),
        loses=PART,
        says=("your code raised TypeError",),
    ),
    _mini(
        "int-array",
        "returns whole numbers",
        files=stats("def mean(x):\n    return (x.sum(axis=-1) / x.shape[-1]).astype(int)"),
        loses=("1.1",),
        says=("has dtype int64; expected float64",),
    ),
    _mini(
        "object-array",
        "returns an array of Python objects",
        files=stats(
            code("""
            def mean(x):
                return (x.sum(axis=-1) / x.shape[-1]).astype(object)
        """)
        ),
        loses=("1.1",),
        says=("an array of dtype object",),
    ),
    _mini(
        "matrix",
        "returns a matrix with a dimension too many",
        files=stats("def mean(x):\n    return np.matrix(x.sum(axis=-1) / x.shape[-1])"),
        loses=("1.1",),
        says=("has shape",),
    ),
    _row(
        "meta-numbers",
        "answers without numbers, wherever a number is read from them",
        files=spliced(
            "torch",
            "lm.py",
            """
            def next_token_loss(logits, tokens):
                return torch.zeros((), device="meta")
            def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
                return torch.zeros(prompt.shape[0], prompt.shape[1] + n_new, dtype=torch.int64, device="meta")
            """,
        ),
        only=("4.3", "4.4"),
        loses=("4.3", "4.4"),
        says=("meta",),
    ),
    _row(
        "weights-as-numpy",
        "a layer whose weights come out as NumPy arrays",
        files=spliced(
            "torch",
            "block.py",
            """
            class FeedForward:
                def state_dict(self, *args, **kwargs):
                    return {name: part.detach().numpy() for name, part in self.named_parameters()}
            """,
        ),
        only=("3.2",),
        loses=("3.2",),
        says=("your code",),
    ),
    _row(
        "gradient-float",
        "answers with a Python number where a gradient is asked for",
        files=attention(
            last=f"""
            _told = {REPLY}
            def _forged(self):
                told = _told(self)
                return {{**told, "by_input": [0.5] * len(told["by_input"])}} if "by_input" in told else told
            {REPLY} = _forged
            """
        ),
        loses={"1.2": 3.75},
        says=("the gradient of input 1 is a Python float; expected a tensor",),
    ),
    _row(
        "gradient-missing",
        "answers with fewer gradients than it was asked for, and with none that has a name",
        files=attention(
            last=f"""
            _told = {REPLY}
            {REPLY} = lambda self: {{**_told(self), "by_input": [], "by_name": {{"": 0.5}}}}
            """
        ),
        loses={"1.2": 3.75},
        says=("no gradient reaches what goes in",),
    ),
    _row(
        "nested",
        "returns a nested tensor",
        files=scores("return torch.nested.nested_tensor([torch.zeros(2), torch.zeros(3)])"),
        loses=PART,
        says=("your code returned a nested tensor",),
    ),
    _row(
        "masked",
        "returns a tensor of one of torch's other classes",
        files=scores("return torch.masked.masked_tensor(right, right > 0)"),
        loses=PART,
        says=("your code returned a tensor of type MaskedTensor",),
    ),
    _row(
        "other-class",
        "returns a right tensor of a class of its own",
        files=scores("return right.as_subclass(type('Mine', (torch.Tensor,), {}))"),
    ),
    _mini(
        "half-a-character",
        "raises an error with half a character in it",
        files=stats("def mean(x):\n    raise ValueError('half \\ud800 a character')"),
        loses=("1.1",),
        says=("your code raised ValueError: half",),
    ),
    _mini(
        "strange-text",
        "returns half a character",
        files=stats("def mean(x):\n    return 'half \\ud800'"),
        loses=("1.1",),
        says=("the result is a string",),
    ),
    _mini(
        "big-int",
        "returns 10**5000",
        files=stats("def mean(x):\n    return 10**5000"),
        loses=("1.1",),
        says=("your code",),
    ),
    _mini(
        "error-in-str",
        "raises an error that cannot be printed",
        files=stats(
            code("""
                class Mute(Exception):
                    def __str__(self):
                        raise RuntimeError('no')
                def mean(x):
                    raise Mute
            """)
        ),
        loses=("1.1",),
        says=("your code raised Exception",),
    ),
]
