/* The cards at the top and the line of each task: figures of whoever is in the chosen section. */
import { asked } from "./chosen.js";
import { SVG } from "./elements.js";
import { inSection } from "./filters.js";
import { figures, percent, share, shown } from "./numbers.js";
import { everybody, has } from "./students.js";
import { data } from "./unpacking.js";
import { amount } from "./words.js";

export function showFigures() {
  const here = everybody.filter(inSection), numbers = figures(data, here);
  const of = `of ${amount(data.points)}` + (data.undecided ? `, ${data.undecided}` : "");
  const left = numbers.leftOut ? `${numbers.leftOut} not counted: ${data.uncounted}` : "";
  const inIt = (sections) => sections.filter((section) => !asked.section || section === asked.section).length;
  const people = inIt(here.flatMap((student) => data.people[student]));
  const unwritten = here.filter((student) => has(student, "empty")).length;
  const cards = {
    submissions: [here.length, [people !== here.length ? `from ${people} students` : "", left].filter(Boolean).join("; ")],
    mean: [shown(numbers.mean, 1), of],
    median: [shown(numbers.median, 1), `${of}, standard deviation ${shown(numbers.deviation, 1)}`],
    "full marks": [numbers.done, percent(numbers.done, numbers.count)],
    "not started": [inIt(data.absent), `of ${inIt(data.roster)} on the roster`],
    "nothing written": [unwritten, percent(unwritten, here.length)],
    reliability: [shown(numbers.alpha), "Cronbach’s alpha"],
  };
  for (const card of document.querySelectorAll("[data-card]")) {
    const [value, about] = cards[card.dataset.card];
    card.querySelector(".value").textContent = value;
    card.querySelector(".about").textContent = about;
  }
  numbers.items.forEach((item, index) => {
    const row = document.querySelector(`[data-row="${index}"]`), cell = (name) => row.querySelector(`[data-cell="${name}"]`);
    cell("mean").textContent = shown(item.mean, 1);
    cell("difficulty").textContent = share(item.difficulty);
    cell("discrimination").textContent = shown(item.discrimination);
    cell("discrimination").classList.toggle("weak", item.discrimination !== null && item.discrimination < 0.2);
    cell("alpha").textContent = shown(item.alpha);
    const parts = [["full", "full marks"], ["part", "part of the points"], ["none", "no points"], ["unwritten", "not written"]].filter(([kind]) => item[kind]);
    row.querySelector(".stack").replaceChildren(...parts.map(([kind]) => {
      const bar = document.createElementNS(SVG, "svg"), title = document.createElementNS(SVG, "title");
      bar.setAttribute("class", `seg ${kind}`);
      bar.setAttribute("width", `${(100 * item[kind] / numbers.count).toFixed(2)}%`);
      title.textContent = item[kind];
      bar.append(title);
      return bar;
    }));
    row.querySelector(".bars .unseen").textContent = parts.map(([kind, words]) => `${words}: ${item[kind]}. `).join("");
  });
}
