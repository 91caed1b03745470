NAME = "ffn.relu_capped"
SAYS = "The activation is capped: large numbers do not pass it as they are."
HINT = "What does your activation make of 100?"
SECTION = "3.2"
LOSES = ["3.2"]
MODULE = "block"


class FeedForward:
    def forward(self, x):
        return self.W_2(self.W_1(x).clamp(0.0, 20.0))
