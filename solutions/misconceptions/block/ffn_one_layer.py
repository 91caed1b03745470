NAME = "ffn.one_layer"
SAYS = "Only the first map is applied; W_2 is not used."
HINT = "Which width does your output have, d_ff or d_model?"
SECTION = "3.2"
LOSES = ["3.2"]
MODULE = "block"


class FeedForward:
    def forward(self, x):
        return torch.relu(self.W_1(x))
