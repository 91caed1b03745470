NAME = "norm.over_token_and_features"
SAYS = "Mean and variance are taken over tokens and features together."
HINT = "Change one token. Do the outputs of its neighbours change?"
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        where = (-2, -1) if x.dim() > 1 else (-1,)
        centred = x - x.mean(dim=where, keepdim=True)
        return self.gamma * centred / torch.sqrt((centred**2).mean(dim=where, keepdim=True) + self.eps) + self.beta
