NAME = "ffn.no_transpose"
SAYS = "x is multiplied by the weight itself, without the transpose."
HINT = "`nn.Linear` keeps its weight as (out, in). Which way round does x have to meet it?"
SECTION = "3.2"
LOSES = ["3.2"]
MODULE = "block"


class FeedForward:
    def forward(self, x):
        hidden = torch.relu(x @ self.W_1.weight + self.W_1.bias)
        return hidden @ self.W_2.weight + self.W_2.bias
