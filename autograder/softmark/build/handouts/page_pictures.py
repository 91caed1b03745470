"""Drawings as a part of the page: they scale, come apart on a phone, and take their colours from the page.

A drawing in a file of its own knows nothing of the page. So what matplotlib has drawn is put into the page itself.
Colours that the page has by name become these names. All others get a counterpart for dark pages: as light as the first
is dark. Letters that several drawings share stand in the page once, which makes it a third smaller.
"""

from __future__ import annotations

import base64
import colorsys
import html
import json
import re
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from urllib.parse import quote

PLAIN_STYLE = "*{stroke-linejoin: round; stroke-linecap: butt}"
"""What matplotlib says in every file; the page's style says it for all of them."""
_IMAGE = re.compile(r'<img\b([^>]*?)\bsrc="data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)"([^>]*?)/?>')
_DEFINED = re.compile(r'<(path|clipPath)\b[^>]*?\bid="([^"]+)"[^>]*?(?:/>|>.*?</\1>)', flags=re.DOTALL)
_COLOUR = re.compile(r"#[0-9a-f]{6}\b")


def put_in(page: str, style: str, breaks: Path) -> str:
    """The page with its drawings in it. style: its style sheet; breaks: name of a drawing → where it may come apart."""
    where = json.loads(breaks.read_text(encoding="utf-8")) if breaks.is_file() else {}
    pictures = _Pictures(_palette(style), where)
    page = _IMAGE.sub(pictures.in_page, page)
    if pictures.shared:
        defined = pictures.coloured("".join(pictures.shared.values()))
        shared = f'<svg class="shared" aria-hidden="true"><defs>{defined}</defs></svg>'
        page = re.sub(r"(<body[^>]*>)", lambda body: f"{body[1]}\n{shared}", page, count=1)
    dark = "".join(f"{_variable(colour)}:{in_the_dark(colour)};" for colour in sorted(pictures.colours))
    rule = f"<style>@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}</style>\n" if dark else ""
    return page.replace("</head>", f"{rule}</head>", 1)


def in_the_dark(colour: str) -> str:
    """The same hue, as dark as it was light, and less strong: what a dark page has in its place."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    hue, light, strength = colorsys.rgb_to_hls(red, green, blue)
    parts = colorsys.hls_to_rgb(hue, 0.12 + 0.76 * (1 - light), 0.55 * strength)
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)


def _palette(style: str) -> dict[str, str]:
    """Colour → the name that the page's light side has for it."""
    light = re.search(r":root\s*\{(.*?)\}", style, flags=re.DOTALL)
    named = re.findall(r"(--[\w-]+):\s*(#[0-9a-f]{6})\b", light[1] if light else "")
    return {colour: name for name, colour in reversed(named)}  # of two names the first


def _variable(colour: str) -> str:
    return f"--figure-{colour[1:]}"


@dataclass
class _Pictures:
    """What the drawings of one page have in common."""

    palette: dict[str, str]
    breaks: dict[str, list[float]]
    shared: dict[str, str] = field(default_factory=dict)
    colours: set[str] = field(default_factory=set)
    count: int = 0

    def in_page(self, image: re.Match[str]) -> str:
        drawing = base64.b64decode(image[2]).decode("utf-8")
        words = image[1] + image[3]
        whole = re.search(r'<svg\b[^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*>(.*)</svg>', drawing, flags=re.DOTALL)
        if whole is None or not self._is_ours(drawing):
            return f'<img{image[1]}src="data:image/svg+xml,{quote(drawing, safe=" /:=;,()!*+?@$")}"{image[3]}/>'
        name = re.search(r'data-figure="([^"]*)"', words)
        alt = re.search(r'\b(?:alt|aria-label)="([^"]*)"', words)
        parts = self._parts(
            self._ink(whole[3]), float(whole[1]), whole[2], self.breaks.get(name[1] if name else "", [])
        )
        said = html.escape(html.unescape(alt[1] if alt else ""))
        return f'<span class="picture" role="img" aria-label="{said}" {parts}</span>'

    def _is_ours(self, drawing: str) -> bool:
        """Nothing in it that would reach out into the page, and no name that stands for something else already."""
        styles = re.findall(r"<style[^>]*>(.*?)</style>", drawing, flags=re.DOTALL)
        strange = any(text.strip() != PLAIN_STYLE for text in styles) or re.search(r"<(script|image)\b", drawing)
        return not strange and all(self.shared.get(name, it) == it for name, it in _defined(drawing).items())

    def _ink(self, drawing: str) -> str:
        self.shared |= _defined(drawing)
        drawing = re.sub(r"<metadata>.*?</metadata>|<defs>.*?</defs>|<!--.*?-->", "", drawing, flags=re.DOTALL)
        drawing = re.sub(r'<g id="[^"]*"', "<g", drawing)
        return self.coloured(_short(drawing))

    def coloured(self, drawing: str) -> str:
        def name(colour: re.Match[str]) -> str:
            if colour[0] not in self.palette:
                self.colours.add(colour[0])
            return f"var({self.palette.get(colour[0], _variable(colour[0]))},{colour[0]})"

        return _COLOUR.sub(name, drawing)

    def _parts(self, ink: str, width: float, height: str, breaks: list[float]) -> str:
        """The drawing once, and a window for each part of it: beside each other they are the whole."""
        self.count += 1
        edges = [0.0, *breaks, width]
        sizes = [round(right - left, 1) for left, right in pairwise(edges)]
        windows: list[str] = []
        for left, size in zip(edges, sizes, strict=False):
            inside = f'<use href="#drawing-{self.count}"/>' if windows else f'<g id="drawing-{self.count}">{ink}</g>'
            windows.append(f'<svg viewBox="{left:g} 0 {size:g} {height}" style="--part:{size:g}">{inside}</svg>')
        return f'style="--across:{sum(sizes):g};--widest:{max(sizes):g}">{"".join(windows)}'


def _defined(drawing: str) -> dict[str, str]:
    """Name → element, for everything that is drawn by its name."""
    inside = "".join(re.findall(r"<defs>(.*?)</defs>", drawing, flags=re.DOTALL))
    return {found[2]: _short(found[0]) for found in _DEFINED.finditer(inside)}


def _short(drawing: str) -> str:
    """A hundredth of a point is fine enough for a line; factors keep their digits. Lines are broken for nobody."""
    drawing = re.sub(r'\bd="[^"]*"', lambda line: re.sub(r"(\d\.\d\d)\d+", r"\1", line[0]), drawing)
    return re.sub(r"\s*\n\s*", " ", drawing.replace("xlink:href", "href"))
