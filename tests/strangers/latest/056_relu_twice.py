# mistake: A second ReLU follows the second map.
# tasks: 3.2
# line: block.py:31

# ===== block.py =====


class FeedForward(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        for layer in (self.W_1, self.W_2):
            x = torch.relu(layer(x))
        return x
