# mistake: ε is left out: a vector of equal numbers gives 0/0 = NaN.
# after: VeriSilicon/TIM-VX pull 589 (eps always 0, NaN in the output)
# tasks: 3.1
# line: block.py:17
# sentence: A vector of equal numbers gives β, not NaN.

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        mu = torch.mean(x, dim=-1, keepdim=True)
        var = torch.mean((x - mu) ** 2, dim=-1, keepdim=True)
        z = (x - mu) / torch.sqrt(var)
        return z * self.gamma + self.beta
