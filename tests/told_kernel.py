"""A kernel for tests: its clock and its counts are what a test tells it."""

from softmark.sandbox.processor_time import KernelCounts


class Told:
    """A kernel that counts what a test tells it; nobody waits for anything."""

    def __init__(self):
        self.now = 0.0
        self.counted = KernelCounts(0.0, {1: 0.0}, "S")
        self.mine = (0.0, 0.0)

    def clock(self):
        return self.now

    def of(self, pid):
        return self.counted

    def own(self):
        return self.mine

    def passes(self, seconds, *, computed=0.0, waited=0.0, mine=0.0, own_wait=0.0, state="S", threads=1):
        """So much time, in which the process computed and waited for a core, and so did the grader."""
        self.now += seconds
        before = self.counted
        counts = None if before.waited is None else {t: s + waited for t, s in before.waited.items()}
        if counts is not None:
            counts |= dict.fromkeys(range(2, threads + 1), waited)
        self.counted = KernelCounts(before.computed + computed, counts, state)
        self.mine = (self.mine[0] + mine, self.mine[1] + own_wait)
