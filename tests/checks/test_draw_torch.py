"""What is drawn for torch."""

import numpy as np
import pytest

from softmark.checks.draw import Draw

pytest.importorskip("torch")


def test_the_everyday_dtype_is_the_framework_s_own():
    assert Draw("key", "check", "numpy")(2).dtype == np.float64
    assert str(Draw("key", "check", "torch")(2).dtype) == "torch.float32"
