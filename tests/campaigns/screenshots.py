"""The page of a large program in headless Chromium: `python -m tests.campaigns.screenshots FOLDER [PAGE ...]`.

Takes screenshots at three widths, light and dark. Fails if a page writes to the console, is wider than the window, or
has a command or a table of two columns that must be scrolled sideways.
PAGE is a file to look at instead: HTML, for example a page of `build/site`, or Markdown, which is shown as on a site
that hosts code, for example `README.md`. A folder stands for all pages of HTML in it.
What the suite tests of pages needs no browser.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

from markdown import markdown
from pygments.formatters import HtmlFormatter

from docs import highlighting
from tests.helpers.programs import parse
from xdsl_stablehlo.folding import fold_module, root_causes
from xdsl_stablehlo.folding.explanations.page import to_html
from xdsl_stablehlo.folding.terms import reasons as failures

WIDTHS = (360, 1280, 2560)
THEMES = ("dark", "light")
"""In the order of Chromium's setting."""

HEIGHT = 1600

FRAME = """<body style="margin:0"><iframe src="{page}" style="border:0;width:{width}px;height:{height}px"></iframe>
<script>addEventListener("load", () => {{
  const shown = document.querySelector("iframe").contentDocument.documentElement;
  const look = (box, what) => {{
    const wider = box.scrollWidth > box.clientWidth;
    if (wider) console.error(`wider: ${{what}}, ${{box.scrollWidth}} of ${{box.clientWidth}}`);
  }};
  look(shown, "page");
  for (const code of shown.querySelectorAll(".language-sh code")) look(code, code.innerText.trim());
  for (const box of shown.querySelectorAll(".md-typeset__scrollwrap"))
    if (box.querySelector("tr").cells.length < 3) look(box, box.innerText.split("\\n")[0]);
}});</script>
"""
"""A page in a frame, because windows of headless Chromium are never narrower than 500 pixels."""

MARKDOWN = """<!doctype html><meta charset="utf-8"><base href="{folder}/"><style>
:root {{ color-scheme: light dark; --text: #1f2328; --page: #fff; --code: #f6f8fa; --line: #d1d9e0; --link: #0969da }}
{light}
@media (prefers-color-scheme: dark) {{
  :root {{ --text: #f0f6fc; --page: #0d1117; --code: #151b23; --line: #3d444d; --link: #4493f8 }}
  {dark}
}}
body {{
  background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif;
  margin: 0 auto; max-width: 830px; overflow-wrap: break-word; padding: 24px;
}}
h1, h2 {{ border-bottom: 1px solid var(--line); line-height: 1.25; padding-bottom: 0.3em }}
a {{ color: var(--link); text-decoration: none }}
img {{ max-width: 100% }}
code, pre {{ background: var(--code); border-radius: 6px; font: 85%/1.45 ui-monospace, monospace }}
p code, li code, td code {{ padding: 0.2em 0.4em }}
pre {{ overflow: auto; padding: 16px }}
pre code {{ font-size: 100% }}
table {{ border-collapse: collapse; display: block; max-width: 100%; overflow: auto; width: max-content }}
td, th {{ border: 1px solid var(--line); padding: 6px 13px }}
</style>
{body}
"""
"""A page of Markdown in the sizes and colours of GitHub."""


def program(layers: int) -> str:
    """A program of 20 ops in each layer: a table that folds, a mask, weights that are arguments, a call of chance."""
    given = [
        f"%w{i}: tensor<16x16xf32> {{jax.arg_info = \"params['layer{i}']['w']\"}}" for i in range(layers)
    ]
    parts = ["  %x0 = stablehlo.add %x, %x : tensor<16x16xf32>"]
    for i in range(layers):
        ops = ["%k = stablehlo.iota dim = 0", "%s = stablehlo.sine %k", "%t = stablehlo.cosine %k"]
        ops += [f"%u{j} = stablehlo.add %{'s' if j == 0 else f'u{j - 1}'}, %t" for j in range(8)]
        ops += ["%a = stablehlo.multiply %w, %u7", "%b = stablehlo.tanh %a", "%c = stablehlo.add %b, %u3"]
        ops += ["%n = stablehlo.custom_call @noise(%s) : () ->", "%d = stablehlo.add %c, %n"]
        ops += ["%e = stablehlo.exponential %w", "%f = stablehlo.multiply %d, %e"]
        ops += ["%g = stablehlo.negate %f", "%y = stablehlo.multiply %g, %p"]
        parts += [f"  {_renamed(op, i)}" for op in ops]
    body = "\n".join(parts)
    result = "tensor<16x16xf32>"
    arguments = ", ".join([f"%x: {result}", *given])
    return f"func.func @main({arguments}) -> {result} {{\n{body}\n  return %x{layers} : {result}\n}}\n"


def _renamed(op: str, layer: int) -> str:
    """An op of a layer, its values named for it; `%p` is what the layer before gave, `%w` its weights."""
    names = {"%p": f"%x{layer}", "%y": f"%x{layer + 1}", "%w": f"%w{layer}"}
    text = re.sub(r"%[a-z]\d*", lambda name: names.get(name[0], f"{name[0]}_{layer}"), op)
    if "custom_call" in text:
        return text.replace("() ->", "(tensor<16x16xf32>) -> tensor<16x16xf32>")
    return f"{text} : tensor<16x16xf32>"


def page_of(text: str) -> str:
    """The page of a program, folded."""
    module = parse(text)
    before = module.clone()
    report = fold_module(module)
    root_causes(report)
    return to_html(report, before, module)


def page_of_markdown(path: Path) -> str:
    """A file of Markdown as HTML, as GitHub shows it: without the titles of blocks of code."""
    highlighting.on_config(None)
    extensions = ["tables", "pymdownx.superfences", "pymdownx.highlight", "pymdownx.escapeall"]
    untitled = re.sub(r"^(```\w+) title=.*", r"\1", path.read_text(), flags=re.MULTILINE)
    body = markdown(
        untitled, extensions=extensions, extension_configs={"pymdownx.escapeall": {"hardbreak": True}}
    )
    light, dark = (
        cast(Any, HtmlFormatter(style=style)).get_style_defs(".highlight")
        for style in ("default", "github-dark")
    )
    return MARKDOWN.format(folder=path.parent.as_uri(), light=light, dark=dark, body=body)


def look(page: Path, picture: Path, width: int, theme: str) -> list[str]:
    """Take a screenshot; return what is wrong with the page at this width."""
    browser = shutil.which("chromium")
    if browser is None:
        raise SystemExit("chromium is not installed")
    frame = picture.with_suffix(".html")
    frame.write_text(FRAME.format(page=page.as_uri(), width=width, height=HEIGHT))
    command = [
        browser,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        "--allow-file-access-from-files",
        "--enable-logging=stderr",
        "--v=0",
        f"--blink-settings=preferredColorScheme={THEMES.index(theme)}",
        f"--window-size={max(width, 500)},{HEIGHT}",
        "--virtual-time-budget=3000",
        f"--screenshot={picture}",
        frame.as_uri(),
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    finally:
        frame.unlink()
    return [line for line in done.stderr.splitlines() if "CONSOLE" in line]


def _pages(names: Sequence[str], folder: Path) -> Iterator[tuple[str, Path]]:
    """The pages to look at, each with a name for its screenshots."""
    if not names:
        page = page_of(program(100))
        print(f"{len(page) / 1024:.0f} KiB")
        (folder / "report.html").write_text(page)
        yield "report", folder / "report.html"
    for path in (Path(name).resolve() for name in names):
        if path.suffix == ".md":
            (folder / f"{path.stem}.html").write_text(page_of_markdown(path))
            path = folder / f"{path.stem}.html"
        for page in sorted(path.rglob("*.html")) if path.is_dir() else [path]:
            yield (
                "-".join(page.relative_to(path if path.is_dir() else path.parent).with_suffix("").parts),
                page,
            )


def main() -> int:
    """Make all screenshots; 1 if something is wrong."""
    failures.RAISES = True
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "build/screenshots").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    failed = 0
    for name, page in _pages(sys.argv[2:], folder):
        for width in WIDTHS:
            for theme in THEMES:
                wrong = look(page, folder / f"{name}-{width}-{theme}.png", width, theme)
                print(f"{name} {width} {theme}: {'; '.join(wrong) or 'well'}", flush=True)
                failed |= bool(wrong)
    return failed


if __name__ == "__main__":
    sys.exit(main())
