NAME = "ffn.training_mode_differs"
SAYS = "In training mode the network gives other numbers than in evaluation mode."
HINT = "Call ffn.train() and ffn.eval() and compare. Where does your code draw at random, or ask for the mode?"
SECTION = "3.2"
LOSES = ["3.2"]
MODULE = "block"


class FeedForward:
    def forward(self, x):
        return self.W_2(torch.nn.functional.dropout(torch.relu(self.W_1(x)), 0.1, self.training))
