"""What a message of Python or PyTorch means: a sentence of ours that follows one that many students meet.

Each is true of every program whose message has this form, whatever the task; for any other message nothing is said.
Light: the process that shows it at home imports neither torch nor numpy.
"""

from __future__ import annotations

import re

_PLACE = re.compile(r" \([^()]*\.py line \d+[^()]*\)")
_PAIRS = r"torch\.return_types\.(?:max|min|topk|sort|median|mode|kthvalue|cummax|cummin)\b"
_ANYWHERE = {
    r"argument '\w+' \(position \d+\) must be Tensor, not (?:int|float)\b": (
        "this function of PyTorch takes a tensor, not a plain number; the root of a plain number is `n ** 0.5`"
    ),
    r"only one element tensors can be converted|a Tensor with \d+ elements cannot be converted to Scalar": (
        "a tensor of many numbers is used where one number belongs: `math`'s functions, `float` and `torch.tensor` "
        "take single numbers, PyTorch's functions and `torch.stack` take tensors"
    ),
    rf"(?:unsupported operand type|must be Tensor, not ).*{_PAIRS}": (
        "with `dim`, `max`, `min`, `topk` and `sort` give a pair: the values, and the places where they were; "
        "`.values` takes the first"
    ),
    r"must be Tensor, not (ReLU|GELU|Tanh|Sigmoid|Softmax|LayerNorm|Linear|Embedding|Dropout)\b": (
        "`nn.{0}(…)` makes a layer; only calling that layer gives a tensor"
    ),
    r"must be tuple of ints, ?(?:but got|not) float": (
        "a size is a whole number, and `/` always gives a float; `//` divides whole numbers"
    ),
    r"'float' object cannot be interpreted as an integer": (
        "a whole number is needed, and `/` always gives a float; `//` divides whole numbers"
    ),
    r"view size is not compatible with input tensor's size and stride": (
        "after a slice or a transpose, numbers may not lie in memory in the order that `view` needs; `reshape` copies "
        "them where it has to"
    ),
    r'Module \[ModuleList\] is missing the required "forward" function': (
        "`nn.ModuleList` is a list of layers and cannot be called: call its layers, one after the other"
    ),
    r"Boolean value of Tensor with more than one value is ambiguous": (
        "`if`, `and`, `or` and `not` need one truth value, and a tensor of many numbers has many; `is not None` asks "
        "whether there is a tensor at all"
    ),
    r"UnboundLocalError: .*local variable '(\w+)'": (
        "a line of this function assigns to `{0}`, so `{0}` is the function's own from its first line to its last; "
        "here it is read before it has a value"
    ),
    r"ValueError: (?:math domain error|expected a (?:positive|nonnegative) input)": (
        "a function of `math` has no value for this number, as the logarithm has none for 0 and the root none for −1"
    ),
    r"mat1 and mat2 shapes cannot be multiplied \(\d+x(\d+) and (\d+)x\d+\)": (
        "in a product of matrices the sizes in the middle must be equal; here they are {0} and {1}"
    ),
    r"Expected size for first two dimensions of batch2 tensor to be: \[(\d+), (\d+)\] but got: \[\1, (\d+)\]": (
        "in a product of matrices the sizes in the middle must be equal; here they are {1} and {2}"
    ),
    r"The size of tensor a \((\d+)\) must match the size of tensor b \((\d+)\) at non-singleton dimension": (
        "shapes are lined up from the right, and two sizes in one place must be equal unless one of them is 1; here "
        "they are {0} and {1}"
    ),
    r"mat1 and mat2 must have the same dtype|expected m1 and m2 to have the same dtype": (
        "a new tensor of floats is float32 unless it is made otherwise, for example with `dtype=x.dtype`"
    ),
    r"index out of range in self": (
        "a table was asked for a row that it does not have: rows are counted from 0, so the last is their number − 1"
    ),
    r"Dimension out of range \(expected to be in range of \[-(\d+), \d+\], but got (-?\d+)\)": (
        "dimensions are counted from 0, or back from −1, and this tensor has {0}"
    ),
    r"selected index k out of range": "`topk` was asked for more numbers than the dimension has",
    r"Tensors must have same number of dimensions: got \d+ and \d+": (
        "`cat` joins tensors of equally many dimensions; `keepdim=True` keeps one of size 1, and `unsqueeze` adds one"
    ),
    r"Expected target size \[|Expected input batch_size \(\d+\) to match target batch_size": (
        "`cross_entropy` takes logits (N, classes) with targets (N,), or (B, classes, n) with (B, n): the classes are "
        "dimension 1"
    ),
    r"a (?:view of a )?leaf Variable that requires grad is being used in an in-place operation": (
        "your code writes into a tensor that needs gradients; make a new tensor instead"
    ),
    r"one of the variables needed for gradient computation has been modified by an inplace operation": (
        "your code writes into a tensor after it has computed something from it; make a new tensor instead"
    ),
    r"element 0 of tensors does not require grad and does not have a grad_fn": (
        "what `backward` starts from was computed without gradients: under `no_grad`, after `detach` or `.item()`, or "
        "from nothing that asks for one"
    ),
    r"Can't call numpy\(\) on Tensor that requires grad": (
        "no gradient flows back through NumPy, and none after `detach`: stay with PyTorch's functions all the way"
    ),
    r"AttributeError: 'tuple' object has no attribute": (
        "a tuple has parts: take the one that you need first, as in `output, weights = …`"
    ),
    r"TypeError: .*'NoneType'": "a function without `return` gives back None",
    r"RecursionError": "a function calls itself again and again, directly or through another one",
}
_OF_THE_CALL = {
    r"TypeError: [\w.<>]+\(\) (?:missing \d+ required|takes (?:from )?\d+ |got an unexpected|got multiple values)": (
        "the checks call it as the stub declares it: its parameters must stay as they were"
    ),
    r"TypeError: '(\w+)' object is not callable": (
        "the name that the checks call stands for a {0}, not for a function: does a line of the file use it for "
        "something else?"
    ),
}
"""Messages without a line of the student's: what failed is the call that the check made."""


def meaning(says: str) -> str:
    """What "your code raised …" means, as a sentence; empty where it says enough, or where nothing is certain."""
    if "your code raised " not in says:
        return ""
    for table in (_ANYWHERE,) if _PLACE.search(says) else (_OF_THE_CALL, _ANYWHERE):
        for pattern, words in table.items():
            if found := re.search(pattern, says):
                sentence = words.format(*found.groups())
                return sentence[0].upper() + sentence[1:] + ("" if sentence.endswith("?") else ".")
    return ""
