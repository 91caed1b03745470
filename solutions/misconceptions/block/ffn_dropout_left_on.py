NAME = "ffn.dropout_left_on"
SAYS = "Numbers are dropped at random, which this task does not ask for."
HINT = "Call it twice with the same input. Should the results differ?"
SECTION = "3.2"
LOSES = ["3.2"]
MODULE = "block"


class FeedForward:
    def forward(self, x):
        return self.W_2(torch.nn.functional.dropout(torch.relu(self.W_1(x)), 0.1))
