"""Not-allowed calls: what counts as using a library function, and what does not.

Each example is a small file `attention.py` whose task is the function `softmax`; the library's softmax is forbidden.
"""

import ast
import gc
import textwrap

import pytest

from softmark.reading.rules import bindings, bypasses, observations
from softmark.reading.rules import forbidden as rules
from softmark.reading.rules import name_values as meanings

SOFTMAX = ["torch.softmax", "torch.nn.functional.softmax", "torch.nn.Softmax", "torch.logsumexp", "Tensor.softmax"]
ATTENTION = ["torch.nn.functional.scaled_dot_product_attention", "torch.nn.MultiheadAttention"]
NORMS = ["torch.nn.LayerNorm", "torch.nn.functional.layer_norm", "torch.layer_norm"]


def find(source, names=("attention.softmax",), calls=SOFTMAX, contract=(), bound=(), **others):
    """`contract` are the names of other tasks, `bound` those of them that the same rule binds."""
    sources = {"attention": textwrap.dedent(source), **{name: textwrap.dedent(text) for name, text in others.items()}}
    return rules.Reading(sources, {*names, *contract, *bound}).hits(names, calls, bound)


PLAIN = {
    "the library's name in full": """
        import torch
        def softmax(x):
            return torch.nn.functional.softmax(x, dim=-1)
    """,
    "a renamed module": """
        import torch.nn.functional as G
        def softmax(x):
            return G.softmax(x, dim=-1)
    """,
    "a renamed function": """
        from torch import softmax as s
        def softmax(x):
            return s(x, -1)
    """,
    "a short name for torch": """
        import torch as t
        def softmax(x):
            return t.softmax(x, -1)
    """,
    "nn taken from torch": """
        from torch import nn
        def softmax(x):
            return nn.functional.softmax(x, -1)
    """,
    "a module in a variable": """
        import torch
        F = torch.nn.functional
        def softmax(x):
            return F.softmax(x, -1)
    """,
    "a function in a variable of the function": """
        import torch
        def softmax(x):
            soft = torch.softmax
            return soft(x, -1)
    """,
    "two variables unpacked at once": """
        import torch
        F, inf = torch.nn.functional, float("inf")
        def softmax(x):
            return F.softmax(x, -1)
    """,
    "a star import": """
        from torch.nn.functional import *
        def other(x):
            return x
        def softmax_of(x):
            return softmax(x, -1)
        def attend(x):
            return softmax_of(x)
    """,
    "an import inside the function": """
        def softmax(x):
            from torch.nn.functional import softmax
            return softmax(x, -1)
    """,
    "the method of a tensor": """
        def softmax(x):
            return x.softmax(-1)
    """,
    "the method of a result": """
        import torch
        def softmax(x):
            return torch.exp(x).log().softmax(dim=-1)
    """,
    "the method taken from its class": """
        import torch
        def softmax(x):
            return torch.Tensor.softmax(x, -1)
    """,
    "a layer made on the spot": """
        from torch import nn
        def softmax(x):
            return nn.Softmax(dim=-1)(x)
    """,
    "a layer by the long way": """
        from torch.nn.modules.activation import Softmax
        def softmax(x):
            return Softmax(-1)(x)
    """,
    "a layer at module level": """
        from torch import nn
        SOFT = nn.Softmax(dim=-1)
        def softmax(x):
            return SOFT(x)
    """,
    "a table at module level": """
        import torch
        TABLE = {"soft": torch.softmax}
        def softmax(x):
            return TABLE["soft"](x, -1)
    """,
    "a table filled later": """
        import torch
        TABLE = {}
        TABLE["soft"] = torch.softmax
        def softmax(x):
            return TABLE["soft"](x, -1)
    """,
    "functools.partial": """
        from functools import partial
        import torch
        rows = partial(torch.softmax, dim=-1)
        def softmax(x):
            return rows(x)
    """,
    "passed to map": """
        import torch
        def softmax(x):
            return torch.stack(list(map(torch.softmax, x, [-1] * len(x))))
    """,
    "a default argument": """
        import torch
        def softmax(x, how=torch.softmax):
            return how(x, -1)
    """,
    "a lambda": """
        import torch
        soft = lambda x: torch.softmax(x, -1)
        def softmax(x):
            return soft(x)
    """,
    "a helper": """
        import torch
        def rows(x):
            return torch.softmax(x, -1)
        def softmax(x):
            return rows(x)
    """,
    "a helper of a helper, after it": """
        import torch
        def softmax(x):
            return one(x)
        def one(x):
            return two(x)
        def two(x):
            return torch.exp(x - torch.logsumexp(x, -1, keepdim=True))
    """,
    "a function inside the function": """
        import torch
        def softmax(x):
            def rows(y):
                return torch.softmax(y, -1)
            return rows(x)
    """,
    "a helper class": """
        from torch import nn
        class Rows(nn.Module):
            def forward(self, x):
                return nn.functional.softmax(x, -1)
        def softmax(x):
            return Rows()(x)
    """,
    "a static method": """
        import torch
        class Tools:
            @staticmethod
            def rows(x):
                return torch.softmax(x, -1)
        def softmax(x):
            return Tools.rows(x)
    """,
    "a class that extends the layer": """
        from torch import nn
        class Mine(nn.Softmax):
            pass
        def softmax(x):
            return Mine(-1)(x)
    """,
    "a class attribute": """
        import torch
        class Tools:
            rows = torch.softmax
        def softmax(x):
            return Tools.rows(x, -1)
    """,
    "a decorator that does the work": """
        import torch
        def replaced(f):
            return lambda x: torch.softmax(x, -1)
        @replaced
        def softmax(x):
            return x
    """,
    "the name bound to the library's function": """
        import torch
        softmax = torch.softmax
    """,
    "the name imported": """
        from torch import softmax
    """,
    "the definition overwritten": """
        import torch
        def softmax(x):
            return x.exp() / x.exp().sum(-1, keepdim=True)
        softmax = torch.softmax
    """,
    "either one or the other": """
        import torch
        def softmax(x):
            soft = torch.softmax if x.dim() else None
            return soft(x, -1)
    """,
    "set through global": """
        import torch
        soft = None
        def prepare():
            global soft
            soft = torch.softmax
        prepare()
        def softmax(x):
            return soft(x, -1)
    """,
}


@pytest.mark.parametrize("example", PLAIN)
def test_a_plain_use_is_found(example):
    names = ["attention.attend"] if "def attend" in PLAIN[example] else ["attention.softmax"]
    hits = find(PLAIN[example], names)
    assert hits, "not found"
    assert not any(hit.evasion for hit in hits)
    assert {hit.file for hit in hits} == {"attention.py"}


HIDDEN = {
    "a name put together": """
        import torch
        def softmax(x):
            return getattr(torch, "soft" + "max")(x, -1)
    """,
    "a name from a variable": """
        import torch
        NAME = "softmax"
        def softmax(x):
            return getattr(torch.nn.functional, NAME)(x, -1)
    """,
    "a name read backwards": """
        import torch
        def softmax(x):
            return getattr(x, "xamtfos"[::-1])(-1)
    """,
    "a name joined from letters": """
        import torch
        def softmax(x):
            return getattr(torch, "".join(["soft", "max"]))(x, -1)
    """,
    "the module's dictionary": """
        import torch
        def softmax(x):
            return vars(torch)["softmax"](x, -1) + torch.__dict__["softmax"](x, -1)
    """,
    "__import__": """
        def softmax(x):
            return __import__("torch").softmax(x, -1)
    """,
    "importlib": """
        import importlib
        F = importlib.import_module("torch.nn." + "functional")
        def softmax(x):
            return F.softmax(x, -1)
    """,
    "sys.modules": """
        import sys
        def softmax(x):
            return sys.modules["torch"].softmax(x, -1)
    """,
    "the operators' private names": """
        import torch
        def softmax(x):
            return torch.ops.aten._softmax.default(x, -1, False)
    """,
    "the C functions": """
        import torch
        def softmax(x):
            return torch._C._VariableFunctions.softmax(x, -1)
    """,
    "eval": """
        import torch
        def softmax(x):
            return eval("torch.softmax(x, -1)")
    """,
    "exec": """
        import torch
        def softmax(x):
            box = {}
            exec("def f(x): return torch.softmax(x, -1)", globals(), box)
            return box["f"](x)
    """,
    "a script for the compiler": '''
        import torch
        UNIT = torch.jit.CompilationUnit("""
        def f(x):
            return torch.softmax(x, -1)
        """.replace("        ", ""))
        def softmax(x):
            return UNIT.f(x)
    ''',
    "a method called by its name": """
        import operator
        def softmax(x):
            return operator.methodcaller("softmax", -1)(x)
    """,
}


@pytest.mark.parametrize("example", HIDDEN)
def test_a_hidden_use_is_found_and_called_evasion(example):
    assert any(hit.evasion for hit in find(HIDDEN[example]))


SLIPPED = {
    "a match pattern": """
        import torch
        def softmax(x):
            match torch:
                case object(softmax=soft):
                    return soft(x, -1)
    """,
    "a match pattern on the tensor": """
        def softmax(x):
            match x:
                case object(softmax=soft):
                    return soft(-1)
    """,
    "patterns inside patterns": """
        import torch
        def softmax(x):
            match [torch]:
                case [object(nn=object(functional=object(softmax=soft)))]:
                    return soft(x, -1)
    """,
    "a pattern with places": """
        import torch
        class Any(type):
            def __instancecheck__(cls, thing):
                return True
        class Taken(metaclass=Any):
            __match_args__ = ("softmax",)
        def softmax(x):
            match torch:
                case Taken(soft):
                    return soft(x, -1)
    """,
    "reduce over getattr": """
        import torch
        from functools import reduce
        def softmax(x):
            return reduce(getattr, ["nn", "functional", "softmax"], torch)(x, -1)
    """,
    "reduce over the parts of a path": """
        import functools, torch
        def softmax(x):
            return functools.reduce(getattr, "nn functional softmax".split(), torch)(x, -1)
    """,
    "getattr mapped": """
        import torch
        def softmax(x):
            return next(map(getattr, [torch], ["softmax"]))(x, -1)
    """,
    "getattr kept in a partial": """
        import torch
        from functools import partial
        take = partial(getattr, torch)
        def softmax(x):
            return take("softmax")(x, -1)
    """,
    "the module's dictionary asked": """
        import torch
        def softmax(x):
            return vars(torch).get("softmax")(x, -1)
    """,
    "the module's dictionary copied": """
        import torch
        TABLE = {**torch.__dict__}
        def softmax(x):
            return TABLE["softmax"](x, -1)
    """,
    "the module's dictionary searched": """
        import torch
        def softmax(x):
            return next(part for name, part in vars(torch).items() if name == "softmax")(x, -1)
    """,
    "the module as keywords": """
        import torch
        def softmax(x):
            return taken(x, **vars(torch.nn.functional))
        def taken(x, **all):
            return all["softmax"](x, -1)
    """,
    "__getattribute__": """
        import torch
        def softmax(x):
            return torch.__getattribute__("softmax")(x, -1)
    """,
    "attrgetter": """
        import torch
        from operator import attrgetter
        def softmax(x):
            return attrgetter("nn.functional.softmax")(torch)(x, -1)
    """,
    "inspect": """
        import inspect, torch
        def softmax(x):
            return dict(inspect.getmembers(torch))["softmax"](x, -1)
    """,
    "pkgutil": """
        import pkgutil
        def softmax(x):
            return pkgutil.resolve_name("torch:softmax")(x, -1)
    """,
    "sys.modules asked": """
        import sys
        def softmax(x):
            return sys.modules.get("torch").softmax(x, -1)
    """,
    "the module handed to a helper": """
        import torch
        def softmax(x):
            return weigh(torch, x)
        def weigh(library, x):
            return library.softmax(x, -1)
    """,
    "a module-level call": """
        import torch
        def install(how):
            global soft
            soft = lambda x: how(x, -1)
        install(torch.softmax)
        def softmax(x):
            return soft(x)
    """,
    "a table filled by a call": """
        import torch
        TABLE = []
        TABLE.append(torch.softmax)
        def softmax(x):
            return TABLE[0](x, -1)
    """,
    "a table filled by a helper": """
        import torch
        TABLE = {}
        def register(name, how):
            TABLE[name] = how
        register("soft", torch.softmax)
        def softmax(x):
            return TABLE["soft"](x, -1)
    """,
    "the module's own names updated": """
        import torch
        def softmax(x):
            return x.exp() / x.exp().sum(-1, keepdim=True)
        globals().update(softmax=torch.softmax)
    """,
    "the module's own names set": """
        import torch
        def softmax(x):
            return x.exp() / x.exp().sum(-1, keepdim=True)
        globals()["softmax"] = lambda x: torch.softmax(x, -1)
    """,
    "the module's own name set by setattr": """
        import sys, torch
        def softmax(x):
            return x.exp() / x.exp().sum(-1, keepdim=True)
        setattr(sys.modules[__name__], "softmax", torch.softmax)
    """,
    "all names of the library taken over": """
        import torch
        globals().update(vars(torch))
        def attend(x):
            return softmax(x, -1)
    """,
    "another thing in the module's place": """
        import sys, torch
        def softmax(x):
            return x.exp() / x.exp().sum(-1, keepdim=True)
        class Fake:
            softmax = torch.softmax
        sys.modules[__name__] = Fake()
    """,
    "a module that is asked for its names": """
        import torch
        def __getattr__(name):
            return lambda x: torch.softmax(x, -1)
    """,
    "a function put into the library": """
        import torch
        torch.rows = torch.softmax
        def softmax(x):
            return torch.rows(x, -1)
    """,
    "a method put into tensors": """
        import torch
        torch.Tensor.rows = torch.softmax
        def softmax(x):
            return x.rows(-1)
    """,
    "a decoy with a method of that name": """
        class Decoy:
            def softmax(self, x):
                return x
        def softmax(x):
            return x.softmax(-1)
    """,
    "a decoy, and a helper": """
        class Decoy:
            def softmax(self, x):
                return x
        def rows(y):
            return y.softmax(-1)
        def softmax(x):
            return rows(x)
    """,
    "a loop over modules": """
        import torch
        for F in [torch.nn.functional]:
            pass
        def softmax(x):
            return F.softmax(x, -1)
    """,
    "an operator": """
        import torch
        class Rows:
            def __matmul__(self, x):
                return torch.softmax(x, -1)
        ROWS = Rows()
        def softmax(x):
            return ROWS @ x
    """,
    "the library's decompositions": """
        from torch._decomp.decompositions import _softmax
        def softmax(x):
            return _softmax(x, -1, False)
    """,
    "a quantised layer": """
        from torch.ao.nn.quantized import Softmax
        def softmax(x):
            return Softmax(-1)(x)
    """,
    "a name that is __main__": """
        import torch
        __name__ = "__main__"
        soft = None
        def install(how):
            global soft
            soft = how
        if __name__ == "__main__":
            install(torch.softmax)
        def softmax(x):
            return soft(x, -1)
    """,
    "another task's name inside a function": """
        import torch
        def attend(q, k, v):
            return q
        def hidden():
            def attend(x):
                return torch.softmax(x, -1)
            return attend
        def softmax(x):
            return hidden()(x)
    """,
}


@pytest.mark.parametrize("example", SLIPPED)
def test_a_use_that_goes_a_long_way_round_is_found(example):
    names = ["attention.attend"] if "def attend(x)" in SLIPPED[example] and "hidden" not in SLIPPED[example] else None
    assert find(SLIPPED[example], names or ["attention.softmax"], contract=["attention.attend"])


def test_attention_behind_a_library_in_a_variable_is_found():
    source = """
        import torch
        LIBRARIES = [torch.nn.functional]
        def attend(q, k, v):
            return LIBRARIES[0].scaled_dot_product_attention(q, k, v)
    """
    (hit,) = find(source, ["attention.attend"], ATTENTION)
    assert hit.evasion


ALLOWED = {
    "written by hand": """
        import torch
        def softmax(x):
            e = torch.exp(x - x.max(-1, keepdim=True).values)
            return e / e.sum(-1, keepdim=True)
    """,
    "named in a comment, a docstring and a string": '''
        import torch
        def softmax(x):
            """Like torch.softmax(x, -1), or F.softmax."""
            # torch.softmax(x, -1) would be too easy
            assert x.dim(), "torch.softmax would fail here too"
            return x.exp() / x.exp().sum(-1, keepdim=True)
    ''',
    "imported and not used": """
        from torch import softmax as unused
        import torch.nn.functional as F
        def softmax(x):
            return x.exp() / x.exp().sum(-1, keepdim=True)
    """,
    "used by a function that the task does not reach": """
        import torch
        def softmax(x):
            return x.exp() / x.exp().sum(-1, keepdim=True)
        def compare(x):
            return softmax(x) - torch.softmax(x, -1)
    """,
    "used in a quick test of one's own": """
        import torch
        def softmax(x):
            return x.exp() / x.exp().sum(-1, keepdim=True)
        if __name__ == "__main__":
            print(softmax(torch.ones(3)) - torch.softmax(torch.ones(3), -1))
    """,
    "an annotation": """
        from torch import nn
        def softmax(x, layer: nn.Softmax = None) -> nn.Softmax:
            return x.exp() / x.exp().sum(-1, keepdim=True)
    """,
    "a parameter of the same name": """
        from torch import softmax as s
        def softmax(x, s=1.0):
            return s * x.exp()
    """,
    "one's own method of that name": """
        class Mine:
            def softmax(self, x):
                return x.exp() / x.exp().sum(-1, keepdim=True)
        def softmax(x):
            return Mine().softmax(x)
    """,
    "another library's function": """
        import numpy as np
        def softmax(x):
            return np.softmax(x)
    """,
    "a neighbour with a longer name": """
        import torch
        def softmax(x):
            return torch.softmax_like(x) + torch.nn.functional.softplus(x)
    """,
    "a getattr of something else": """
        import torch
        def softmax(x):
            return getattr(torch, "exp")(x) / getattr(x, "exp")().sum(-1, keepdim=True)
    """,
    "a helper called softmax": """
        import torch
        import torch.nn.functional as F
        class Tools:
            def softmax(self, x):
                return F.relu(x) + x.exp()
        def _softmax(x):
            return x.exp() / x.exp().sum(-1, keepdim=True)
        def softmax(x):
            return _softmax(x)
    """,
    "one's own layers by their names": """
        from torch import nn
        class softmax(nn.Module):
            def __init__(self, n):
                super().__init__()
                for i in range(n):
                    setattr(self, f"layer_{i}", nn.Linear(4, 4))
                self.n = n
            def forward(self, x):
                names = ["softmax", "relu"]
                layers = [getattr(self, f"layer_{i}") for i in range(self.n)]
                for name in ("layer_0", "layer_1"):
                    x = getattr(self, name)(x)
                return x
    """,
    "a table of functions, of which another one is the library's": """
        import torch
        def by_hand(x):
            return x.exp() / x.exp().sum(-1, keepdim=True)
        WAYS = {"mine": by_hand, "theirs": torch.softmax}
        WAYS["checked"] = torch.nn.functional.softmax
        def softmax(x):
            return WAYS["mine"](x)
    """,
    "a comparison when the file is imported": """
        import torch
        def softmax(x):
            return x.exp() / x.exp().sum(-1, keepdim=True)
        x = torch.ones(3)
        assert torch.allclose(softmax(x), torch.softmax(x, -1)), "softmax"
        print((softmax(x) - x.softmax(-1)).abs().max())
    """,
    "a helper that a comparison uses too": """
        import torch
        def rows(how, x):
            return torch.stack([how(row) for row in x])
        def rowwise(how):
            return lambda x: torch.stack([how(row) for row in x])
        def one(row):
            return row.exp() / row.exp().sum()
        mine, theirs = rowwise(one), rowwise(torch.softmax)
        def softmax(x):
            return rows(one, x) + mine(x)
        def compare(x):
            return softmax(x) - rows(lambda row: torch.softmax(row, -1), x) - theirs(x)
    """,
    "a dictionary of settings, a message and a getattr": """
        import torch
        SETTINGS = {"name": "softmax", "dim": -1}
        def softmax(x):
            if x.dim() == 0:
                raise ValueError("softmax")
            dtype = getattr(torch, "float32") if x.dtype == torch.float16 else x.dtype
            if isinstance(x, torch.Tensor) and hasattr(torch, "exp"):
                x = x.to(dtype)
            e = torch.exp(x - x.max(SETTINGS["dim"], keepdim=True).values)
            return e / e.sum(SETTINGS["dim"], keepdim=True)
    """,
    "a match on shapes": """
        import torch
        def softmax(x):
            match x.shape:
                case [n]:
                    return x.exp() / x.exp().sum()
                case [*_, n]:
                    return x.exp() / x.exp().sum(-1, keepdim=True)
    """,
    "heads with a method of their own": """
        from torch import nn
        class Head(nn.Module):
            def softmax(self, x):
                return x.exp() / x.exp().sum(-1, keepdim=True)
        HEADS = [Head(), Head()]
        def softmax(x):
            return sum(head.softmax(x) for head in HEADS) / 2
    """,
    "another function of that family": """
        import torch
        def softmax(x):
            return torch.stack([1 / (x - x[..., i : i + 1]).exp().sum(-1) for i in range(x.shape[-1])], -1)
        def log_softmax(x):
            return softmax(x).log()
        def logsumexp(x):
            return x.exp().sum(-1).log()
    """,
    "a library taken into the class": """
        import torch
        import torch.nn.functional as F
        class Holder:
            functions = F
            def __init__(self):
                self.F = F
        def softmax(x):
            return Holder().F.relu(x) + Holder.functions.relu(x)
    """,
}


@pytest.mark.parametrize("example", ALLOWED)
def test_what_is_no_use(example):
    assert find(ALLOWED[example]) == []


# Where following goes, and where it ends ------------------------------------------------------------------------------


def test_a_task_bound_by_the_same_rule_ends_the_path_and_any_other_does_not():
    source = """
        import torch
        def softmax(x):
            return torch.softmax(x, -1)
        def attend(q, k, v):
            return softmax(q @ k.mT) @ v
    """
    tasks = ["attention.softmax", "attention.attend"]
    assert find(source, ["attention.attend"], bound=tasks) == []
    assert [hit.line for hit in find(source, ["attention.softmax"], bound=tasks)] == [4]
    assert [hit.line for hit in find(source, ["attention.attend"], contract=tasks)] == [4]


@pytest.mark.parametrize("how", ["import attention as a", "from attention import rows", "from attention import *"])
def test_helpers_in_other_files_are_followed(how):
    helpers = """
        import torch
        def rows(x):
            return torch.softmax(x, -1)
    """
    use = "a.rows(x)" if " as a" in how else "rows(x)"
    hits = find(helpers, ["multihead.merge"], multihead=f"{how}\ndef merge(x):\n    return {use}\n")
    assert [(hit.file, hit.line) for hit in hits] == [("attention.py", 4)]


def test_the_library_can_be_reached_through_ones_own_module():
    merge = "import attention\ndef merge(x):\n    return attention.torch.softmax(x, -1)\n"
    hits = find("import torch", ["multihead.merge"], multihead=merge)
    assert [(hit.file, hit.line, hit.name) for hit in hits] == [("multihead.py", 3, "torch.softmax")]


HEAD = """
    import torch
    from torch import nn
    class AttentionHead(nn.Module):
        def __init__(self, d):
            super().__init__()
            self.W = nn.Linear(d, d)
            {init}
        def forward(self, x):
            {forward}
        def helper(self, x):
            return torch.softmax(x, -1)
        def weights(self, x):
            return torch.softmax(x, -1)
"""
HEAD_CONTRACT = ["attention.AttentionHead.forward", "attention.AttentionHead.weights"]


@pytest.mark.parametrize(
    ("init", "forward", "found"),
    [
        ("pass", "return self.W(x)", False),
        ("pass", "return self.helper(x)", True),
        ("pass", "return self.weights(x)", False),  # another task's method
        ("self.soft = nn.Softmax(-1)", "return self.soft(x)", True),
        ("self.soft = torch.softmax", "return self.soft(x, -1)", True),
        ("self.heads = nn.ModuleList()", "return [head.helper(x) for head in self.heads]", True),
    ],
)
def test_methods_follow_their_class(init, forward, found):
    source = HEAD.format(init=init, forward=forward)
    assert bool(find(source, ["attention.AttentionHead.forward"], bound=HEAD_CONTRACT)) is found


def test_a_class_that_extends_a_forbidden_one():
    source = """
        import torch.nn as nn
        class AttentionHead(nn.MultiheadAttention):
            def forward(self, x):
                return super().forward(x, x, x)[0]
    """
    hits = find(source, ["attention.AttentionHead.forward"], ATTENTION)
    assert [(hit.line, hit.name) for hit in hits] == [(3, "torch.nn.MultiheadAttention")]


def test_a_method_replaced_from_outside():
    source = """
        import torch.nn.functional as F
        class AttentionHead:
            def forward(self, x):
                return x
        AttentionHead.forward = lambda self, x: F.scaled_dot_product_attention(x, x, x)
    """
    assert [hit.line for hit in find(source, ["attention.AttentionHead.forward"], ATTENTION)] == [6]


def test_an_attribute_called_layer_norm_is_not_a_tensors_method():
    source = """
        def forward(blocks, x):
            for block in blocks:
                x = block.layer_norm(x)
            return x
    """
    assert find(source, ["attention.forward"], NORMS) == []


@pytest.mark.parametrize("source", ["x.mean(-1)", "np.mean(x, -1)", "np.ndarray.mean(x, -1)"])
def test_numpy_has_rules_too(source):
    (hit,) = find(
        f"import numpy as np\ndef mean(x):\n    return {source}\n", ["attention.mean"], ["numpy.mean", "ndarray.mean"]
    )
    assert hit.line == 3


def test_private_variants_of_a_forbidden_function():
    source = """
        import torch
        def attend(q, k, v):
            return torch.ops.aten._scaled_dot_product_flash_attention_for_cpu(q, k, v)[0]
    """
    (hit,) = find(source, ["attention.attend"], ATTENTION)
    assert hit.evasion
    assert hit.call == "torch.nn.functional.scaled_dot_product_attention"


# What people read -----------------------------------------------------------------------------------------------------


def test_the_sentence_names_file_line_call_task_and_rule():
    (hit,) = find("import torch\n\n\ndef softmax(x):\n    return torch.nn.functional.softmax(x, -1)\n")
    assert rules.sentence(hit, "1.4", "library softmax") == (
        "attention.py line 5 calls torch.nn.functional.softmax; "
        "task 1.4 asks you to write it yourself (not allowed: library softmax)"
    )


def test_the_sentence_shows_an_alias_as_it_was_written():
    (hit,) = find("import torch\nsm = torch.softmax\ndef softmax(x):\n    return sm(x, -1)\n")
    assert "line 4 calls torch.softmax (written `sm`)" in rules.sentence(hit, "1.4", "library softmax")
    (hit,) = find("def softmax(x):\n    return x.softmax(-1)\n")
    assert "line 2 calls Tensor.softmax (written `x.softmax`)" in rules.sentence(hit, "1.4", "library softmax")


def test_staff_are_told_what_reading_cannot_see_through():
    source = "import torch\ndef softmax(x, name):\n    return getattr(torch, name)(x, -1)\n"
    reading = rules.Reading({"attention": source})
    assert reading.hits(["attention.softmax"], SOFTMAX) == []
    (note,) = reading.notes(["attention.softmax"])
    assert (note.file, note.line) == ("attention.py", 3)
    assert "worked out at run time" in note.says


def test_honest_code_gives_staff_nothing_to_read():
    for example in ALLOWED:
        if "getattr" not in example:
            assert rules.Reading({"attention": textwrap.dedent(ALLOWED[example])}).notes(["attention.softmax"]) == []


# Any source at all ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "source",
    [
        "def softmax(x:\n",
        "",
        "\0",
        "def softmax(x): return '\ud800'",
        "softmax = softmax",
        "a = b\nb = a\nsoftmax = a.b.c",
        "class softmax(softmax): pass",
        "class A(B): pass\nclass B(A): pass\nsoftmax = A().x",
        "softmax = " + "+".join(["a"] * 20_000),
        "softmax = a" + ".b" * 20_000,
        "softmax = a" + "()" * 20_000,
        "softmax = " + "-" * 20_000 + "1",
        "softmax = " + "[" * 5_000 + "]" * 5_000,
        "def softmax(): exec('exec(1)')\n" * 500,
        "".join(f"a{i} = a{i + 1}\na{i} = a{i + 2}\n" for i in range(300)) + "softmax = a0",
    ],
    ids=range(15),
)
def test_no_source_is_too_strange(source):
    assert find(source) == []


def test_a_broken_file_does_not_hide_the_others():
    merge = "import torch\ndef merge(x):\n    return torch.softmax(x, -1)\n"
    reading = rules.Reading({"attention": "def softmax(x:", "multihead": merge})
    assert [hit.file for hit in reading.hits(["multihead.merge"], SOFTMAX)] == ["multihead.py"]


# One reading, many questions ------------------------------------------------------------------------------------------

CLASS = """
    import torch
    from torch import nn

    def scale(x):
        return helper(x) / 2

    def helper(x):
        y = torch.logsumexp(x, -1)
        exec("import threading")
        return y

    class Norm(nn.Module):
        def __init__(self):
            self.norm = nn.LayerNorm(4)

        def forward(self, x):
            return self.norm(torch.softmax(x, -1))
"""
TASKS = (["attention.scale"], ["attention.Norm.forward"], ["attention.helper", "attention.scale"])


def test_a_task_is_told_the_same_whatever_was_asked_before():
    sources = {"attention": textwrap.dedent(CLASS)}
    contract = {name for names in TASKS for name in names}
    together = rules.Reading(sources, contract)
    for names in (*TASKS, *reversed(TASKS)):
        for calls in (SOFTMAX, NORMS, ATTENTION):
            assert together.hits(names, calls) == rules.Reading(sources, contract).hits(names, calls)
        assert together.notes(names) == rules.Reading(sources, contract).notes(names)
    assert [hit.line for hit in together.hits(TASKS[1], NORMS)] == [15]
    assert [hit.line for hit in together.hits(TASKS[2], SOFTMAX)] == [9]


def test_each_file_is_parsed_once_however_many_tasks_and_rules_there_are(monkeypatch):
    parsed = []
    monkeypatch.setattr(bindings, "parsed", lambda text: parsed.append(text) or ast.parse(text))
    reading = rules.Reading({"attention": "import torch\ndef softmax(x):\n    return x\n", "multihead": "x = 1\n"})
    for names in (["attention.softmax"], ["attention.attend"], ["multihead.merge"]):
        reading.notes(names)
        for calls in (SOFTMAX, NORMS):
            reading.hits(names, calls)
    assert len(parsed) == 2


def test_what_executed_text_defines_is_seen_by_the_rules_read_after_it():
    source = "import torch\ndef softmax(x):\n    exec('soft = torch.softmax')\n    return soft(x, -1)\n"
    reading = rules.Reading({"attention": source})
    reading.notes(["attention.softmax"])
    hits = reading.hits(["attention.softmax"], SOFTMAX)
    assert [(hit.line, hit.name) for hit in hits] == [(4, "torch.softmax")]


def test_nothing_of_a_submission_is_kept_for_the_next():
    def kept() -> int:
        gc.collect()
        return sum(type(thing) is meanings.Code for thing in gc.get_objects())

    before = kept()  # other tests may hold some
    find("import torch\ndef softmax(x):\n    return torch.softmax(x, -1)\n")
    assert kept() == before


PRIVATE = "torch.ops.aten._scaled_dot_product_flash_attention"


@pytest.mark.parametrize(
    ("calls", "paths", "forbidden"),
    [
        (SOFTMAX, ["torch.softmax", "torch.exp", "torch.ops.aten._softmax", "numpy.softmax"], [0, 2]),
        (SOFTMAX, ["F.softmax", "Tensor.softmax", "torch.nn.modules.activation.Softmax", "F.relu"], [0, 1, 2]),
        (ATTENTION, [PRIVATE, "torch.ops.aten.mm", "torch.attention", "math.sqrt"], [0]),
        (["torch.nn.functional"], ["F", "F.relu", "torch.nn.functional.relu", "torch.relu"], [0, 1, 2]),
        (["torch.nn.modules.activation"], ["torch.nn.modules.activation.ReLU", "torch.nn.ReLU"], [0]),
        (["numpy.mean"], ["numpy.mean", "numpy.mean.__call__", "numpy.meaning", "torch.mean"], [0, 1]),
        ([], ["torch.softmax"], []),
    ],
)
def test_what_ran_is_held_against_the_entries(calls, paths, forbidden):
    assert rules.among(paths, calls) == [paths[i] for i in forbidden]


# What staff are told --------------------------------------------------------------------------------------------------


def told(source, names=("attention.softmax",)):
    reading = rules.Reading({"attention": textwrap.dedent(source)}, names)
    found = [("1.4", note) for note in reading.notes(names, SOFTMAX)]
    return observations.folded([*(("", note) for note in reading.import_notes()), *found])


def test_every_private_path_is_told():
    for path, (says, *_) in bypasses.PRIVATE_PATHS.items():
        module, _, name = path.rpartition(".")
        use = name if module == "builtins" else path
        first = "" if module == "builtins" else f"import {path.partition('.')[0]}\n"
        sentences = told(f"{first}def softmax(x):\n    return {use}(x)\n")
        assert any(says in each and each.endswith("(task 1.4)") for each in sentences), path


def test_a_hundred_harmless_notes_do_not_hide_a_serious_one():
    harmless = "\n".join(f"    setattr(x, 'a{i}', {i})" for i in range(130))
    many = "\n".join(f"    torch.jit.a{i}(x)" for i in range(130))
    sentences = told(f"import torch, gc\ndef softmax(x):\n{harmless}\n{many}\n    return gc.get_objects()\n")
    assert len(sentences) == 3
    assert sentences[0] == ("attention.py line 263: searches the interpreter's objects (gc.get_objects) (task 1.4)")
    assert sentences[1].startswith("attention.py line 133 and 129 more: compiles code (torch.jit.a0, ")


@pytest.mark.parametrize(
    "source",
    [
        "import torch\ntorch.exp = torch.sin\n",
        "import torch\ntorch.overrides.enable_reentrant_dispatch()\n",
        "import _thread\ndef go():\n    pass\n_thread.start_new_thread(go, ())\n",
        "import torch\ndef go():\n    with torch._C.DisableTorchFunction():\n        pass\ngo()\n",
    ],
)
def test_what_a_file_does_when_it_is_imported_is_told_as_well(source):
    (sentence,) = told(source + "def softmax(x):\n    return x\n")
    assert sentence.endswith("(when it is imported)")


def test_what_only_runs_at_home_is_not_told():
    assert told("def softmax(x):\n    return x\nif __name__ == '__main__':\n    import gc\n    gc.collect()\n") == []


@pytest.mark.parametrize(
    "how",
    ["from parts.tools import own", "from .tools import own", "import parts.tools\nown = parts.tools.own"],
)
def test_helpers_in_folders_are_followed(how):
    sources = {
        "parts/tools": "import torch\ndef own(x):\n    return torch.softmax(x, -1)\n",
        "parts/attention": f"{how}\ndef softmax(x):\n    return own(x)\n",
    }
    hits = rules.Reading(sources, {"parts/attention.softmax"}).hits(["parts/attention.softmax"], SOFTMAX)
    assert [(hit.file, hit.line, hit.call) for hit in hits] == [("parts/tools.py", 3, "torch.softmax")]
