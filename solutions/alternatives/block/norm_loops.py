NAME = "norm.loops"
SAYS = "One vector at a time."
MODULE = "block"


class LayerNorm:
    def forward(self, x):
        rows = x.reshape(-1, x.shape[-1])
        outputs = []
        for row in rows:
            mean = row.sum() / len(row)
            variance = ((row - mean) ** 2).sum() / len(row)
            outputs.append((row - mean) / torch.sqrt(variance + self.eps) * self.gamma + self.beta)
        return torch.stack(outputs).reshape(x.shape)
