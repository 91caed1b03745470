"""Write assignment/playground.html, one page with everything inside:  python handouts/playground/make.py"""

import json
from pathlib import Path

from examples import EXAMPLES, ROOT

HERE = Path(__file__).resolve().parent
STYLE = ROOT / "autograder" / "softmark" / "shipped" / "style" / "style.css"
PAGE = ROOT / "assignment" / "playground.html"


def written() -> dict:
    """The text that written.py made, without its token numbers, which only a test needs."""
    kept = json.loads((HERE / "written.json").read_text(encoding="utf-8"))
    return {name: part for name, part in kept.items() if name != "tokens"}


def made() -> str:
    """The page as text: the look of all documents, the examples, the code."""
    parts = {
        "%STYLE%": "\n".join(path.read_text(encoding="utf-8").strip() for path in (STYLE, HERE / "page.css")),
        "%DATA%": json.dumps(EXAMPLES, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/"),
        "%WRITTEN%": json.dumps(written(), ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/"),
        "%MATHS%": (HERE / "maths.js").read_text(encoding="utf-8").strip(),
        "%PAGE%": (HERE / "page.js").read_text(encoding="utf-8").strip(),
        "%WRITES%": (HERE / "writes.js").read_text(encoding="utf-8").strip(),
    }
    text = (HERE / "page.html").read_text(encoding="utf-8")
    for hole, part in parts.items():
        text = text.replace(hole, part)
    return text


if __name__ == "__main__":
    PAGE.write_text(made(), encoding="utf-8", newline="\n")
    print(f"{PAGE.relative_to(ROOT)}: {PAGE.stat().st_size / 1024:.0f} KB")
