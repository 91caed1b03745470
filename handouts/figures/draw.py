"""Draw every figure of the handouts:  python handouts/figures/draw.py FOLDER

Writes NAME.svg for each figure, and alt.json: the same content in words for those who cannot see it. No random numbers,
no training: what was measured is read from measured.json (made by measure.py).
"""

import json
import sys
from pathlib import Path

import canvas
import measured
import part1
import part2
import part3
import part4


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    words = measured.draw(folder)
    for part in (part1, part2, part3, part4):
        for name, drawn in part.FIGURES.items():
            figure, words[name] = drawn()
            canvas.save(figure, folder, name)
    (folder / "alt.json").write_text(json.dumps(words, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("which folder? python handouts/figures/draw.py FOLDER")
    main(Path(sys.argv[1]))
