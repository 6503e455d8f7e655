"use strict";
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const root = document.documentElement;
  const TOKENS = /(%[\w$.#:-]+)|("(?:[^"\\]|\\.)*"|dense<[^>]*>?)|(!?(?:tensor|tuple|complex)<[^>]*>+)|(\b(?:stablehlo|func|chlo|check|vhlo|arith|tensor)\.\w+|\breturn\b)/g;
  const KINDS = ["v", "s", "t", "o"];

  // Colours are put on as lines come into sight: a program may have many thousands.
  const paint = (code) => {
    const text = code.textContent, pieces = [];
    let end = 0;
    for (const match of text.matchAll(TOKENS)) {
      pieces.push(text.slice(end, match.index));
      const span = document.createElement("span");
      span.className = KINDS[match.slice(1).findIndex((part) => part !== undefined)];
      span.textContent = match[0];
      pieces.push(span);
      end = match.index + match[0].length;
    }
    code.replaceChildren(...pieces, text.slice(end));
  };
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (entry.isIntersecting) {
        seen.unobserve(entry.target);
        paint(entry.target.querySelector("code"));
      }
    }
  }, { rootMargin: "200px" });
  const lines = all(".line");
  lines.forEach((line) => seen.observe(line));

  document.getElementById("theme").addEventListener("click", () => {
    const dark = getComputedStyle(root).colorScheme === "dark" ||
      (!root.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
    root.dataset.theme = dark ? "light" : "dark";
  });

  const listing = document.querySelector(".listing");
  if (listing) {
    all("input[name=side]").forEach((input) => input.addEventListener("change", () => {
      listing.classList.toggle("show-before", input.value === "before");
      listing.classList.toggle("show-after", input.value === "after");
    }));
    const open = (state) => all("details", listing).forEach((part) => { part.open = state; });
    const expand = document.getElementById("expand");
    expand.addEventListener("click", () => {
      const state = expand.textContent === "expand all";
      open(state);
      expand.textContent = state ? "collapse all" : "expand all";
    });
    document.getElementById("find").addEventListener("input", (event) => {
      const wanted = event.target.value.toLowerCase();
      let count = 0;
      for (const line of lines) {
        const hit = !wanted || line.textContent.toLowerCase().includes(wanted);
        line.classList.toggle("miss", !hit);
        count += hit;
      }
      if (wanted) open(true);
      document.getElementById("found").textContent = wanted ? `${count} line${count === 1 ? "" : "s"}` : "";
    });
  }

  // A link may lead into what is collapsed.
  const reveal = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    for (let around = target; around; around = around.parentElement) {
      if (around.tagName === "DETAILS") around.open = true;
    }
    if (target) target.scrollIntoView({ block: target.tagName === "SECTION" ? "start" : "center" });
  };
  addEventListener("hashchange", reveal);
  reveal();

  for (const table of all("table[data-sorted]")) {
    const body = table.tBodies[0];
    all("th", table).forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const up = head.getAttribute("aria-sort") === "descending";
        all("th", table).forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", up ? "ascending" : "descending");
        const key = (row) => row.cells[column].dataset.n ?? row.cells[column].textContent;
        const order = new Intl.Collator("en", { numeric: true });
        const rows = [...body.rows].sort((a, b) => order.compare(key(a), key(b)));
        if (rows.length && rows[0].cells[column].dataset.n !== undefined) {
          rows.sort((a, b) => key(a) - key(b));
        }
        body.append(...(up ? rows : rows.reverse()));
      });
    });
    if (body.rows.length > 8) {
      const label = document.createElement("label"), input = document.createElement("input");
      label.className = "filter";
      input.type = "search";
      label.append("filter ", input);
      table.parentElement.before(label);
      input.addEventListener("input", () => {
        const wanted = input.value.toLowerCase();
        for (const row of body.rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
      });
    }
  }
})();
