"""The pages are true: their code prints what they say, they are in the site, and it is built without a warning."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from pygments.token import Error, Generic, Token

from docs.highlighting import Mlir, Session, on_page_content
from docs.notebook_files import FOLDER, notebooks
from docs.pages import BLOCK, HERE, ROOT, pages, run

from .processes import python

PAGES = pages()


@pytest.mark.prove
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_code_of_pages_prints_what_they_say(page: Path) -> None:
    """In a process for each, because pages register ops and calls of their own."""
    done = python(ROOT, "-W", "error", "-m", "docs.pages", str(page))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


PAGE = """# A page

```mlir title="x.mlir"
func.func @main() { return }
```

```console
$ cat x.mlir
wrong
```

```python
print(2 + 2)
```

```text
5
```

<!-- not run: it would not end -->
```python
while True: pass
```

```python
print("took 12.5 ms of all    time")
```

```text
took 3.25 ms of all time
```
"""


def test_what_is_not_true_is_seen(tmp_path: Path) -> None:
    page, folder = tmp_path / "page.md", tmp_path / "run"
    page.write_text(PAGE)
    folder.mkdir()
    true = PAGE.replace("wrong", "func.func @main() { return }").replace("5\n", "4\n", 1)
    assert run(page, folder) == true


def test_every_page_is_in_the_navigation() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text()
    found = [str(page.relative_to(HERE)) for page in HERE.rglob("*.md")]
    assert [page for page in found if f": {page}\n" not in navigation] == []


def test_notebooks_are_their_pages() -> None:
    """What they print is tested with the pages."""
    made = notebooks()
    assert {path: path.read_text() for path in FOLDER.glob("*.ipynb")} == made
    assert {cell["cell_type"] for text in made.values() for cell in json.loads(text)["cells"]} == {
        "code",
        "markdown",
    }


@pytest.mark.prove
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    site = ("--site-dir", str(tmp_path / "site"))
    done = python(ROOT, "-m", "mkdocs", "build", "--quiet", *site, NO_MKDOCS_2_WARNING="1")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert "constant_value" in (tmp_path / "site" / "reference.html").read_text()
    assert (tmp_path / "site" / "search" / "search_index.js").exists()
    for page in (tmp_path / "site").rglob("*.html"):
        text = page.read_text()
        assert not re.search(r"<(?:script|link|img)[^>]*(?:src|href)=.?https?:", text), page
        # Under a folder of a server and from a file, too.
        assert not re.search(r"(?:src|href)=[\"']?/", text), page
        links = re.findall(r"(?:src|href)=\"([^\"#?:]+)[\"#?]", text)
        assert [link for link in links if not (page.parent / link).exists()] == [], page


def test_code_is_coloured_as_what_it_is() -> None:
    session = [*Session().get_tokens("$ echo a\n%0 = stablehlo.add %x, %x : tensor<2xi4>\n$ echo b\nb\n")]
    assert [text for kind, text in session if kind in Generic.Prompt] == ["$ ", "$ "]
    assert [text for kind, text in session if kind in Generic.Output] == ["b\n"]
    assert [text for kind, text in session if kind in Token.Name.Variable] == ["%0", "%x", "%x"]
    assert [text for kind, text in session if kind in Token.Keyword.Type] == ["tensor", "i4"]
    blocks = [block for page in PAGES for block in BLOCK.finditer(page.read_text())]
    lexers = {"mlir": Mlir(), "console": Session()}
    code = [(lexers[block["language"]], block["code"]) for block in blocks if block["language"] in lexers]
    assert len(code) > 50
    assert [text for lexer, text in code if any(kind in Error for kind, _ in lexer.get_tokens(text))] == []


def test_lines_of_the_site_end_without_a_backslash() -> None:
    """It breaks a line on GitHub, but not in Python's Markdown."""
    pages = {page: BLOCK.sub("", page.read_text()) for page in HERE.rglob("*.md")}
    assert [page.name for page, text in pages.items() if "\\\n" in text] == []


def test_long_code_may_be_broken_on_a_telephone() -> None:
    made = on_page_content(
        "<p><code>lowered.compiler_ir(&quot;stablehlo&quot;)</code> <code>f(x, y)</code></p>"
    )
    whole = '<span class="long">lowered.compiler_ir(&quot;stablehlo&quot;)</span>'
    assert made == f"<p><code>{whole}</code> <code>f(x, y)</code></p>"


def test_names_are_kept_in_one_line() -> None:
    made = on_page_content(
        "<p><code>--verify-fold a-{b} \\| c</code></p><pre><span></span><code>a-b</code></pre>"
    )
    whole = '<span class="short">--verify-fold</span> <span class="short">a-</span>{<wbr>b} | c'
    assert made == f"<p><code>{whole}</code></p><pre><span></span><code>a-b</code></pre>"
