NAME = "norm.eps_outside"
SAYS = "ε is added to the standard deviation, outside the root."
HINT = "Normalise a very small vector, of size 0.001 say. Is ε added to the variance or to its root?"
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        deviation = torch.sqrt((centred**2).mean(dim=-1, keepdim=True))
        return self.gamma * centred / (deviation + self.eps) + self.beta
