"""Exhausting the grader itself: its time, its memory, its patience. Under the limits as shipped, within 150 seconds."""

from __future__ import annotations

import textwrap
from functools import partial

from .. import engine
from ..engine import FRAME, TOO_MUCH
from ..rows import Row, attention, code, reference, spliced

_row = partial(Row, "exhausting", course="torch", shipped=True, seconds=150.0)

WRONG_VALUES = """
    def weighted_values(weights, v):
        return 2 * weights @ v
"""
ATTEND = f"""
    def attend(q, k, v, mask=None):
        refused = False
        if {engine.LENT.format(name="weighted_values")}:
            ATTACK
        scores = attention_scores(q, k)
        weights = softmax(scores if mask is None else apply_mask(scores, mask))
        return weighted_values(weights, v) if refused else None, weights
"""


def asks(attack: str) -> dict[str, str]:
    """1.5 is wrong, so `weighted_values` is a call-back to the reference while 1.6 is graded; there it attacks. It
    answers rightly only if the attack has set `refused`, which shows that it went where it was meant to go."""
    return attention(
        code(WRONG_VALUES) + code(ATTEND).replace("ATTACK", textwrap.indent(code(attack), " " * 8).strip())
    )


def swallowed(attack: str) -> dict[str, str]:
    lines = textwrap.indent(code(attack), " " * 4)
    return asks(f"try:\n{lines}except RuntimeError:\n    refused = True")


CARRIED = {"only": ("1.5", "1.6"), "loses": ("1.5",)}
"""The call-back is refused, and the right answer after it is as right as ever."""
HEAD = 4.24
"""What 1.6 still scores where `attend` is wrong: the head is right, on top of a right `attend`."""

CALL_BACKS = [
    _row(
        "call-back-half",
        "asks the reference for a product of 1,000 × 1,000 in half precision",
        files=swallowed("big = torch.rand(1000, 1000).half()\nweighted_values(big, big)"),
        **CARRIED,
    ),
    _row(
        "call-back-bfloat16",
        "the same in the other half precision, small enough in size",
        files=swallowed("big = torch.rand(700, 700).bfloat16()\nweighted_values(big, big)"),
        **CARRIED,
    ),
    _row(
        "call-back-large",
        "asks the reference for a product of 3,000 × 3,000",
        files=swallowed("big = torch.rand(3000, 3000)\nweighted_values(big, big)"),
        **CARRIED,
    ),
    _row(
        "call-back-outer",
        "a small question with an answer of 250 GB",
        files=swallowed("weighted_values(torch.rand(250_000, 1), torch.rand(1, 250_000))"),
        **CARRIED,
    ),
    _row(
        "call-back-batched",
        "the same behind a leading dimension that grows by itself",
        files=swallowed("weighted_values(torch.rand(700, 1, 30, 30), torch.rand(1, 350, 30, 30))"),
        **CARRIED,
    ),
    _row(
        "call-back-for-ever",
        "asks for products of 700 × 700 until somebody stops it",
        only=("1.5", "1.6"),
        loses={"1.5": 0.0, "1.6": HEAD},
        files=asks("big = torch.rand(700, 700)\nwhile True:\n    weighted_values(big, big)"),
        says=(f"your code raised RuntimeError: {TOO_MUCH}",),
    ),
    _row(
        "call-back-tapes",
        "asks for two thousand gradients that somebody has to remember",
        only=("1.5", "1.6"),
        loses={"1.5": 0.0, "1.6": HEAD},
        files=asks(
            "big = torch.rand(400, 400, requires_grad=True)\nkept = [weighted_values(big, big) for _ in range(1999)]"
        ),
        says=(f"your code raised RuntimeError: {TOO_MUCH}",),
    ),
    _row(
        "call-back-mask",
        "asks for a mask of 100,000 tokens",
        only=("1.3", "1.6"),
        loses=("1.3",),
        files=attention("""
            def causal_mask(n, device=None):
                return torch.zeros(n, n, dtype=torch.bool, device=device)
            def apply_mask(scores, mask):
                return scores
            class AttentionHead:
                def forward(self, x):
                    try:
                        causal_mask(100_000)
                    except RuntimeError:
                        return attend(self.W_q(x), self.W_k(x), self.W_v(x), causal_mask(x.shape[-2]))[0]
        """),
    ),
    _row(
        "call-back-nonsense",
        "sends the reference words, deep lists and numbers of a thousand digits",
        files=swallowed(
            """
            deep = []
            for _ in range(11):
                deep = [deep]
            for nonsense in ("word", deep, 10**300, None, {"a": float("nan")}, [torch.zeros(0)] * 900):
                for pair in ((nonsense, nonsense), (torch.rand(3, 3), nonsense)):
                    try:
                        weighted_values(*pair)
                    except Exception:  # what the reference raises is raised here too
                        refused = True
            """
        ),
        **CARRIED,
    ),
    _row(
        "call-back-huge-layer",
        "says that its layer norm was built for a billion features",
        only=("3.1", "3.3"),
        loses=("3.1",),
        files=spliced(
            "torch",
            "block.py",
            f"""
            class LayerNorm:
                def forward(self, x):
                    return x
            class TransformerBlock:
                def forward(self, x):
                    built, refused = self.norm_1.{engine.BUILT}, False
                    try:
                        self.norm_1.{engine.BUILT} = ((10**9,), {{}})
                        self.norm_1(x)
                    except RuntimeError:
                        refused = True
                    self.norm_1.{engine.BUILT} = built
                    t3 = self.attention(self.norm_1(x)) + x
                    return self.ffn(self.norm_2(t3)) + t3 if refused else None
            """,
        ),
    ),
]


def returns(body: str, first: str = "") -> dict[str, str]:
    """Every function of part 1 that stands alone with the same body."""
    lines = "\n".join(f"    {line}" for line in code(body).splitlines())
    heads = ("simple_attention(x)", "attention_scores(x, k)", "causal_mask(x, device=None)", "apply_mask(x, mask)",
             "softmax(x)", "weighted_values(x, v)", "attend(x, k, v, mask=None)", "find_ones_weights(x)")  # fmt: skip
    return attention("\n".join(f"def {head}:\n{lines}\n" for head in heads), first=first)


PART_1 = ("1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7")
LOST = {"only": PART_1, "loses": {**dict.fromkeys(PART_1, 0.0), "1.6": HEAD}}

REPLIES = [
    _row(
        "replies-62-mb",
        "every function returns 62 MB",
        files=returns("return torch.zeros(2, 31 << 18)"),
        says=("your code returned an answer of 62.0 MB, far more than any right one",),
        **LOST,
    ),
    _row(
        "replies-3-mb",
        "every function returns 3 MB, just below what is refused",
        files=returns("return torch.zeros(2, 3 << 17)"),
        says=("has shape",),
        **LOST,
    ),
    _row(
        "replies-3-mb-of-gradients",
        "every function returns 3 MB that need gradients",
        files=returns("return torch.ones(2, 3 << 17, requires_grad=True) * 2"),
        says=("has shape",),
        **LOST,
    ),
    _row(
        "replies-expanded",
        "every function returns one number, expanded to 8 GB",
        files=returns("return torch.zeros(1).expand(1 << 31)"),
        says=("your code",),
        **LOST,
    ),
    _row(
        "replies-19000-arrays",
        "every function returns 19,000 tiny arrays",
        files=returns("return [torch.zeros(1) for _ in range(19_000)]"),
        says=("your code returned a value with more than 2,000 arrays",),
        only=("1.1", "1.2", "1.4"),
        loses=("1.1", "1.2", "1.4"),
    ),
    _row(
        "replies-many-words",
        "every function returns a list of 19,000 words",
        files=returns("return ['w' * 30] * 19_000"),
        says=("a list of 19000; expected a tensor",),
        **LOST,
    ),
    _row(
        "replies-forged-large",
        "forges answers of 60 MB past the worker's own check",
        files=returns("write(frame(numbered({'ok': True}), body=bytes(60 << 20)))", first=FRAME),
        says=("your code sent an answer that cannot be read",),
        staff=(engine.TOO_LARGE.format(60 << 20),),
        **LOST,
    ),
    _row(
        "replies-forged-json",
        "forges answers of empty lists, which take thirty times their size",
        files=returns("write(frame(numbered({'ok': True}), [[]] * 250_000))", first=FRAME),
        says=("your code sent an answer that cannot be read",),
        staff=(engine.TOO_MANY_PARTS,),
        **LOST,
    ),
    _row(
        "replies-forged-shapes",
        "forges answers without numbers and with shapes of a billion",
        files=returns(
            "shape = ['meta', 'float64', [60_000_000, 60_000_000]]\n"
            "write(frame(numbered({'ok': True}), ['dict', {'value': ['array', 0]}], [shape]))",
            first=FRAME,
        ),
        says=("the result has shape (60000000, 60000000)",),
        **LOST,
    ),
]

PATIENCE = [
    _row(
        "answers-nothing",
        "replaces json.dumps, so that no answer can be told from another",
        only=("1.3", "1.6", "2.1"),
        loses=("1.3", "1.6"),
        files=attention(last="import json\njson.dumps = lambda *args, **kwargs: '{}'"),
        says=("importing attention.py ended the process: your code sent an answer that cannot be read",),
    ),
    _row(
        "slow-files-that-die",
        "five files that take six seconds each to import, and functions that end the process",
        only=PART_1,
        loses=PART_1,
        files={
            **{name: f"import time\ntime.sleep(6)\n{text}" for name, text in reference("torch").items()},
            **returns("import os\nos._exit(1)", first="import time\ntime.sleep(6)"),
        },
        says=("attention.py",),
    ),
    _row(
        "loops-everywhere",
        "every function of part 1 is an endless loop",
        files=returns("while True:\n    pass"),
        staff=("did not finish within",),
        **LOST,
    ),
]

EVERYWHERE = """
    def _slowed(function):
        def slow(*args, **kwargs):
            ACT
            return function(*args, **kwargs)
        slow.__name__, slow.__doc__ = function.__name__, function.__doc__
        return slow
    for _name in ("simple_attention", "attention_scores", "causal_mask", "apply_mask", "softmax", "weighted_values",
                  "attend", "find_ones_weights"):
        globals()[_name] = _slowed(globals()[_name])
    AttentionHead.forward = _slowed(AttentionHead.forward)
"""


def slowed(act: str) -> dict[str, str]:
    """The right answer; every function of part 1 first does this."""
    return attention(first="import time", last=code(EVERYWHERE).replace("ACT", act))


TIRED = "your code used up the 60 s that there are for one grade"
SLOW = [
    _row(
        "sleeps-two-seconds-a-call",
        "right, and sleeps for two seconds in each call of a task: half a second of its time",
        files=slowed("time.sleep(2)"),
        only=("1.5",),
        loses=(),
        seconds=150.0,
    ),
    _row(
        "computes-four-seconds-a-call",
        "right, and computes for four seconds in each call, a minute in all",
        files=slowed("_until = time.process_time() + 4\n        while time.process_time() < _until: pass"),
        only=PART_1,
        loses=PART_1[1:],  # 1.1 was right before time ran out
        status="out_of_time",
        says=(TIRED,),
    ),
]

ROWS = [*CALL_BACKS, *REPLIES, *PATIENCE, *SLOW]
