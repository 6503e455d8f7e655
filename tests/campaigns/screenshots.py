"""The page of a large program in headless Chromium: `python -m tests.campaigns.screenshots FOLDER`.

Screenshots at three widths, light and dark; fails where the page says something on the console or is wider than the
window. What the suite tests of the page needs no browser.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from time import perf_counter

from tests.helpers.programs import parse
from xdsl_stablehlo.folding import fold_module, root_causes
from xdsl_stablehlo.folding.report.page import to_html
from xdsl_stablehlo.folding.solver import failures

WIDTHS = (360, 1280, 2560)
THEMES = ("light", "dark")
HEIGHT = 1600

PROBE = """<script>addEventListener("load", () => {
  const wide = document.documentElement.scrollWidth, window_ = document.documentElement.clientWidth;
  document.body.dataset.probe = wide <= window_ ? "fits" : `${wide} of ${window_}`;
});</script>"""
"""Says in the document whether it fits into the window."""


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


def _chromium(page: Path, width: int, *more: str) -> subprocess.CompletedProcess[str]:
    browser = shutil.which("chromium")
    if browser is None:
        raise SystemExit("chromium is not installed")
    flags = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        "--enable-logging=stderr",
        "--v=0",
    ]
    size = f"--window-size={width},{HEIGHT}"
    command = [browser, *flags, size, "--virtual-time-budget=3000", *more, page.as_uri()]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)


def look(folder: Path, page: str, width: int, theme: str) -> list[str]:
    """Take a screenshot; what is wrong with the page at this width."""
    themed = page.replace('<html lang="en">', f'<html lang="en" data-theme="{theme}">')
    # Headless windows are never narrower than 500 pixels: narrow ones are frames.
    (folder / "page.html").write_text(themed.replace("</body>", f"{PROBE}</body>"))
    shown = folder / "page.html"
    if width < 500:
        shown = folder / "frame.html"
        shown.write_text(
            f'<body style="margin:0"><iframe src="page.html" style="border:0;width:{width}px;height:{HEIGHT}px">'
        )
    picture = folder / f"{width}-{theme}.png"
    done = _chromium(shown, width, "--allow-file-access-from-files", f"--screenshot={picture}")
    wrong = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    if width >= 500:
        document = _chromium(shown, width, "--dump-dom").stdout
        found = re.search(r'data-probe="([^"]*)"', document)
        wrong += [] if found and found[1] == "fits" else [f"wider than the window: {found and found[1]}"]
    else:
        measured = shown.with_name("measure.html")
        script = "document.body.dataset.probe = document.querySelector('iframe').contentDocument.body.dataset.probe"
        measured.write_text(shown.read_text() + f"</iframe><script>onload = () => {{ {script} }}</script>")
        document = _chromium(measured, width, "--allow-file-access-from-files", "--dump-dom").stdout
        found = re.search(r'<body[^>]* data-probe="([^"]*)"', document)
        wrong += [] if found and found[1] == "fits" else [f"wider than the window: {found and found[1]}"]
    return wrong


def main() -> int:
    """Make all screenshots; 1 where something is wrong."""
    failures.RAISES = True
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "build/screenshots").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    started = perf_counter()
    page = page_of(program(100))
    print(f"{len(page) / 1024:.0f} KiB in {perf_counter() - started:.1f} s")
    failed = 0
    for width in WIDTHS:
        for theme in THEMES:
            wrong = look(folder, page, width, theme)
            print(f"{width} {theme}: {'; '.join(wrong) or 'well'}")
            failed |= bool(wrong)
    return failed


if __name__ == "__main__":
    sys.exit(main())
