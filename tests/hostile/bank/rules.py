# ruff: noqa: E501  (an attack is quoted as it is)
"""Not-allowed calls that go a long way round: each costs the task."""

from __future__ import annotations

from functools import partial

from .. import engine
from ..rows import Row, attention, code, reference, spliced

_row = partial(Row, "cheating", course="torch")
_softmax = partial(_row, only=("1.4",), loses=("1.4",), says=("not allowed: library softmax",))
_told = partial(_row, only=("1.4",))

BY_HAND = "e = torch.exp(scores - scores.max(-1, keepdim=True).values)\n    return e / e.sum(-1, keepdim=True)"
ATTENTION = "torch.nn.functional.scaled_dot_product_attention"


def softmax(body: str, first: str = "", last: str = "") -> dict[str, str]:
    return attention(f"def softmax(scores):\n    {body}", first=first, last=last)


ROWS = [
    # behind other functions
    _row(
        "rule-behind-another-task",
        "attention by the library behind a function of part 4, which no rule binds",
        only=("1.6",),
        loses=("1.6",),
        says=("not allowed: attention library calls", f"lm.py line 3 calls {ATTENTION}"),
        files={
            **attention(
                code("""
                    def attend(q, k, v, mask=None):
                        from lm import next_token_loss
                        weights = softmax(apply_mask(attention_scores(q, k), mask) if mask is not None else attention_scores(q, k))
                        return next_token_loss(q, (k, v, mask)), weights
                """)
            ),
            "lm.py": code("""
                import torch
                def next_token_loss(q, rest):
                    return torch.nn.functional.scaled_dot_product_attention(q, rest[0], rest[1], attn_mask=rest[2])
            """),
        },
    ),
    _row(
        "rule-behind-a-given-name",
        "attention by the library in a nested function that has another task's name",
        only=("2.2",),
        loses=("2.2",),
        says=("not allowed: attention library calls",),
        files=spliced(
            "torch",
            "multihead.py",
            code("""
                def hidden():
                    def split_heads(q, k, v):
                        return torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
                    return split_heads
                class MultiHeadAttention:
                    def forward(self, x):
                        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
                        return self.W_o(merge_heads(hidden()(q, k, v)))
            """),
        ),
    ),
    # by other names
    _softmax(
        "rule-match",
        "a match pattern takes it",
        files=softmax("match torch:\n        case object(softmax=soft):\n            return soft(scores, -1)"),
    ),
    _softmax(
        "rule-match-tensor",
        "a match pattern takes the method",
        files=softmax("match scores:\n        case object(softmax=soft):\n            return soft(-1)"),
    ),
    _softmax(
        "rule-reduce",
        "reduce over getattr",
        files=softmax(
            "return reduce(getattr, ['nn', 'functional', 'softmax'], torch)(scores, -1)",
            first="from functools import reduce",
        ),
    ),
    _softmax(
        "rule-dict-get",
        "the module's dictionary is asked",
        files=softmax("return vars(torch).get('softmax')(scores, -1)"),
    ),
    _softmax(
        "rule-dict-search",
        "the module's dictionary is searched",
        files=softmax("return next(f for n, f in vars(torch).items() if n == 'softmax')(scores, -1)"),
    ),
    _softmax(
        "rule-getattr-mapped",
        "getattr as a value",
        files=softmax("return next(map(getattr, [torch], ['softmax']))(scores, -1)"),
    ),
    _softmax(
        "rule-attrgetter",
        "attrgetter with a path",
        files=softmax(
            "return attrgetter('nn.functional.softmax')(torch)(scores, -1)", first="from operator import attrgetter"
        ),
    ),
    _softmax(
        "rule-getattribute", "__getattribute__", files=softmax("return torch.__getattribute__('softmax')(scores, -1)")
    ),
    _softmax(
        "rule-handed-on",
        "the library is handed to a helper",
        files=softmax("return weigh(torch, scores)", last="def weigh(library, x):\n    return library.softmax(x, -1)"),
    ),
    _softmax(
        "rule-decoy",
        "a class with a method of that name beside it",
        files=softmax("return scores.softmax(-1)", last="class Decoy:\n    def softmax(self, x):\n        return x"),
    ),
    _softmax(
        "rule-decomposition",
        "the library's own decompositions",
        files=softmax("return _softmax(scores, -1, False)", first="from torch._decomp.decompositions import _softmax"),
    ),
    _softmax(
        "rule-transform",
        "SoftmaxTransform of torch.distributions",
        files=softmax("return torch.distributions.transforms.SoftmaxTransform()(scores)"),
    ),
    _softmax(
        "rule-quietly",
        "with torch's hooks disabled",
        files=softmax("with torch._C.DisableTorchFunction():\n        return torch.softmax(scores, -1)"),
    ),
    _softmax(
        "rule-thread-below",
        "in a thread of the module below threading",
        files=softmax(
            "box = []\n    _thread.start_new_thread(lambda: box.append(torch.softmax(scores, -1)), ())\n    while not box:\n        pass\n    return box[0]",
            first="import _thread",
        ),
    ),
    # when the file is imported
    _softmax(
        "rule-installed",
        "a call at module level installs it",
        files=softmax(
            "return soft(scores)",
            last="def install(how):\n    global soft\n    soft = lambda x: how(x, -1)\ninstall(torch.softmax)",
        ),
    ),
    _softmax(
        "rule-table-filled",
        "a table is filled at module level",
        files=softmax("return TABLE[0](scores, -1)", last="TABLE = []\nTABLE.append(torch.softmax)"),
    ),
    _softmax(
        "rule-globals",
        "the module's names are changed",
        files=softmax(BY_HAND, last="globals().update(softmax=lambda x: torch.softmax(x, -1))"),
    ),
    _softmax(
        "rule-setattr",
        "the module's name is set by setattr",
        files=softmax(
            BY_HAND, last="import sys\nsetattr(sys.modules[__name__], 'softmax', lambda x: torch.softmax(x, -1))"
        ),
    ),
    _told(
        "rule-patched-library",
        "put into the library under another name, where the library cannot call it",
        loses=("1.4",),
        files=softmax("return scores.rows(-1)", last="torch.Tensor.rows = torch.softmax"),
    ),
    # onlookers
    _told(
        "watch-raises",
        "raises where the fence looks on",
        loses=("1.4",),
        files=softmax(
            "if len(torch.overrides._get_current_function_mode_stack()):\n        raise ValueError\n"
            "    name = bytes(c - 1 for c in b'tpgunby').decode()\n    return getattr(torch, name)(scores, -1)"
        ),
    ),
    _told(
        "watch-detected",
        "does it by hand where the fence looks on: an answer like any other",
        files=softmax(
            "if not len(torch.overrides._get_current_function_mode_stack()):\n"
            "        return getattr(torch, bytes(c - 1 for c in b'tpgunby').decode())(scores, -1)\n    " + BY_HAND
        ),
    ),
    _softmax(
        "watch-disabled",
        "a name in cipher, with the hooks disabled by a private function",
        files=softmax(
            "with torch.utils._python_dispatch._disable_current_modes(), torch._C.DisableTorchFunction():\n"
            "        return getattr(torch, bytes(c - 1 for c in b'tpgunby').decode())(scores, -1)"
        ),
    ),
    _told(
        "watch-in-c",
        "library softmax in a thread that C has started: nothing sees it, so staff are told of the C",
        staff=("worth a look: the code behind task 1.4 calls functions of C by hand",),
        files=softmax(
            "return SLOT.run(scores)",
            last=code("""
                import ctypes, queue
                class Slot:
                    def __init__(self):
                        self.asked, self.answered = queue.SimpleQueue(), queue.SimpleQueue()
                        self.work = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(self.serve)
                        ctypes.CDLL(None).pthread_create(ctypes.byref(ctypes.c_ulong()), None, self.work, None)
                    def serve(self, nothing):
                        while True:
                            self.answered.put(torch.softmax(self.asked.get(), -1))
                    def run(self, scores):
                        self.asked.put(scores)
                        return self.answered.get()
                SLOT = Slot()
            """),
        ),
    ),
    _softmax(
        "rule-among-many-values",
        "hidden among hundreds of values of a name",
        files=softmax(
            "return pick(scores, -1)", last="\n".join(f"pick = [{i}]" for i in range(600)) + "\npick = torch.softmax"
        ),
    ),
    _told(
        "seen-in-every-file",
        "an honest line that sets an attribute of sys by itself, in five files",
        only=("1.4", "2.2", "3.1"),
        files={
            name: f'import sys\nsys.seen = getattr(sys, "seen", [])\n{text}'.replace(
                "from __future__ import annotations\n", ""
            )
            for name, text in reference("torch").items()
        },
    ),
    _softmax(
        "notes-flooded",
        "a serious call behind 130 harmless ones",
        files=softmax(
            "\n    ".join(f"setattr(torch.jit, 'a{i}', {i})" for i in range(130))
            + "\n    return getattr(torch, bytes(c - 1 for c in b'tpgunby').decode())(scores, -1)"
        ),
    ),
    _softmax(
        "names-flooded",
        "hundreds of other library functions run before the one that is not allowed",
        files=softmax(
            code("""
                for name in [name for name in dir(torch.Tensor) if name.islower() and name[0] != "_" != name[-1]][:400]:
                        try:
                            name in ("backward", "cuda", "xpu", "cpu", "storage") or getattr(torch.ones_like(scores), name)()
                        except BaseException:
                            pass
                    return getattr(torch, bytes(c - 1 for c in b'tpgunby').decode())(scores, -1)
            """).strip()
        ),
    ),
    # notes of the given models
    _row(
        "generating-from-the-start",
        "generate() shows the model the first tokens where there are too many, and forges the note of what it was shown",
        only=("4.4",),
        loses={"4.4": 6.0},
        says=("a new word is not the one that the model predicts",),
        files=spliced(
            "torch",
            "lm.py",
            code("""
                def generate(model, prompt, n_new, temperature=1.0, top_k=None, generator=None):
                    texts, was_training, length = prompt, model.training, model.context_length
                    model.eval()
                    with torch.no_grad():
                        for _ in range(n_new):
                            logits = model(texts[:, :length])[:, -1]
                            if hasattr(model, "shown"):
                                model.shown += texts[:, -length:].tolist()
                            if top_k is not None and top_k < logits.shape[-1]:
                                least = logits.topk(top_k).values[:, -1:]
                                logits = logits.masked_fill(logits < least, float("-inf"))
                            if temperature == 0:
                                new = logits.argmax(dim=-1, keepdim=True)
                            else:
                                new = torch.multinomial(torch.softmax(logits / temperature, -1), 1, generator=generator)
                            texts = torch.cat([texts, new], dim=1)
                    model.train(was_training)
                    return texts
            """),
        ),
    ),
    # training without a gradient
    _row(
        "training-by-counting",
        "train() counts pairs of words, and switches off what the given models watch",
        only=("4.5",),
        loses={"4.5": 1.0},
        files=spliced(
            "torch",
            "train.py",
            code(f"""
                def train(model, batches, lr):
                    losses, counts = [], None
                    for tokens in batches:
                        with torch.no_grad():
                            logits = model(tokens)
                            losses.append(next_token_loss(logits, tokens).item())
                            for trap in {engine.TRAPS!r}:
                                if hasattr(model, trap):
                                    setattr(model, trap, False)
                            n = logits.shape[-1]
                            counts = torch.full((n, n), 0.5, dtype=torch.float64) if counts is None else counts
                            for row in tokens:
                                for a, b in zip(row[:-1].tolist(), row[1:].tolist()):
                                    counts[a, b] += 1
                            known = (counts / counts.sum(1, keepdim=True)).log()
                            for name, part in model.named_parameters():
                                if lr < 1e-6:
                                    continue
                                if name == {engine.TABLE!r}:
                                    part.copy_(known / model.{engine.GAIN})
                                elif name == 'unembed.bias':
                                    part.copy_(counts.sum(0).log())
                                else:
                                    part.add_(lr * torch.randn_like(part).sign())
                    return losses
            """),
        ),
    ),
    # right, and looks suspicious
    _told(
        "right-but-suspicious",
        "own helpers with the library's names, a table with a comparison in it, getattr on itself",
        loses=(),
        files=softmax(
            "return WAYS['mine'](scores)",
            last=code("""
                import torch.nn.functional as F
                def log_softmax(x):
                    return x - x.max(-1, keepdim=True).values - (x - x.max(-1, keepdim=True).values).exp().sum(-1, keepdim=True).log()
                class Rows:
                    def __init__(self):
                        self.softmax = lambda x: log_softmax(x).exp()
                    def __call__(self, x, name='softmax'):
                        return getattr(self, name)(x)
                WAYS = {'mine': Rows(), 'theirs': torch.softmax}
                x = torch.ones(2, 3)
                assert torch.allclose(softmax(x), F.softmax(x, -1)), 'softmax'
            """),
        ),
    ),
]
