# mistake: The first bias is added by hand to what nn.Linear has added it to already.
# after: mixing modules and explicit matrices
# tasks: 3.2
# line: block.py:27

# ===== block.py =====

class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        pre = self.W_1(x) + self.W_1.bias
        act = torch.clamp(pre, min=0)
        return self.W_2(act)
