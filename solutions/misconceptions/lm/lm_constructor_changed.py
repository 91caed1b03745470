NAME = "lm.constructor_changed"
SAYS = (
    "The given constructor was changed, so the model's parameters are not the expected ones; layers in a plain "
    "list, for example, are not registered."
)
HINT = (
    "List model.state_dict().keys() and compare with the given constructor: are all blocks there, under the "
    "given names?"
)
SECTION = "4.2"
LOSES = ["4.1"]
MODULE = "lm"


class TransformerLM:
    def __init__(self, vocab_size, context_length, d_model, n_heads, n_layers, d_ff):
        nn.Module.__init__(self)
        self.context_length = context_length
        self.token_embedding = nn.Embedding(vocab_size, d_model)
        self.position_embedding = nn.Embedding(context_length, d_model)
        self.blocks = [TransformerBlock(d_model, n_heads, d_ff) for _ in range(n_layers)]
        self.final_norm = LayerNorm(d_model)
        self.unembed = nn.Linear(d_model, vocab_size, bias=False)
