"""Writes the page of every command and its options, from the parser that reads them."""

from __future__ import annotations

import argparse

_HEAD = """\
# Every command

Each command has its own `--help`. Exit codes: 0 done, 1 findings, 2 bad input with one clear line. In a clone of the
repository, `make help` lists the shorter forms.
"""


def text(reader: argparse.ArgumentParser) -> str:
    """The page, with a section for each command."""
    [commands] = [action for action in reader._actions if isinstance(action, argparse._SubParsersAction)]
    return "\n".join([_HEAD, *(_section(name, each) for name, each in commands.choices.items())])


def _section(name: str, reader: argparse.ArgumentParser) -> str:
    asked = [action for action in reader._actions if action.help != argparse.SUPPRESS and action.dest != "help"]
    words = " ".join(_in_short(action) for action in asked)
    lines = [
        f"## {name} {{#command-{name}}}",
        "",
        reader.description or "",
        "",
        f"    softmark {name} {words}".rstrip(),
        "",
    ]
    for action in asked:
        lines += [f"`{_spelled(action)}`", "", f":   {_said(action)}", ""]
    return "\n".join(lines)


def _in_short(action: argparse.Action) -> str:
    if not action.option_strings:
        shown = _value(action)
        return {"*": f"[{shown} …]", "?": f"[{shown}]", "+": f"{shown} …"}.get(str(action.nargs), shown)
    shown = " ".join(filter(None, [action.option_strings[-1], _value(action)]))
    return shown if action.required else f"[{shown}]"


def _spelled(action: argparse.Action) -> str:
    return " ".join(filter(None, [", ".join(action.option_strings), _value(action)]))


def _value(action: argparse.Action) -> str:
    """What is typed for it; nothing, for a switch."""
    if action.nargs == 0:
        return ""
    if action.choices is not None and action.metavar is None:
        return "|".join(map(str, action.choices))
    return str(action.metavar or action.dest.upper())


def _said(action: argparse.Action) -> str:
    said = (action.help or "").replace("%%", "%").replace("%(default)s", str(action.default))
    return said[:1].upper() + said[1:] + ("" if said.endswith((".", "?")) else ".")
