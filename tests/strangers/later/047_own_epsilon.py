# mistake: A hard-coded 1e-8 stands where self.eps should.
# after: own invention ("only against division by zero")
# tasks: 3.1
# says: What changes in your code if someone builds LayerNorm(4, eps=0.1)?
# line: block.py:17

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        mu = x.mean(dim=-1, keepdim=True)
        abweichung = x - mu
        sigma = torch.sqrt((abweichung**2).mean(dim=-1, keepdim=True) + 1e-8)
        return self.gamma * abweichung / sigma + self.beta
