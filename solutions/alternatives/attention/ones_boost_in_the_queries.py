NAME = "ones.boost_in_the_queries"
SAYS = "The boost sits in W_q, in float64, and is just enough."
MODULE = "attention"


def find_ones_weights(length):
    boost = math.sqrt(2) * math.log(1000 * length)
    W_q = torch.tensor([[0, 0], [boost, boost]], dtype=torch.float64)
    return W_q, torch.eye(2, dtype=torch.float64)
