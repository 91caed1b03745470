"""`make site`: the guides as a site, from the same files as `make handouts` and `softmark guide`.

    python handouts/site/make.py dist/site-source     writes mkdocs.yml and its pages; `mkdocs build` does the rest

Pandoc's Markdown becomes Python-Markdown's; the page of commands comes from the parser. Nothing on the site is loaded
from elsewhere: no fonts, no scripts, and the search works from a folder.
"""

import re
import sys
from pathlib import Path

import yaml

from softmark import __version__
from softmark.build import guides
from softmark.build.handouts import commands_page
from softmark.commands import cli

ROOT = Path(__file__).parents[2]
SECTIONS = {
    "Write a course": ("engine", "checks", "rubric", "commands", "glossary"),
    "Run a course": ("instructor", "ta", "integrity", "data", "cluster"),
    "About": ("release-notes", "compatibility", "security", "speed"),
}
HIGHLIGHTED = ("pymdownx.highlight", "pymdownx.superfences")
FENCED = re.compile(r"(?ms)(^ *```.*?^ *```$)")
BOX = re.compile(r"(?ms)^::: *\{?\.?(\w+)[^\n]*\n(.*?)^:::$")


def page(text: str) -> str:
    """One page as Python-Markdown reads it."""
    text = re.sub(r"(?ms)^<!--.*?-->\n+", "", text)
    text = re.sub(r"(?m)^( *)```\{\.(\w+)[^}]*\}$", r"\1```\2", text)
    parts = FENCED.split(text)
    parts[::2] = [BOX.sub(_admonition, part) for part in parts[::2]]
    return "".join(parts)


def _admonition(box: re.Match[str]) -> str:
    return f"!!! {box[1]}\n\n" + "".join(f"    {line}\n" if line else "\n" for line in box[2].splitlines())


def pages() -> dict[str, str]:
    """File name → text of every page."""
    found = {f"{each.name}.md": page(each.text) for each in guides.guides()}
    found["commands.md"] = page(commands_page.text(cli.parser()))
    found["index.md"] = (ROOT / "autograder" / "README.md").read_text(encoding="utf-8")
    return found


def settings() -> dict[str, object]:
    nav = [{section: [f"{name}.md" for name in names]} for section, names in SECTIONS.items()]
    return {
        "site_name": f"Softmark {__version__}",
        "docs_dir": "pages",
        "use_directory_urls": False,  # pages open from a folder, without a server
        "theme": {"name": "material", "font": False, "features": ["navigation.sections", "toc.follow"]},
        "plugins": ["search", "offline"],
        "hooks": [str(Path(__file__).with_name("no_network.py"))],
        "markdown_extensions": ["admonition", "attr_list", "def_list", "tables", *HIGHLIGHTED],
        "nav": [{"Softmark": "index.md"}, *nav],
        "strict": True,
        "validation": {"anchors": "warn", "omitted_files": "warn"},
    }


def write(folder: Path) -> None:
    (folder / "pages").mkdir(parents=True, exist_ok=True)
    for old in (folder / "pages").glob("*.md"):
        old.unlink()
    for name, text in pages().items():
        (folder / "pages" / name).write_text(text, encoding="utf-8")
    (folder / "mkdocs.yml").write_text(yaml.safe_dump(settings(), sort_keys=False), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
