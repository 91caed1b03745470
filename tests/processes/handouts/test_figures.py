"""The drawings as they are drawn: no number stands on another, and what was averaged has no kink."""

import subprocess
import sys

import pytest

from tests.mini_course import ROOT

COLLISIONS = """
import sys
sys.path.insert(0, "handouts/figures")
import part1, part2, part3, part4
found = []
for module in (part1, part2, part3, part4):
    for name, draw in module.FIGURES.items():
        figure, _ = draw()
        figure.canvas.draw()
        texts = [text for ax in figure.axes for text in ax.texts if text.get_text().strip()]
        boxes = [(text.get_text(), text.get_window_extent()) for text in texts]
        for i, (one, a) in enumerate(boxes):
            for other, b in boxes[i + 1 :]:
                wide = min(a.x1, b.x1) - max(a.x0, b.x0)
                high = min(a.y1, b.y1) - max(a.y0, b.y0)
                if wide > -1 and high > 3:  # touching is as bad
                    found.append(f"{name}: {one!r} and {other!r}")
print("\\n".join(found))
"""


@pytest.mark.slow  # every figure is drawn
def test_no_number_in_a_figure_stands_on_another():
    done = subprocess.run([sys.executable, "-c", COLLISIONS], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == ""


@pytest.mark.slow
def test_an_average_has_no_kink():
    """A curve that falls evenly bends evenly: where a window lets go of its first values, it would jump."""
    code = (
        "import sys; sys.path.insert(0, 'assignment/lab')\n"
        "from pictures import _smooth\n"
        "smooth = _smooth([4 * 0.9 ** i + 0.2 for i in range(200)])\n"
        "bends = [a - 2 * b + c for a, b, c in zip(smooth, smooth[1:], smooth[2:])]\n"
        "print(smooth[0], max(abs(a - b) for a, b in zip(bends, bends[1:])), min(bends[1:]) > 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    first, jump, convex = done.stdout.split()
    assert float(first) == 4.2 and float(jump) < 0.02 and convex == "True", done.stderr
