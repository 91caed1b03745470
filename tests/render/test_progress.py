"""The progress bar says how fast it goes and how long it will take, and is not fooled by what costs nothing."""

from softmark.render.progress import Pace


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def test_rate_and_time_left():
    clock = Clock()
    pace = Pace(clock)
    clock.now = 10.0
    assert pace.says(20, 100, 0) == "2.0/s, 40 s left"
    clock.now = 50.0
    assert pace.says(100, 100, 0) == "2.0/s"


def test_what_was_done_before_says_nothing_about_the_pace():
    clock = Clock()
    pace = Pace(clock)
    clock.now = 1.0
    assert pace.says(500, 1000, 500) == ""
    clock.now = 20.0
    assert pace.says(505, 1000, 500) == "15.0/min, 33 min left"


def test_a_slow_beginning_is_forgotten():
    clock = Clock()
    pace = Pace(clock)
    for second in range(100, 300):
        clock.now = float(second)
        said = pace.says(second - 99, 3800, 0)
    assert said == "1.0/s, 60 min left"
