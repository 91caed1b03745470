"""How long a class takes: CPU seconds of `softmark report`, bytes of its page, milliseconds until a view has changed.

    python -m tests.platform.report.measure [SIZE]        600 submissions unless told otherwise

A view's time is from the click or key to the frame that shows what was asked for: first as work of the page's own
thread, which does not depend on what else the machine does, then by the clock.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from softmark.classes.journal import Journal
from tests import browser
from tests.classes.report.synthetic import group

# Does something and waits for the frame after it.
_TIMED = """async ([what, argument]) => {
  const act = new Function("argument", what), began = performance.now();
  act(argument);
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - began;
}"""
_CHOOSE = "const e = document.getElementById(argument[0]); e.value = argument[1]; e.dispatchEvent(new Event('change'));"
_TYPE = "const e = document.getElementById('find'); e.value = argument; e.dispatchEvent(new Event('input'));"
_CLICK = "document.querySelector(argument).click();"
VIEWS: tuple[tuple[str, str, Any], ...] = (
    ("choose a section", _CHOOSE, ["section", "02"]),
    ("all sections", _CHOOSE, ["section", ""]),
    ("sort by score", _CLICK, "#heads [data-key=score] button"),
    ("sort by name", _CLICK, "#heads [data-key=name] button"),
    ("find a name", _TYPE, "ada"),
    ("find a mistake's words", _TYPE, "instead of"),
    ("search the code", _CLICK, "#in-code"),
    ("find in the code", _TYPE, "softmax scores"),
    ("find nothing", _TYPE, ""),
    ("who lost points in a task", _CHOOSE, ["task", "3"]),
    ("everybody", _CHOOSE, ["task", ""]),
    ("open a task", _CLICK, "[data-task='3']"),
    ("open another", _CLICK, "[data-task='16']"),
    ("a column of the histogram", _CLICK, "[data-bar='15']"),
    ("and back", _CLICK, "[data-bar='15']"),
    ("all mistakes", _CLICK, "#more-named summary"),
    ("hide names", _CLICK, "#projector"),
    ("show names", _CLICK, "#projector"),
    ("open a report card", _CLICK, "#rows th button"),
    ("the next one", _CLICK, "#next"),
    ("close it", _CLICK, "#close"),
    ("close the mistakes", _CLICK, "#more-named summary"),
    ("not in the code", _CLICK, "#in-code"),
    ("close a task", _CLICK, "[data-task='3']"),
    ("and the other", _CLICK, "[data-task='16']"),
)
ROUNDS = 7


def main(size: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        with Journal.open(out, "attention") as journal:
            for one in group(size):
                journal.record(one)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-m", "softmark", "report", str(out)], check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        page = (out / "report.html").stat().st_size
        print(f"{size} submissions: report in {spent:.1f} CPU s, page of {page:,} bytes")
        print(f"  milliseconds of work, and by the clock (medians of {ROUNDS} rounds):")
        for name, work, clock in _views(out / "report.html"):
            print(f"  {work:6.1f} {clock:6.1f}  {name}")


def _views(path: Path) -> list[tuple[str, float, float]]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser.found(), args=["--no-sandbox", "--disable-gpu"])
        # functions from text are for measuring alone: the page itself forbids them
        tab = running.new_context(viewport={"width": 1440, "height": 900}, bypass_csp=True).new_page()
        tab.goto(path.as_uri())
        tab.wait_for_function("document.querySelector('#needs')?.childElementCount > 0")  # everything is unpacked
        present = [view for view in VIEWS if view[2] != "#in-code" or tab.locator("#in-code").count()]
        tools = tab.context.new_cdp_session(tab)
        tools.send("Performance.enable", {"timeDomain": "threadTicks"})

        def busy() -> float:
            found = tools.send("Performance.getMetrics")["metrics"]
            return 1000 * float(next(each["value"] for each in found if each["name"] == "TaskDuration"))

        took: dict[str, list[tuple[float, float]]] = {}
        for _ in range(ROUNDS):
            for name, what, argument in present:
                began = busy()
                clock = float(tab.evaluate(_TIMED, [what, argument]))
                took.setdefault(name, []).append((busy() - began, clock))
        return [(name, *map(median, zip(*times, strict=True))) for name, times in took.items()]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 600)
