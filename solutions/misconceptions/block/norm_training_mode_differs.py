NAME = "norm.training_mode_differs"
SAYS = "In training mode the norm gives other numbers than in evaluation mode."
HINT = "Call norm.train() and norm.eval() and compare. Where does your code ask for the mode, or draw at random?"
SECTION = "3.1"
LOSES = ["3.1"]
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        dims = tuple(range(x.ndim)) if self.training else (-1,)
        centred = x - x.mean(dim=dims, keepdim=True)
        return self.gamma * centred / torch.sqrt((centred**2).mean(dim=dims, keepdim=True) + self.eps) + self.beta
