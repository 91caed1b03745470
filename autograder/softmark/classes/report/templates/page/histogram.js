/* The histogram of scores. It counts whoever fits all other filters, and a column is a filter itself. */
import { asked } from "./chosen.js";
import { ask } from "./asking.js";
import { $ } from "./elements.js";
import { fits } from "./filters.js";
import { everybody, inBar } from "./students.js";
import { data } from "./unpacking.js";
import { whenChanged } from "./view.js";

whenChanged(() => {
  const counts = data.bars.map(() => 0);
  for (const student of everybody) {
    if (data.counted[student] !== "1" || !fits(student, "bar")) continue;
    const bar = data.bars.findIndex((_, index) => inBar(student, index));
    if (bar >= 0) counts[bar] += 1;
  }
  const most = Math.max(1, ...counts);
  for (const button of document.querySelectorAll("[data-bar]")) {
    const number = counts[button.dataset.bar];
    button.querySelector(".count").textContent = number || "";
    button.querySelector(".fill").setAttribute("height", `${(100 * number / most).toFixed(2)}%`);
    button.setAttribute("aria-pressed", String(Number(button.dataset.bar) === asked.bar));
  }
  // on a phone the columns scroll: begin where most students are, which is seldom at 0
  const fullest = document.querySelector(`[data-bar="${counts.indexOf(most)}"]`), box = $("histogram");
  if (fullest && !box.scrollLeft) box.scrollLeft = fullest.offsetLeft - box.offsetLeft - box.clientWidth / 2;
});

$("histogram").addEventListener("click", (event) => {
  const bar = event.target.closest("[data-bar]")?.dataset.bar;
  if (bar !== undefined) ask({ bar: asked.bar === Number(bar) ? null : Number(bar) });
});
