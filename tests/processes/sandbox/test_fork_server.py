"""The fork server: workers start, end and leave nothing behind, whatever they do."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tests.proc import A_HANG, children_of, end, is_gone
from tests.sandbox_lab import (
    IN_EVERY_WORKER,
    LABS,
    Lab,
    LabError,
)


def server_pid(lab: Lab) -> int:
    return int(lab.grader("result = server.pid"))


class TestWorkers:
    def test_a_worker_gets_its_payload_and_a_channel(self, lab: Lab) -> None:
        seen = lab.attack("answer = payload", payload={"task": "1.2", "sizes": [3, 5, 7]})
        assert seen.answer == {"task": "1.2", "sizes": [3, 5, 7]}
        assert seen.exit["says"] == "killed by the grader"

    def test_a_large_payload_arrives_whole_and_a_huge_one_is_refused(self, lab: Lab) -> None:
        seen = lab.grader("""
with server.spawn(Job(payload={"text": "x" * 900_000})) as worker:
    result = run_code(worker.channel, "answer = len(payload['text'])")["answer"]
""")
        assert seen == 900_000
        with pytest.raises(LabError, match="a payload of 2000012 bytes is over the limit of 1048576"):
            lab.grader("server.spawn(Job(payload={'text': 'x' * 2_000_000}))")

    def test_how_a_worker_ended_is_told(self, lab: Lab) -> None:
        seen = lab.grader("""
result = []
for code in ("raise SystemExit(3)", "import os; os._exit(4)", "import os; os.kill(os.getpid(), 11)"):
    worker = server.spawn(Job())
    alive = worker.pid in server.workers()
    run_code(worker.channel, code)
    while worker.pid in server.workers(): time.sleep(0.005)
    end = worker.kill()
    again = worker.kill()
    result.append([alive, end.code, end.signal, end.says, end.cause, again == end, end.peak_mb > 1])
    worker.close()
""")
        assert seen == [
            [True, 3, None, "exit code 3", "exited", True, True],
            [True, 4, None, "exit code 4", "exited", True, True],
            [True, None, 11, "SIGSEGV", "exited", True, True],
        ]

    def test_a_slot_is_one_place(self, lab: Lab) -> None:
        """A worker that was forgotten, by a grader's child that died say, is ended when its place is needed."""
        first, second = lab.grader("""
first = server.spawn(Job(slot=2))
second = server.spawn(Job(slot=2))
result = [first.pid, second.pid]
assert server.workers() == [second.pid]
assert first.kill().cause == "killed"
second.close()
""")
        assert first != second and is_gone(first)

    def test_a_closed_channel_lets_a_worker_go(self, lab: Lab) -> None:
        seen = lab.grader("""
worker = server.spawn(Job())
worker.channel.close()
while server.workers(): time.sleep(0.005)
result = worker.kill().says
""")
        assert seen == "exit code 0"


STUBBORN = {
    "ignores every signal": """
import signal
for number in range(1, 65):
    try: signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError): pass
while True: pass
""",
    "stops itself": "import os, signal; os.kill(os.getpid(), signal.SIGSTOP)",
    "loops in C": "sum(iter(int, 1))",
    "sleeps in many threads": """
import threading, time
for _ in range(10): threading.Thread(target=time.sleep, args=(1000,)).start()
time.sleep(1000)
""",
}


class TestKilling:
    """Soon, whatever the worker does about it."""

    @pytest.mark.parametrize("what", list(STUBBORN))
    def test_a_worker_that(self, lab: Lab, what: str) -> None:
        seen = lab.attack(STUBBORN[what], seconds=0.1)
        assert seen.ended == "silent"
        assert seen.exit["says"] == "killed by the grader"

    def test_what_a_worker_started_dies_with_it(self, lab: Lab) -> None:
        """Seccomp forbids all this; here it is off. Daemons in sessions of their own, with every signal ignored."""
        seen = lab.attack(
            """
import os, signal, time
def daemon(depth):
    inward, outward = os.pipe()
    if os.fork() == 0:
        os.setsid()
        for number in (1, 2, 15): signal.signal(number, signal.SIG_IGN)
        if os.fork() == 0:
            pids = [os.getpid()] + (daemon(depth - 1) if depth else [])
            os.write(outward, b",".join(b"%d" % pid for pid in pids))
            os.close(outward)
            while True: time.sleep(100)
        os._exit(0)
    os.close(outward)
    return [int(pid) for pid in os.read(inward, 1000).split(b",")]
answer = daemon(3)
""",
            without=("seccomp", "limits"),
        )
        assert len(seen.answer) == 4
        assert all(is_gone(pid) for pid in seen.answer)

    def test_a_fork_bomb_ends_too(self, lab: Lab) -> None:
        seen = lab.attack(
            """
import os, time
def breed():
    while True:
        try: os.fork()
        except OSError: time.sleep(0.001)
        if len([n for n in os.listdir("/proc") if n.isdigit()]) > 300: time.sleep(1000)
if os.fork() == 0: breed()
time.sleep(1000)
""",
            without=("seccomp", "landlock"),
            limits={"threads": 60},
            seconds=0.2,
        )
        assert seen.exit["cause"] == "killed"
        until = time.monotonic() + A_HANG
        while children_of(server_pid(lab)) and time.monotonic() < until:
            time.sleep(0.05)
        assert children_of(server_pid(lab)) == []
        assert lab.attack("answer = 'well'").answer == "well"


class TestTheServer:
    def test_fifty_workers_leave_nothing_behind(self, lab: Lab) -> None:
        """No process, no zombie, no descriptor (a worker with that layer off sees the server's), no folder."""
        count = "import os; answer = len(os.listdir('/proc/self/fd'))"
        before = lab.attack(count, without=("descriptors", "landlock")).answer
        seen = lab.grader("""
ends = set()
own = len(os.listdir("/proc/self/fd"))
for turn in range(50):
    with server.spawn(Job(slot=turn % 3)) as worker:
        if turn % 5 == 0: run_code(worker.channel, "import os; os._exit(1)")
    ends.add(worker.kill().cause)
result = [sorted(ends), server.workers(), len(os.listdir("/proc/self/fd")) - own]
""")
        assert seen == [["exited", "killed"], [], 0]
        assert children_of(server_pid(lab)) == []
        assert lab.attack(count, without=("descriptors", "landlock")).answer == before

    def test_it_dies_with_the_grader_and_takes_its_workers_along(self) -> None:
        for name in LABS:
            with LABS[name]() as lab:
                server, worker, home = lab.grader("""
worker = server.spawn(Job())
home = run_code(worker.channel, "import os; answer = os.getcwd()")["answer"]
run_code(worker.channel, "while True: pass", 0.1)
result = [server.pid, worker.pid, home]
""")
                end(lab.grader_pid)
                assert is_gone(server, buried=False) and is_gone(worker, buried=False), name
                assert not Path(home).parent.exists(), name

    def test_even_while_a_child_of_the_graders_holds_the_connection(self, lab: Lab) -> None:
        with LABS[lab.name]() as fresh:
            server, worker, child = fresh.grader("""
worker = server.spawn(Job())
child = os.fork()
if child == 0:
    time.sleep(30)
    os._exit(0)
result = [server.pid, worker.pid, child]
""")
            end(fresh.grader_pid)
            gone = is_gone(server, buried=False) and is_gone(worker, buried=False)
            end(child)
            assert gone

    def test_workers_die_with_the_server_and_the_grader_is_told(self, lab: Lab) -> None:
        with LABS[lab.name]() as fresh:
            server, worker = fresh.grader("worker = server.spawn(Job()); result = [server.pid, worker.pid]")
            end(server)
            assert is_gone(worker, buried=False)
            with pytest.raises(LabError, match="ServerGone: The grader's fork server is gone"):
                fresh.grader("server.spawn(Job())")

    def test_an_interrupt_is_the_graders_business(self, lab: Lab) -> None:
        assert os.getsid(server_pid(lab)) == server_pid(lab) != os.getsid(lab.grader_pid)

    def test_a_child_of_the_grader_may_use_it_and_die_in_the_middle(self, lab: Lab) -> None:
        seen = lab.grader("""
import signal
from softmark.sandbox import packets
child = os.fork()
if child == 0:
    with server.spawn(Job(slot=4)) as worker:
        good = run_code(worker.channel, "answer = 6 * 7")["answer"] == 42
    server.spawn(Job(slot=4))                              # forgotten
    packets.send(server._connection, {"id": "mine", "do": "workers"})   # asked, and not waited for
    os._exit(0 if good else 1)
_, status = os.waitpid(child, 0)
with server.spawn(Job(slot=4)) as worker:
    after = run_code(worker.channel, "answer = 'next'")["answer"]
result = [status, after, len(server.workers())]
""")
        assert seen == [0, "next", 0]

    def test_nonsense_is_refused_and_survived(self, lab: Lab) -> None:
        seen = lab.grader("""
from softmark.sandbox import packets
result = []
def ask(action, descriptors=(), **details):
    try: result.append(str(server.ask(action, descriptors, **details)))
    except ServerError as problem: result.append(str(problem))
ask("dance")
ask("spawn", job={})
ask("spawn", [0], job={"slot": "x"})
ask("spawn", [0], job={"color": "red"})
ask("spawn", job={"readable": ["x" * 100_000]})
ask("kill", pid=1)
server._connection.sendall(b"\\xff" * 100_000)
result.append(packets.receive(server._connection)[0]["error"])
server._connection.sendall(b"\\x00\\x00\\x00\\x02[]")
result.append(packets.receive(server._connection)[0]["error"])
with server.spawn(Job()) as worker: result.append(run_code(worker.channel, "answer = 'still here'")["answer"])
""")
        assert seen[0] == "there is no request 'dance'"
        assert seen[1] == "a worker needs exactly one channel"
        assert "slot must be a whole number from 0 to 19, not 'x'" in seen[2]
        assert "unknown keys color" in seen[3]
        assert "too large" in seen[4]
        assert seen[5] == "{'end': None}"  # not a worker: nobody is harmed
        assert seen[6] == "refused: a message over the limit, or cut short"
        assert seen[7] == "refused: a message that is not a JSON object"
        assert seen[8] == "still here"

    def test_a_worker_that_dies_while_starting_costs_only_itself(self, tmp_path: Path) -> None:
        module = tmp_path / "fragile.py"
        module.write_text(
            """
import os, signal
from sandbox_lab import entry
from softmark.sandbox import fork_server
def enter(plan, channel, report, ordinary=fork_server.enter):
    if plan.uid % 20 == 7: os.kill(os.getpid(), signal.SIGKILL)
    if plan.uid % 20 == 8: raise ValueError("a fault of ours")
    return ordinary(plan, channel, report)
fork_server.enter = enter
""",
            encoding="utf-8",
        )
        with Lab("fragile", entry="fragile:entry", more_path=(str(tmp_path),)) as lab:
            for slot, how in ((7, "signal 9"), (8, "exit code 70")):
                with pytest.raises(LabError, match=f"a worker died before it was ready .{how}"):
                    lab.attack("1", slot=slot)
            assert lab.attack("answer = 'well'").answer == "well"

    def test_two_graders_side_by_side_share_no_user(self) -> None:
        with Lab("one") as one, Lab("two") as two:
            first, second = one.level, two.level
            users = [lab.attack("import os; answer = os.getuid()").answer for lab in (one, two)]
            if first["layers"]["identity"] == "on":
                assert abs(first["first_uid"] - second["first_uid"]) >= 20
                assert users == [first["first_uid"], second["first_uid"]]
            else:
                assert users == [os.getuid(), os.getuid()]


class TestSecrets:
    """What the grader learns after the fork is in no worker's memory, even with every wall down."""

    DUMP = """
with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as memory, open({path!r}, "wb") as out:
    for line in maps:
        where, rights = line.split()[:2]
        if rights[0] != "r" or "[v" in line: continue
        low, high = (int(part, 16) for part in where.split("-"))
        try:
            memory.seek(low)
            while low < high:
                out.write(memory.read(min(high - low, 1 << 20)))
                low += 1 << 20
        except OSError: pass
answer = True
"""

    def test_not_in_memory(self, lab: Lab) -> None:
        """As an ordinary user /proc/self/mem of an undumpable process belongs to root: there the test dumps itself."""
        dump = lab.folder / "engine" / "dump"
        dump.touch()
        dump.chmod(0o666)
        code = "import ctypes; ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)\n" + self.DUMP.format(path=str(dump))
        known = lab.grader(f"""
import secrets
reference = "reference-" + secrets.token_hex(16)
earlier = "payload-" + secrets.token_hex(16)
server.spawn(Job(payload={{"submission": earlier}})).close()
worker = server.spawn(Job(layers=Layers.only(), payload={{}}))
said = run_code(worker.channel, {code!r})
worker.close()
assert said.get("answer"), said
result = [reference, earlier]
""")
        memory = dump.read_bytes()
        dump.unlink()
        assert len(memory) > 1 << 20
        assert IN_EVERY_WORKER.encode() in memory  # we do look well
        for secret in known:
            assert secret.encode() not in memory
