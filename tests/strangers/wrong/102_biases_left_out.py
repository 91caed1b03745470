# mistake: The weights are multiplied by hand and the biases of both maps are forgotten.
# after: hand-written matmul in place of the module, seen in course hand-ins
# tasks: 3.2
# line: block.py:29
# sentence: The maps are `self.W_1` and `self.W_2`, with their biases.

# ===== block.py =====


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        hidden = torch.relu(x @ self.W_1.weight.T)
        return hidden @ self.W_2.weight.T
