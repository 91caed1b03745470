"""Turns the documents of handouts/handouts.yaml into pages for students, one HTML file each.

Markdown, joined and filled in → pandoc → one HTML file (MathML, pictures and maths font inside; print styles)

Knows nothing of what the documents say: the list, the figures' code and the text are all in handouts/. The style is in
shipped/style; a file of the same name in handouts/style takes its place.
Needs packages that no grading machine has. The same sources give the same bytes.
"""

from __future__ import annotations

import base64
import html
import importlib.util
import io
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import yaml

from ...checks.errors import GraderFault
from ...content.course import Course
from ...files.engine import SHIPPED
from ..up_to_date import Stamp
from .fillings import Fillings

LIST = "handouts.yaml"
MARKDOWN = "markdown-tex_math_single_backslash+tex_math_dollars-smart+pipe_tables+fenced_divs+link_attributes"


@dataclass(frozen=True)
class Document:
    """One entry of the list: a page and the Markdown it is made from."""

    name: str
    """The file name without its ending."""
    title: str
    sources: tuple[str, ...]
    """Joined in this order; paths relative to handouts/."""
    subtitle: str = ""
    contents: bool = True
    """Whether it begins with a table of contents."""


# --- the list -------------------------------------------------------------------------------------------------------


def documents(folder: Path) -> list[Document]:
    """What is to be made, from handouts/handouts.yaml; one sentence for what is wrong with it."""
    path = folder / LIST
    try:
        listed = yaml.safe_load(path.read_text(encoding="utf-8"))["documents"]
        return [Document(name, **{**entry, "sources": tuple(entry["sources"])}) for name, entry in listed.items()]
    except (yaml.YAMLError, AttributeError, KeyError, TypeError) as problem:
        said = "is no list of documents, each with title and sources, and no keys but subtitle and contents besides"
        raise GraderFault(f"{path}: {said}: {problem}") from None


# --- the work -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Workshop:
    """Where one build reads and writes."""

    handouts: Path
    out: Path
    fillings: Fillings

    def style(self, name: str) -> Path:
        """A file of the style: the course's own where it has one, else the one that travels with the engine."""
        own = self.handouts / "style" / name
        return own if own.is_file() else SHIPPED / "style" / name

    @property
    def work(self) -> Path:
        """Half-made things: joined Markdown, drawn figures."""
        return self.out / "work"

    # -- from sources to one Markdown text

    def draw(self) -> None:
        """Let the handouts' own code draw its figures into work/figures, alternative texts in alt.json: where one of
        its sources has changed. It may read numbers of the handouts, and how students draw."""
        script, figures = self.handouts / "figures" / "draw.py", self.work / "figures"
        own = sorted(self.handouts.rglob("*.json"))
        drawn_by = sorted((self.handouts.parent / "assignment").glob("*/pictures.py"))
        stamp = Stamp(self.work / "figures.from", (script.parent, *own, *drawn_by, figures))
        if not script.is_file() or stamp.fits():
            return
        print("drawing the figures (usually 15 seconds)", flush=True)
        figures.mkdir(parents=True, exist_ok=True)
        done = subprocess.run([sys.executable, str(script), str(figures)], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise GraderFault(f"{script} could not draw the figures:\n{done.stderr.strip()[-2000:]}")
        stamp.note()

    def text(self, document: Document) -> str:
        """The whole Markdown: joined, filled in, pictures with words for those who cannot see them."""
        texts = {source: (self.handouts / source).read_text(encoding="utf-8") for source in document.sources}
        filled = [self.fillings.fill(text, source).strip() for source, text in texts.items()]
        return self._with_alternatives("\n\n".join(filled) + "\n", document.name)

    def _with_alternatives(self, text: str, name: str) -> str:
        known = self.work / "figures" / "alt.json"
        words: dict[str, str] = json.loads(known.read_text(encoding="utf-8")) if known.is_file() else {}

        def described(picture: re.Match[str]) -> str:
            caption, stem = picture[1], picture[2]
            if stem not in words:
                raise GraderFault(f"{name}: the figure {stem}.svg is not drawn by handouts/figures/draw.py")
            alt = words[stem].replace('"', "”")
            return f'![{caption}](figures/{stem}.svg){{alt="{alt}" {picture[3] or ""}}}'

        return re.sub(r"!\[((?:[^\]\\]|\\.)*)\]\(figures/([\w-]+)\.svg\)(?:\{([^}]*)\})?", described, text)

    # -- from Markdown to what people open

    def build(self, document: Document) -> Path:
        self.work.mkdir(parents=True, exist_ok=True)
        source = self.work / f"{document.name}.md"
        source.write_text(self.text(document), encoding="utf-8")
        page = _spaced(_primed(_upright(self._pandoc(document, source))))
        page = page.replace("</head>", f"<style>{_font_face(page)}</style>\n</head>", 1)
        path = self.out / f"{document.name}.html"
        path.write_text(page, encoding="utf-8")
        return path

    def _pandoc(self, document: Document, source: Path) -> str:
        import pypandoc  # type: ignore[import-untyped]

        meta = {"title": document.title, "subtitle": document.subtitle, "lang": "en-GB"}
        command = [
            pypandoc.get_pandoc_path(),
            str(source.name),
            f"--from={MARKDOWN}",
            "--to=html5",
            "--standalone",
            f"--template={self.style('template.html')}",
            f"--lua-filter={self.style('boxes.lua')}",
            "--syntax-highlighting=none",
            "--wrap=none",
            "--toc-depth=2",
            *(["--toc"] if document.contents else []),
            *(f"--metadata={name}={value}" for name, value in meta.items() if value),
            "--mathml",
            "--embed-resources",
            "--section-divs",
            f"--css={self.style('style.css')}",
        ]
        done = subprocess.run(command, cwd=self.work, capture_output=True, text=True, encoding="utf-8", check=False)
        if done.returncode != 0 or done.stderr.strip():
            raise GraderFault(f"pandoc, {document.name}: {done.stderr.strip()[-2000:]}")
        return done.stdout


# --- the maths font ---------------------------------------------------------------------------------------------------


def maths_font() -> Path:
    """STIX Two Math (SIL Open Font License), which travels in the package ziamath; nothing else of it is used."""
    spec = importlib.util.find_spec("ziamath")
    return Path(str(spec and spec.origin)).parent / "fonts" / "STIXTwoMath-Regular.ttf"


def _upright(page: str) -> str:
    """Bold letters stand upright: pandoc writes them slanted, and by a mark that browsers ignore."""
    slanted = {0x1D468 + i: 0x1D400 + i for i in range(52)}
    return re.sub(r'<mi mathvariant="bold-italic">(.*?)</mi>', lambda m: f"<mi>{m[1].translate(slanted)}</mi>", page)


def _primed(page: str) -> str:
    """A prime beside its letter: the sign is small and high already, and as an exponent it would be so twice."""
    one = r'<mrow>\1<mo lspace="0" rspace="0">′</mo></mrow>'
    page = re.sub(r"<msup>(<mi>[^<]*</mi>)<mo>′</mo></msup>", one, page)
    return re.sub(
        r"<msubsup>(<mi>[^<]*</mi>)(<m[in]>[^<]*</m[in]>)<mo>′</mo></msubsup>", rf"<msub>{one}\2</msub>", page
    )


def _spaced(page: str) -> str:
    """What browsers do not do by themselves: a thin space between a function and what it is of (log P), no line break
    between a formula and the comma behind it, and a frame in which a displayed formula can scroll."""
    thin = r'<mspace width="0.17em"/>\1'
    page = re.sub(r"<mo>(?:\u2061|&#8289;)</mo>(</mrow>)?(?=<m[intu]|<msu|<mrow><m[in]>)", thin, page)
    page = re.sub(r'<math display="block".*?</math>', r'<span class="formula">\g<0></span>', page, flags=re.DOTALL)
    together = r'<span class="together">\g<0></span>'
    return re.sub(r'<math display="inline"(?:(?!</math>).)*</math>[.,;:!?)’”]+', together, page, flags=re.DOTALL)


ALWAYS = {"√", "−", "ℎ", *map(chr, range(0x1D400, 0x1D800))}
"""Drawn though nobody writes them: the sign of a root, the minus for a hyphen, slanted letters for upright ones."""


def _font_face(page: str) -> str:
    """A style rule with the part of the maths font that the page may need, its stretching brackets included."""
    if "<math" not in page:
        return ""
    text = html.unescape(re.sub(r"<style.*?</style>|<[^>]+>", "", page, flags=re.DOTALL))
    data = base64.b64encode(_subset({*text} | ALWAYS)).decode("ascii")
    return f'@font-face{{font-family:"Handout Maths";src:url(data:font/woff2;base64,{data}) format("woff2")}}'


def _subset(letters: set[str]) -> bytes:
    from fontTools import subset  # type: ignore[import-untyped]
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    options = subset.Options(flavor="woff2", layout_features=["*"], notdef_outline=True, hinting=False)
    options.drop_tables += ["DSIG"]
    options.ignore_missing_unicodes = True
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=sorted(ord(letter) for letter in letters))
    with TTFont(maths_font(), recalcTimestamp=False) as font:
        cutter.subset(font)
        font.flavor = "woff2"
        kept = io.BytesIO()
        font.save(kept)
    return kept.getvalue()


# --- the pages --------------------------------------------------------------------------------------------------------

_NEEDED = {"pypandoc": "pypandoc_binary", "fontTools": "fonttools", "brotli": "brotli", "ziamath": "ziamath"}


def missing_tools() -> list[str]:
    """What this Python lacks to make pages: pandoc, for one."""
    return [package for module, package in _NEEDED.items() if importlib.util.find_spec(module) is None]


def make(root: Path, out: Path) -> dict[str, bytes]:
    """File name → page, for the students' zip."""
    folder = root / "handouts"
    workshop = Workshop(folder.resolve(), out.resolve(), Fillings(Course.at(root).rubric, folder))
    workshop.draw()
    pages = [workshop.build(document) for document in documents(folder)]
    for path in pages:
        print(f"{os.path.relpath(path)}: {path.stat().st_size / 1024:.0f} KB", flush=True)
    return {path.name: path.read_bytes() for path in pages}
