"""The page's script: modules to whoever reads them, one script to the browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from softmark.classes.report.templates.modules import joined


def written(folder: Path, **modules: str) -> Path:
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text, encoding="utf-8")
    return folder / "main.js"


def test_each_module_stands_once_and_after_what_it_imports(tmp_path: Path) -> None:
    main = written(
        tmp_path,
        main='import "./table.js";\nimport { data } from "./data.js";\nshow(data);\n',
        table='import { data } from "./data.js";\nexport function show() { return data; }\n',
        data="export const data = await read();\n",
    )
    lines = ["const data = await read();", "function show() { return data; }", "show(data);"]
    assert joined(main).splitlines() == ['"use strict";', "(async () => {", *lines, "})();"]


@pytest.mark.parametrize(
    "modules, said",
    [
        ({"main": 'import "./a.js";\nconst x = 1;\n', "a": "const x = 2;\n"}, "two modules declare x"),
        ({"main": 'import "./a.js";\n', "a": 'import "./main.js";\n'}, "main.js imports itself in the end"),
        (
            {"main": 'import { x as y } from "./a.js";\n', "a": "export const x = 1;\n"},
            "over “import { x as y",
        ),
        ({"main": "export default 1;\n"}, "not joined over “export default 1;”"),
    ],
)
def test_what_cannot_be_joined_is_said(tmp_path: Path, modules: dict[str, str], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        joined(written(tmp_path, **modules))
