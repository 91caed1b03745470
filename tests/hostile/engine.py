"""What attacks know of the engine, and what the harness takes of it: the file to change when the engine does.

A row that replaces, imports or imitates something of the engine takes its name from here, and `test_engine.py` shows
of every name that it is there, in the place where an attack looks. Without that a row would pass after a rename and
test nothing. (Besides, `target.py` drives the engine for the harness; what it misses stops the run.)
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

from softmark.bank import splice
from softmark.checks.draw import Draw
from softmark.content import hidden_draws, salt
from softmark.content.course import RIGHT_WAY
from softmark.content.rubric_reader import load_rubric
from softmark.files.atomic import write_atomically
from softmark.files.engine import FROZEN
from softmark.grading.result import Result
from softmark.running.trusted import load
from softmark.sandbox import clean_start
from softmark.sandbox.job import LAYERS
from softmark.sandbox.standing_in import TOO_MUCH

__all__ = [
    "FROZEN",
    "LAYERS",
    "RIGHT_WAY",
    "TOO_MUCH",
    "Draw",
    "Result",
    "clean_start",
    "hidden_draws",
    "load",
    "load_rubric",
    "salt",
    "splice",
    "write_atomically",
]
"""What the harness has from here."""


# --- in a worker's memory -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Name:
    """Something of the engine's that a worker holds."""

    module: str
    path: str
    """A name in that module, or an attribute of one."""
    what: str

    def __str__(self) -> str:
        """The expression by which student code reaches it, or replaces it."""
        return f'__import__("sys").modules["{self.module}"].{self.path}'

    @property
    def imported(self) -> str:
        """A statement; afterwards it is called `path`."""
        return f"from {self.module} import {self.path}"


SEND = Name("softmark.sandbox.wire", "send", "writes a reply to the channel")
FAILURE = Name("softmark.sandbox.worker", "failure_fields", "puts a failure into words for a reply")
CHANGES = Name("softmark.running.execute", "_changes", "finds the arguments that were written into")
EQUAL = Name("softmark.running.execute", "_equal", "compares an argument with what it was")
ALIKE = Name("softmark.running.execute", "alike", "compares what holds no array")
REPLY = Name("softmark.checks.request", "Outcome.to_json", "what came of a call, for a reply")
ACCOUNT = Name("softmark.locating.account", "Watched.plain", "the account of a watched call, for a reply")
TRACER = Name("softmark.locating.watched_calls", "Tracer.__call__", "runs a call and watches it")
ASK = Name("softmark.sandbox.stand_ins", "_ask", "asks the reference, as a stand-in does")
STOP = Name("softmark.running.fence", "Fence.stop", "ends a call that a rule forbids")
WATCH = Name("softmark.sandbox.evidence", "Evidence.of", "notes which operators run in a call")
HANDLE = Name("softmark.checks.values", "HandleRef", "stands for an object that stays in the worker")
GRADER_FAULT = Name("softmark.checks.errors", "GraderFault", "says that the grader itself failed")
NOT_LOADED = Name("softmark.checks.errors", "NotLoaded", "says that a file could not be imported")
WRONG_WEIGHTS = Name("softmark.checks.errors", "WrongWeights", "says that weights do not fit")
TIMED_OUT = Name("softmark.checks.errors", "TimedOut", "says that a call took too long")

NAMES = (
    *(SEND, FAILURE, CHANGES, EQUAL, ALIKE, REPLY, ACCOUNT, TRACER, ASK, STOP, WATCH, HANDLE),
    *(GRADER_FAULT, NOT_LOADED, WRONG_WEIGHTS, TIMED_OUT),
)

BUILT = "_softmark_built"
"""The attribute in which a carried class keeps what its constructor was given. `cheating/call-back-layers` shows it."""
LENT = "{name}.__module__ != __name__"
"""Tells inside a student's file whether a name of its own has been replaced by a stand-in. `exhausting/call-back-…`
show it: their answers are right only where a stand-in has refused them."""
WATCHED = "len(torch.overrides._get_current_function_mode_stack()) > 1"
"""Tells whether somebody looks on through torch's hooks, beside the fence. `cheating/line-slow` and its neighbours show
it: no line is found for them."""
OF_THE_REFERENCE = "<trusted>"
"""So begins the file name of the reference's code, where it is loaded."""
RECEIVED = "frame"
"""The variable of the worker's loop that holds the question, with its number for the head of the reply."""
CHANNEL = 3
"""The descriptor of a worker's channel. `cheating/frames-failed` shows both: what it forges counts as an answer."""


# --- over the wire ------------------------------------------------------------------------------------------

FRAME = textwrap.dedent(f"""\
    import json, os, struct, sys
    def numbered(head):
        walk = sys._getframe()
        while walk is not None and not hasattr(walk.f_locals.get({RECEIVED!r}), "head"):
            walk = walk.f_back
        return {{**head, **({{"n": walk.f_locals[{RECEIVED!r}].head["n"]}} if walk else {{}})}}
    def announced(head, text, body):
        return struct.pack("!III", head, text, body)
    def frame(head, tree=("plain", None), arrays=(), body=b""):
        first, text = json.dumps(head).encode(), json.dumps([tree, list(arrays)]).encode()
        return announced(len(first), len(text), len(body)) + first + text + body
    def write(data):
        data = memoryview(data)
        while data:
            data = data[os.write({CHANNEL}, data):]
    OUTCOME = ["dict", {{"value": ["plain", True], "changed": ["list", []], "requires_grad": ["plain", False],
                        "by_input": ["list", []], "by_name": ["dict", {{}}], "printed": ["plain", ""]}}]
""")
"""For an attack's own file: a reply as the worker would send it, with the number of the question, and its way out."""


def failed(exception: str, message: str, file: str, line: object) -> str:
    """The expression of a forged account of an error, for the head of a reply; `line` may be an expression itself."""
    told = f"'kind': 'raised', 'exception': {exception!r}, 'message': {message!r}, 'staff': ''"
    return f"{{{told}, 'chain': [[{file!r}, {line}, '', '']]}}"


CALL_BACK = textwrap.dedent(f"""\
    import gc, socket
    def ask(target, *args):
        sockets = [each for each in gc.get_objects() if isinstance(each, socket.socket)]
        channel = next(each for each in sockets if each.fileno() == {CHANNEL})
        return {ASK}(channel, target, {{"args": list(args), "kwargs": {{}}}})
""")
"""For an attack's own file: asks the reference for whatever it likes, without a stand-in."""

REPLACED = "evasion? this code replaced functions of the grader's own"
RAN = "evasion? torch.ops.aten._softmax, torch.ops.aten.softmax ran in task 1.4"
"""What staff are told of code that gets past the fence."""
TOO_LARGE = "{} bytes was announced"
TOO_MANY_PARTS = "a frame in more pieces than any value has"
TOO_MANY_DIMENSIONS = "too many dimensions"
TOO_FEW_NUMBERS = "arrays of fewer or more bytes than there are"
NO_HEAD = "a head that is not JSON"
"""Why a reply was not read, as staff are told: so a row shows that what it sent was looked at, and how far."""


# --- on disk ------------------------------------------------------------------------------------------------

RUBRIC = "autograder/rubric.yaml"
GRADERS = "autograder/graders"
A_GRADER = f"{GRADERS}/test_scaling.py"
REFERENCE = "solutions/reference"
"""In a course, from its root."""
OWN_RESULTS = "result.json"
"""In the folder where a grade writes, beside the platform's results.json."""
GRADER_FILE = "remote.py"
WORKER_FILE = "worker.py"
"""Files of the engine's, for attacks that point at them."""
GIVEN_FILE = "check.py"
"""A file of the assignment's that students do not hand in."""
PROBES = "probes.py"
"""Beside the graders: tiny given models, which travel into the worker."""
TABLE_MODEL = "TableModel"
TRAPS, TABLE, GAIN = ("turns", "once"), "table", "gain"
"""One of them, and the attributes by which a training shows in it."""


def public_inputs(key: str) -> list[str]:
    """The inputs of the miniature's public checks of 1.1, as every student can record them at home."""
    draw = Draw(key, "TestMean.test_values", "numpy")
    found = [draw(*draw.sizes(2))]
    found.append(Draw(key, "TestMean.test_one_column", "numpy")(3, 1))
    found.append(Draw(key, "TestMean.everyday", "numpy")(2, 3))
    return [array.tobytes().hex() for array in found]
