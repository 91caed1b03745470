NAME = "norm.eps_missing"
SAYS = "ε is left out, so a vector of equal numbers is divided by 0."
HINT = "What is the variance of a vector whose features are all equal, and what do you divide by?"
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        return self.gamma * centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True)) + self.beta
