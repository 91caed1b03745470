# mistake: Mean and variance are taken over dimension 1, which is the tokens in a batch (and does not exist for one vector).
# after: batch norm, code tested on (tokens, features) only (mistake over two lines)
# tasks: 3.1
# says: For x of shape (batch, tokens, features), which dimension is number 1, and which is the last?
# line: block.py:15, 16

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        m = x.mean(1, keepdim=True)
        v = ((x - m) ** 2).mean(1, keepdim=True)
        x_hat = (x - m) / (v + self.eps).sqrt()
        return x_hat * self.gamma + self.beta
