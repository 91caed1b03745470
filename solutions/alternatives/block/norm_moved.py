NAME = "norm.moved"
SAYS = "Features moved to the front and back: an output that is not contiguous."
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        last = x.dim() - 1
        moved = x.movedim(last, 0)
        centred = moved - moved.mean(0)
        variance = centred.square().mean(0)
        return torch.addcmul(self.beta, self.gamma, (centred / torch.sqrt(variance + self.eps)).movedim(0, last))
