# PyTorch-native writer: var_mean with correction=0, torch.addcmul
# 3.1 3.2 3.3

# ===== block.py =====


class LayerNorm(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        var, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
        return torch.addcmul(self.beta, self.gamma, (x - mean) * torch.rsqrt(var + self.eps))


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        return torch.nn.functional.linear(
            torch.nn.functional.relu(torch.nn.functional.linear(x, self.W_1.weight, self.W_1.bias)),
            self.W_2.weight,
            self.W_2.bias,
        )


class TransformerBlock(nn.Module):

    def _sa_block(self, x):
        return self.attention(x)

    def _ff_block(self, x):
        return self.ffn(x)

    def forward(self, x: Tensor) -> Tensor:
        x = x + self._sa_block(self.norm_1(x))
        x = x + self._ff_block(self.norm_2(x))
        return x
