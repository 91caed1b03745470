from functools import reduce

NAME = "lm.sequential"
SAYS = "The stack as one function, embed written out again."
MODULE = "lm"


class TransformerLM:
    def forward(self, tokens):
        places = torch.arange(tokens.shape[1], device=tokens.device)
        start = self.token_embedding(tokens) + self.position_embedding(places)
        h = reduce(lambda stream, block: block(stream), self.blocks, start)
        return torch.einsum("bnd,vd->bnv", self.final_norm(h), self.unembed.weight)
