"""Library norms in task 3.1 and library transformer layers in 3.3 and 4.2, taken on ways round a reading of the source.

Each answer is right but for the rule that it breaks.
"""

from __future__ import annotations

from functools import partial

from ..rows import Row, code, spliced

_BY_ITSELF = 61.0
"""Seconds, by which a row runs with `make hostile` and FULL=1 only."""


def norm(body: str, last: str = "") -> dict[str, str]:
    """Of `rows`, each vector by itself."""
    text = f"""
class LayerNorm:
    def forward(self, x):
        rows = x.reshape(-1, x.shape[-1])
        {body}
"""
    return spliced("torch", "block.py", text, last=last)


_LIBRARY = """
def library(block, kind=nn.TransformerEncoderLayer):
    attention, ffn = block.attention, block.ffn
    made = kind(len(attention.W_q.weight), attention.n_heads, ffn.W_1.out_features, 0.0, batch_first=True, norm_first=True)
    own = {
        "self_attn.in_proj_weight": torch.cat([attention.W_q.weight, attention.W_k.weight, attention.W_v.weight]),
        "self_attn.out_proj.weight": attention.W_o.weight,
        "linear1.weight": ffn.W_1.weight, "linear1.bias": ffn.W_1.bias,
        "linear2.weight": ffn.W_2.weight, "linear2.bias": ffn.W_2.bias,
        "norm1.weight": block.norm_1.gamma, "norm1.bias": block.norm_1.beta,
        "norm2.weight": block.norm_2.gamma, "norm2.bias": block.norm_2.beta,
    }
    rest = {name: torch.zeros_like(part).to(ffn.W_1.weight.dtype) for name, part in made.named_parameters()}
    return made, {**rest, **own}

def through(block, x, kind=nn.TransformerEncoderLayer):
    made, weights = library(block, kind)
    n = x.shape[-2]
    later = torch.ones(n, n, dtype=torch.bool).triu(1)
    rows = x.reshape(-1, *x.shape[-2:])
    return torch.func.functional_call(made, weights, (rows,), {"src_mask": later}).reshape(x.shape)
"""


def block(body: str, last: str = "") -> dict[str, str]:
    text = f"class TransformerBlock:\n    def forward(self, x):\n        {body}\n"
    return spliced("torch", "block.py", text, last=_LIBRARY + code(last))


_norm = partial(Row, "cheating", course="torch", only=("3.1",), loses=("3.1",), says=("not allowed: library norms",))
_layer = partial(
    Row, "cheating", course="torch", only=("3.3",), loses=("3.3",), says=("not allowed: library transformer layers",)
)
_alone_norm, _alone_layer = partial(_norm, seconds=_BY_ITSELF), partial(_layer, seconds=_BY_ITSELF)

ROWS = [
    _norm(
        "norm-in-cipher",
        "a library norm by a name in cipher",
        files=norm(
            "way = getattr(nn.functional, bytes(c - 1 for c in b'mbzfs`opsn').decode())\n"
            "        return way(x, x.shape[-1:], self.gamma, self.beta, self.eps)"
        ),
    ),
    _alone_norm(
        "norm-native",
        "the private form of a library norm",
        files=norm("return torch.native_layer_norm(x, x.shape[-1:], self.gamma, self.beta, self.eps)[0]"),
    ),
    _alone_norm(
        "norm-operator",
        "the operator of a library norm",
        files=norm("return torch.ops.aten.layer_norm.default(x, x.shape[-1:], self.gamma, self.beta, self.eps, False)"),
    ),
    _alone_norm(
        "norm-as-group",
        "a group norm of one group",
        files=norm("return torch.group_norm(rows, 1, self.gamma, self.beta, self.eps).reshape(x.shape)"),
    ),
    _alone_norm(
        "norm-as-batch",
        "a batch norm in which each vector is a channel",
        files=norm(
            "rows = nn.functional.batch_norm(rows[None], None, None, training=True, eps=self.eps)[0]\n"
            "        return self.gamma * rows.reshape(x.shape) + self.beta"
        ),
    ),
    _alone_norm(
        "norm-as-instance",
        "an instance norm in which each vector is a channel",
        files=norm(
            "rows = torch.instance_norm(rows[None], None, None, None, None, True, 0.0, self.eps, False)[0]\n"
            "        return self.gamma * rows.reshape(x.shape) + self.beta"
        ),
    ),
    _alone_norm(
        "norm-decomposed",
        "a library norm by the library's own references",
        files=norm("return torch._refs.native_layer_norm(x, x.shape[-1:], self.gamma, self.beta, self.eps)[0]"),
        ),
    _alone_norm(
        "norm-by-a-hook",
        "a hook of a layer that does nothing",
        files=norm(
            "layer = nn.Identity()\n"
            "        layer.register_forward_hook(lambda layer, given, out: table[0](out, out.shape[-1:], eps=self.eps))\n"
            "        return self.gamma * layer(x) + self.beta",
            last="table = []\nlist.append(table, nn.functional.layer_norm)",
        ),
    ),
    _alone_norm(
        "norm-derived",
        "a class derived from a library norm, under another name",
        files=norm(
            "return Rows(x.shape[-1:], self.eps, False)(x) * self.gamma + self.beta",
            last="class Rows(vars(nn)['Layer' + 'Norm']):\n    pass",
        ),
    ),
    _alone_norm(
        "norm-apart",
        "a library norm in a thread",
        files=norm(
            "import threading\n"
            "        answers = []\n"
            "        given = (x, x.shape[-1:], self.gamma, self.beta, self.eps)\n"
            "        thread = threading.Thread(target=lambda: answers.append(nn.functional.layer_norm(*given)))\n"
            "        thread.start()\n"
            "        thread.join()\n"
            "        return answers[0]"
        ),
    ),
    _alone_norm(
        "norm-of-length-one",
        "root mean squares by the library, of what is centred",
        files=norm(
            "centred = x - x.mean(-1, keepdim=True)\n"
            "        return nn.functional.rms_norm(centred, x.shape[-1:], self.gamma, self.eps) + self.beta"
        ),
    ),
    _layer("layer-filled", "a library layer, filled with the block's own weights", files=block("return through(self, x)")),
    _alone_layer(
        "layer-derived",
        "a class derived from a library layer, under another name",
        files=block(
            "return through(self, x, Rows)", last="class Rows(vars(nn)['Transformer' + 'EncoderLayer']):\n    pass"
        ),
    ),
    _alone_layer(
        "layer-in-parts",
        "the two halves of a library layer, called by their private names",
        files=block(
            "made, weights = library(self)\n"
            "        made.load_state_dict(weights)\n"
            "        made.to(x.dtype)\n"
            "        later = torch.ones(x.shape[-2], x.shape[-2], dtype=torch.bool).triu(1)\n"
            "        rows = x.reshape(-1, *x.shape[-2:])\n"
            "        rows = rows + made._sa_block(made.norm1(rows), later, None)\n"
            "        return (rows + made._ff_block(made.norm2(rows))).reshape(x.shape)"
        ),
    ),
    _alone_layer(
        "layer-as-encoder",
        "the stack of a library, one layer high, in the language model",
        only=("4.2",),
        loses=("4.2",),
        files={
            **block("return self.ffn(self.norm_2(y := x + self.attention(self.norm_1(x)))) + y"),
            **spliced(
                "torch",
                "lm.py",
                code("""
                    class TransformerLM:
                        def forward(self, tokens):
                            h = self.embed(tokens)
                            later = torch.ones(h.shape[-2], h.shape[-2], dtype=torch.bool).triu(1)
                            for each in self.blocks:
                                made, weights = block.library(each)
                                made.load_state_dict(weights)
                                h = torch.nn.TransformerEncoder(made.to(h.dtype), 1, enable_nested_tensor=False)(h, later)
                            return self.unembed(self.final_norm(h))
                """),
                last="import block",
            ),
        },
    ),
]  # fmt: skip
# ruff: noqa: E501  (an attack is quoted as it is)
