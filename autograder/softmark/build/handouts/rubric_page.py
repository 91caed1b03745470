"""Writes handouts/guides/rubric.md, every key of the rubric on one page, from the model and the texts below its fields.

python -m softmark.build.handouts.rubric_page > handouts/guides/rubric.md
"""

from __future__ import annotations

import json
from typing import Any

from ...content.rubric_schema import about, schema

_HEAD = """\
`autograder/rubric.yaml` is the one file that says what is graded, what it is worth and under which limits. Only the
keys in bold are required; all others have a default. `softmark build --check` reports a misspelt key or an impossible
value with its line. Editors that know YAML schemas complete and check while you type: `softmark new` writes
`autograder/rubric.schema.json` and names it in the first line of the rubric.
"""
_WORDS = {
    "string": "text",
    "number": "number",
    "integer": "whole number",
    "boolean": "true or false",
    "null": "nothing",
}


def text() -> str:
    """The whole page."""
    found = schema()
    parts = [_HEAD, "# The rubric {#keys}", *_entries(found, found)]
    for name in _in_order(found):
        made = found["$defs"][name]
        parts += [f"# `{_key_of(found, name)}` {{#{_anchor(name, found)}}}", about(name), *_entries(made, found)]
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def _in_order(found: dict[str, Any]) -> list[str]:
    """The pieces, by where the rubric first names them."""
    text = json.dumps(found["properties"])
    return sorted(found["$defs"], key=lambda name: text.find(f'"#/$defs/{name}"'))


def _anchor(name: str, found: dict[str, Any]) -> str:
    return f"piece-{_in_order(found).index(name) + 1}"


def _key_of(found: dict[str, Any], name: str) -> str:
    properties: dict[str, Any] = found["properties"]
    return next(key for key, field in properties.items() if f'"#/$defs/{name}"' in json.dumps(field))


def _entries(made: dict[str, Any], found: dict[str, Any]) -> list[str]:
    needed = made.get("required", ())
    return [_entry(key, field, key in needed, found) for key, field in made["properties"].items()]


def _entry(key: str, field: dict[str, Any], needed: bool, found: dict[str, Any]) -> str:
    name = f"**`{key}`**" if needed else f"`{key}`"
    kind = _kind(field, found)
    default = _default(field)
    said = field.get("description", "")
    return f"{name}\n\n:   {kind}{f'; default {default}' if default else ''}.{f' {said}' if said else ''}"


def _default(field: dict[str, Any]) -> str:
    if field.get("default") in (None, [], {}, ()):
        return ""
    value = field["default"]
    return f"`{value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}`"


def _kind(field: dict[str, Any], found: dict[str, Any]) -> str:
    if "enum" in field:
        return " or ".join(f"`{each}`" for each in field["enum"])
    if "anyOf" in field:
        return " or ".join(kind for each in field["anyOf"] if (kind := _kind(each, found)) != "a value")
    if "$ref" in field:
        piece = field["$ref"].rpartition("/")[2]
        return f"keys of its own, [below](#{_anchor(piece, found)})"
    if field.get("type") == "array":
        inner = field.get("items", {})
        return f"a list: {_kind(inner, found)}" if inner else "a list"
    if field.get("type") == "object":
        inner = field.get("additionalProperties")
        return f"names, each with {_kind(inner, found)}" if isinstance(inner, dict) else "names with values"
    return _WORDS.get(str(field.get("type")), "a value") + _bounds(field)


def _bounds(field: dict[str, Any]) -> str:
    low = field.get("minimum", field.get("exclusiveMinimum"))
    high = field.get("maximum")
    if low is None or high is None:
        return ""
    above = "more than " if "exclusiveMinimum" in field else ""
    return f", {above}{low:g} to {high:g}"


if __name__ == "__main__":
    print(text(), end="")
