NAME = "block.attention_added_to_itself"
SAYS = "The output of the attention is added to itself: the stream that came in is lost."
HINT = "Which variable still holds x when you add?"
SECTION = "3.3"
LOSES = ["3.3"]
MODULE = "block"


class TransformerBlock:
    def forward(self, x):
        stream = 2 * self.attention(self.norm_1(x))
        return self.ffn(self.norm_2(stream)) + stream
