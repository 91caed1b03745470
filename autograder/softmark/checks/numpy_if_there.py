"""NumPy, where it is installed. A course in plain Python runs without it: then no value is an array."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

    THERE = True
else:
    try:
        import numpy as np

        THERE = True
    except ModuleNotFoundError:
        np, THERE = None, False

__all__ = ["THERE", "np"]
