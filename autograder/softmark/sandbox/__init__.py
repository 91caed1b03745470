"""The walls around student code: what a worker may be, reach and use.

One layer a file. `enter` puts them on in order, `probe` tells which of them this machine offers, `serve` is the
process that starts workers, and `job` is what the grader asks for.
"""

from softmark.sandbox.job import LAYERS, Isolation, Job
from softmark.sandbox.level import Level
from softmark.sandbox.limits import Limits

__all__ = ["LAYERS", "Isolation", "Job", "Level", "Limits"]
