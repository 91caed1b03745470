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
    const link = event.target.closest(".pairs a");
    if (link) {
      event.preventDefault();
      show(links.indexOf(link), true);
      return;
    }
    const mark = event.target.closest("mark.own");
    if (mark) go(Number(mark.dataset.m));
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "j" || event.key === "ArrowRight") show(current + 1, true);
    else if (event.key === "k" || event.key === "ArrowLeft") show(current - 1, true);
    else if (event.key === "n") go(match + 1);
    else if (event.key === "p") go(match - 1);
    else return;
    event.preventDefault();
  });
  addEventListener("hashchange", () => show(pairs.findIndex((pair) => "#" + pair.id === location.hash), false));
  show(Math.max(0, pairs.findIndex((pair) => "#" + pair.id === location.hash)), false);
  requestAnimationFrame(() => scrollTo(0, 0)); // the browser has scrolled to a pair that has moved since
})();
