"use strict";
// One pair at a time, by keys or by clicks. Without this script every pair is shown, one below the other.
(() => {
  const pairs = [...document.querySelectorAll(".pair")];
  const links = [...document.querySelectorAll(".pairs a")];
  if (!pairs.length) return;
  document.documentElement.classList.add("js");
  let current = 0;
  let match = 0;

  function show(index, scroll) {
    current = Math.max(0, Math.min(pairs.length - 1, index));
    match = 0;
    pairs.forEach((pair, at) => pair.classList.toggle("current", at === current));
    links.forEach((link, at) => {
      if (at === current) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
    if (scroll) {
      links[current].scrollIntoView({ block: "nearest" });
      history.replaceState(null, "", "#" + pairs[current].id);
      scrollTo(0, 0);
    }
  }

  // Bring the same stretch into view on both sides.
  function go(number) {
    const pair = pairs[current];
    const marks = [...pair.querySelectorAll("mark.own")];
    const most = Number(pair.dataset.matches);
    if (!most) return;
    match = ((number - 1 + most) % most) + 1;
    marks.forEach((mark) => mark.classList.toggle("here", Number(mark.dataset.m) === match));
    pair.querySelectorAll(".side").forEach((side) => {
      const first = side.querySelector(`mark[data-m="${match}"]`);
      if (!first) return;
      const within = first.getBoundingClientRect().top - side.getBoundingClientRect().top;
      side.scrollTop += within - side.clientHeight / 3;
    });
    const status = pair.querySelector("[role=status]");
    if (status) status.textContent = `Stretch ${match} of ${most}`;
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#pair-"]');
    if (link) {
      event.preventDefault();
      show(pairs.findIndex((pair) => "#" + pair.id === link.getAttribute("href")), true);
      return;
    }
    const mark = event.target.closest("mark.own");
    if (mark) go(Number(mark.dataset.m));
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input")) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "j" || event.key === "ArrowRight") show(current + 1, true);
    else if (event.key === "k" || event.key === "ArrowLeft") show(current - 1, true);
    else if (event.key === "n") go(match + 1);
    else if (event.key === "p") go(match - 1);
    else return;
    event.preventDefault();
  });
  // Marks: a tick stays in this browser; the file that "Save" makes keeps them for everybody, and for the next page.
  const MEMORY = "softmark-seen";
  let kept = [];
  try { kept = JSON.parse(localStorage.getItem(MEMORY)) || []; } catch { /* a page opened from a file may have none */ }
  const boxes = [...document.querySelectorAll("[data-pair]")];
  const now = new Set(kept.filter((pair) => typeof pair === "string"));
  const row = (box) => links.find((link) => link.getAttribute("href") === `#pair-${box.dataset.pair}`).closest("li");
  function showMarks() {
    boxes.forEach((box) => { box.checked = now.has(box.dataset.pair); row(box).classList.toggle("seen", box.checked); });
    const rows = links.map((link) => link.closest("li")), seen = rows.filter((each) => each.classList.contains("seen")).length;
    const only = document.getElementById("unseen").getAttribute("aria-pressed") === "true";
    rows.forEach((each) => { each.hidden = only && each.classList.contains("seen"); });
    document.getElementById("marked").textContent = `${seen} of ${rows.length} seen`;
  }
  if (document.getElementById("save")) {
    for (const id of ["save", "unseen"]) document.getElementById(id).hidden = false;
    document.addEventListener("change", (event) => {
      const pair = event.target.dataset?.pair;
      if (!pair) return;
      if (event.target.checked) now.add(pair);
      else now.delete(pair);
      try { localStorage.setItem(MEMORY, JSON.stringify([...now])); } catch { /* then "Save" has to do */ }
      showMarks();
    });
    document.getElementById("unseen").addEventListener("click", (event) => {
      event.target.setAttribute("aria-pressed", String(event.target.getAttribute("aria-pressed") !== "true"));
      showMarks();
    });
    document.getElementById("save").addEventListener("click", () => {
      const day = new Date().toISOString().slice(0, 10), old = document.getElementById("seen-file").textContent;
      const text = old + boxes.filter((box) => box.checked).map((box) => `${box.dataset.pair},${day},,\r\n`).join("");
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
      link.download = "seen.csv";
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    });
    showMarks();
  }
  addEventListener("hashchange", () => { const at = pairs.findIndex((pair) => "#" + pair.id === location.hash); if (at >= 0) show(at, false); });
  show(Math.max(0, pairs.findIndex((pair) => "#" + pair.id === location.hash)), false);
  requestAnimationFrame(() => scrollTo(0, 0)); // the browser has scrolled to a pair that has moved since
})();
