NAME = "norm.over_tokens"
SAYS = "Mean and variance are taken over the tokens instead of over the features of each token."
HINT = "Normalise a single vector, without any other dimension. Which dimension do you average over?"
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        centred = x - x.mean(dim=-2, keepdim=True)
        return self.gamma * centred / torch.sqrt((centred**2).mean(dim=-2, keepdim=True) + self.eps) + self.beta
