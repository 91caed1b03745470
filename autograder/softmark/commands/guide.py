"""`softmark guide` opens the guides that come with the package."""

from __future__ import annotations

import argparse
import os
import sys

from ..render.say import say


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser(
        "guide",
        help="read the guides: how to write a course, a check, a rubric",
        description="Without a name, list the guides. With one, open it: page by page on a terminal, as Markdown "
        "otherwise (softmark guide engine > engine.md).",
    )
    reader.add_argument("name", nargs="?", default="", metavar="GUIDE", help="which one: engine, checks, rubric …")
    reader.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    from ..build import guides
    from ..build.handouts import commands_page
    from ..checks.errors import GraderFault
    from .cli import parser

    try:
        known = {each.name: each for each in guides.guides()}
    except GraderFault as problem:
        say(problem, file=sys.stderr)
        return 2
    if not asked.name:
        width = max(len(name) for name in (*known, "commands"))
        for each in known.values():
            say(f"  {each.name:{width}}  {each.title}{f': {each.about}' if each.about else ''}")
        say(f"  {'commands':{width}}  Every command and its options")
        say("softmark guide engine  opens the first to read: an assignment of your own")
        return 0
    if asked.name != "commands" and asked.name not in known:
        say(f"there is no guide {asked.name!r}; there are {', '.join((*known, 'commands'))}", file=sys.stderr)
        return 2
    text = commands_page.text(parser()) if asked.name == "commands" else known[asked.name].text
    _show(guides.plain(text))
    return 0


def _show(text: str) -> None:
    if not sys.stdout.isatty():
        try:
            say(text, flush=True)
        except BrokenPipeError:  # whoever reads had enough: softmark guide engine | head
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return
    from rich.console import Console
    from rich.markdown import Markdown

    os.environ.setdefault("LESS", "-R")  # else less shows colours as letters
    console = Console()
    with console.pager(styles=True):
        console.print(Markdown(text))
