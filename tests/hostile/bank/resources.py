"""Resources: what runs for ever, takes everything or falls over. It costs the check it was in, never the grade."""

from __future__ import annotations

from functools import partial

from ..rows import Row, attention, code, stats

_row = partial(Row, "resources", loses=("1.1",))
LATE = {"says": ("the kind of mistake: too slow",), "staff": ("did not finish within 1 s",)}
DIED = {"says": ("your code ended the process that ran it",)}


def mean(body: str, first: str = "", last: str = "") -> dict[str, str]:
    """stats.mean with another body."""
    lines = "\n".join(f"    {line}" for line in code(body).splitlines())
    return stats(f"def mean(x):\n{lines}\n", first=first, last=last)


RIGHT = "return x.sum(axis=-1) / x.shape[-1]"

ROWS = [
    _row("loop-python", "while True: pass", files=mean("while True:\n    pass"), **LATE),
    _row("loop-c", "a sum in C that never lets go", files=mean("return sum(range(10**15))"), **LATE),
    _row(
        "loop-regex",
        "a regular expression that never ends",
        files=mean("import re\nre.match(r'(a+)+$', 'a' * 40 + 'b')"),
        **LATE,
    ),
    _row(
        "loop-swallows",
        "catches everything, for ever",
        files=mean(
            code("""
                while True:
                    try:
                        while True:
                            pass
                    except BaseException:
                        pass
            """)
        ),
        **LATE,
    ),
    _row("sleep", "sleeps for a day", files=mean("import time\ntime.sleep(86_400)"), **LATE),
    _row(
        "slow-drip",
        "every call takes a fifth of its time",
        files=mean("import time\ntime.sleep(0.2)\n" + RIGHT),
        loses=(),
    ),
    _row(
        "sleep-in-each-call",
        "right, and each call sleeps for almost as long as it may: a quarter of that is charged",
        files=mean("import time\ntime.sleep(0.9)\n" + RIGHT),
        loses={},
    ),
    _row(
        "sleep-in-threads",
        "right, and waits in each call for threads that sleep",
        files=mean(
            code("""
                import threading, time
                threads = [threading.Thread(target=time.sleep, args=(0.9,)) for _ in range(4)]
                [thread.start() for thread in threads]
                [thread.join() for thread in threads]
            """)
            + RIGHT
        ),
        loses={},
    ),
    _row(
        "gives-way",
        "asks for the processor only when nobody else does, and loops: it gets what every loop gets",
        files=mean("import os\nos.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))\nwhile True:\n    pass"),
        says=("your code raised PermissionError",),
        needs=("seccomp",),
    ),
    _row(
        "deadlock",
        "waits for a lock that it holds",
        files=mean(
            code("""
            import threading
            lock = threading.Lock()
            lock.acquire()
            lock.acquire()
        """)
        ),
        **LATE,
    ),
    _row(
        "stops-itself",
        "sends itself SIGSTOP",
        files=mean("import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)"),
        **LATE,
    ),
    _row(
        "ignores-signals",
        "ignores every signal, then loops",
        files=mean(
            code("""
                import signal
                for number in range(1, 65):
                    try:
                        signal.signal(number, signal.SIG_IGN)
                    except (OSError, ValueError):
                        pass
                while True:
                    pass
            """)
        ),
        **LATE,
    ),
    _row(
        "recursion", "calls itself without end", files=mean("return mean(x)"), says=("your code raised RecursionError",)
    ),
    _row(
        "recursion-deep",
        "the same with the limit lifted",
        files=mean(
            code("""
                import sys
                sys.setrecursionlimit(10**9)
                def down(n):
                    return sorted([1, 2], key=lambda _: down(n + 1))
                down(0)
            """)
        ),
        says=("your code",),
    ),
    _row("segfault", "reads address 0", files=mean("import ctypes\nctypes.string_at(0)"), **DIED),
    _row("abort", "os.abort()", files=mean("import os\nos.abort()"), **DIED),
    _row("exit", "os._exit(0) in the middle", files=mean("import os\nos._exit(0)"), **DIED),
    _row(
        "closes-everything",
        "closes every open file, the channel too",
        files=mean("import os\nos.closerange(0, 64)"),
        **DIED,
    ),
    _row(
        "memory-list",
        "100 GB, a piece at a time",
        files=mean("kept = []\nwhile True:\n    kept.append(np.empty(16 << 20))"),
        says=("your code",),
    ),
    _row(
        "memory-at-once",
        "an array of 100 GB",
        files=mean("return np.ones((100 << 30) // 8)"),
        says=("your code raised MemoryError",),
    ),
    _row(
        "memory-mapped",
        "100 GB of shared memory",
        files=mean("import mmap\nkept = [mmap.mmap(-1, 1 << 30) for _ in range(100)]\n" + RIGHT),
        says=("your code raised",),
    ),
    _row(
        "fork-bomb",
        "os.fork() for ever",
        files=mean("import os\nwhile True:\n    os.fork()"),
        says=("your code raised PermissionError",),
        needs=("seccomp",),
    ),
    _row(
        "process-pool",
        "starts a pool of processes",
        files=mean(
            code("""
            from multiprocessing import Pool
            with Pool(4) as pool:
                return np.array(pool.map(sum, x))
        """)
        ),
        says=("your code raised",),
    ),
    _row(
        "thread-bomb",
        "threads until no more can be had",
        files=mean(
            code("""
                import threading, time
                while True:
                    threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
            """)
        ),
        says=("your code",),
    ),
    _row(
        "threads-stay",
        "a right answer with a thread that burns on",
        files=mean(
            code("""
                import threading
                def burn():
                    while True:
                        pass
                if threading.active_count() == 1:
                    threading.Thread(target=burn, daemon=True).start()
            """)
            + RIGHT
        ),
        loses=(),
    ),
    _row(
        "disk-one-file",
        "writes a file of 10 GB",
        files=mean(
            code("""
            with open('big', 'wb') as file:
                while True:
                    file.write(bytes(1 << 20))
        """)
        ),
        says=("your code raised OSError",),
    ),
    _row(
        "disk-many-files",
        "writes files until somebody stops it",
        files=mean(
            code("""
            import time
            for i in range(10**9):
                open(f'{i}', 'wb').write(bytes(1 << 20))
        """)
        ),
        says=("your code",),
    ),
    _row(
        "disk-deep",
        "folders so deep that no path leads to the last",
        files=mean(
            """
            import os, time
            for _ in range(40):
                os.mkdir("d" * 200)
                os.chdir("d" * 200)
            time.sleep(60)
            """
        ),
        **DIED,
    ),
    _row(
        "open-files",
        "opens files and never closes one",
        files=mean("kept = [open(__file__) for _ in range(10**6)]"),
        says=("your code raised OSError",),
    ),
    _row(
        "output",
        "prints 100 MB",
        files=mean("for _ in range(100):\n    print('x' * (1 << 20))\n" + RIGHT),
        loses=(),
        silent=("xxxx",),
    ),
    _row(
        "output-descriptor",
        "writes 100 MB past Python to descriptors 1 and 2",
        files=mean(
            code("""
                import os
                for _ in range(50):
                    os.write(1, bytes(1 << 20))
                    os.write(2, bytes(1 << 20))
            """)
            + RIGHT
        ),
        loses=(),
    ),
    _row(
        "error-message",
        "an error message of 10 MB",
        files=mean("raise ValueError('y' * (10 << 20))"),
        says=("your code raised ValueError",),
        silent=("y" * 1000,),
    ),
    _row(
        "hangs-at-exit",
        "an exit handler that never ends",
        files=mean(RIGHT, first="import atexit, time\natexit.register(time.sleep, 1000)"),
        loses=(),
    ),
    _row(
        "hangs-when-freed",
        "an object that takes for ever to be freed",
        files=mean(
            code("""
            class Slow:
                def __del__(self):
                    while True:
                        pass
            Slow()
        """)
            + RIGHT
        ),
        **LATE,
    ),
    _row(
        "hangs-when-read",
        "an answer whose shape takes for ever",
        loses={"1.1": 1.0},
        files=mean(
            code("""
                class Slow(np.ndarray):
                    @property
                    def shape(self):
                        while True:
                            pass
                return x.sum(axis=-1).view(Slow)
            """)
        ),
        says=("entries differ",),  # it is read without being asked
    ),
    _row(
        "crashes-at-import",
        "segfaults when imported",
        files=stats(last="import ctypes\nctypes.string_at(0)"),
        says=("importing stats.py ended the process",),
    ),
    _row(
        "kills-the-reader",
        "a source whose f-string takes Python minutes to read",
        files=stats(last='X = f"' + "{1}" * 100_000 + '"'),
        says=("characters: at most 20000 can be read",),
    ),
    _row(
        "deep-source",
        "a source nested 50,000 deep",
        files=stats(last="X = " + "-" * 15_000 + "1\n" + "\n".join("Y = " + "not " * 4_000 + "1" for _ in range(10))),
        says=("stats.py could not be imported",),
    ),
    _row(
        "doubling-names",
        "names that double each other thirty times, for whoever follows them",
        files=mean(
            "return getattr(np, A30)(x)",
            first="import numpy as np\nA0 = ''\n" + "\n".join(f"A{i + 1} = A{i} + A{i}" for i in range(30)),
        ),
        says=("your code",),
    ),
    _row(
        "tangled-attributes",
        "four hundred methods that set each other's attributes",
        files=stats(
            last="class A:\n"
            + "".join(f"    def m{i}(self):\n        self.x = self.x.y\n        self.y = self.x\n" for i in range(400))
            + "kept = mean\ndef mean(x):\n    A().x.y\n    return kept(x)"
        ),
        says=("your code raised",),
    ),
    Row(
        "resources",
        "torch-threads",
        "64 threads inside torch",
        "torch",
        only=("1.2",),
        loses={"1.2": 3.6},
        files=attention(last="torch.set_num_threads(64)"),
    ),
    Row(
        "resources",
        "torch-memory",
        "a tensor of 400 GB",
        "torch",
        only=("1.2",),
        loses=("1.2",),
        files=attention(
            code("""
                def attention_scores(q, k):
                    return torch.empty(50_000_000_000, dtype=torch.float64).fill_(1)
            """)
        ),
        says=("your code raised RuntimeError",),
    ),
    Row(
        "resources",
        "torch-loop",
        "one matrix product that takes hours",
        "torch",
        only=("1.2",),
        loses=("1.2",),
        files=attention(
            code("""
                def attention_scores(q, k):
                    x = torch.rand(3000, 3000)
                    while True:
                        x = x @ x
            """)
        ),
        **LATE,
    ),
]
