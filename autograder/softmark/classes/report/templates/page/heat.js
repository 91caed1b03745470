/* The heat map: a column for each student of the table, the best first, and a row for each task. */
import { openCard } from "./drawer.js";
import { $, make } from "./elements.js";
import { nameOf } from "./names.js";
import { kind } from "./students.js";
import { data } from "./unpacking.js";
import { view, whenChanged } from "./view.js";
import { amount, WORDS } from "./words.js";

const ROW = 18, canvas = $("heat-map");
let ranked = [], pointed = [0, 0], pointing = false;
$("heat-labels").append(...data.items.map(([id, title]) => make("li", { title, text: id }, make("span", { text: ` ${title}` }))));

export function drawHeat() {
  const style = getComputedStyle(document.documentElement);
  const colours = Object.fromEntries(["full", "part", "none", "unwritten", "broken", "unsure"].map((name) => [name, style.getPropertyValue(`--${name}`)]));
  const wide = canvas.clientWidth || 600, scale = window.devicePixelRatio || 1;
  canvas.style.height = `${ROW * data.items.length}px`;
  canvas.width = Math.round(wide * scale);
  canvas.height = Math.round(ROW * data.items.length * scale);
  const pen = canvas.getContext("2d"), step = cellWidth() * scale, gap = step > 5 * scale ? scale : 0;
  data.items.forEach((_, item) => {
    let from = 0;
    while (from < ranked.length) { // neighbours of one colour in one stroke
      const colour = kind(item, ranked[from]);
      let to = from + 1;
      while (!gap && to < ranked.length && kind(item, ranked[to]) === colour) to += 1;
      pen.fillStyle = colours[colour];
      pen.fillRect(from * step, item * ROW * scale, (to - from) * step - gap, (ROW - 1.5) * scale);
      from = to;
    }
  });
  if (pointing && ranked.length) {
    pen.strokeStyle = style.getPropertyValue("--ink");
    pen.lineWidth = 1.5 * scale;
    pen.strokeRect(pointed[0] * step, pointed[1] * ROW * scale, Math.max(step - gap, 3), (ROW - 1.5) * scale);
  }
}
const cellWidth = () => Math.min(20, (canvas.clientWidth || 600) / Math.max(1, ranked.length));

function point(place, item) {
  if (!ranked.length) return;
  pointing = true;
  pointed = [Math.min(ranked.length - 1, Math.max(0, place)), Math.min(data.items.length - 1, Math.max(0, item))];
  const [id, title, points] = data.items[pointed[1]], student = ranked[pointed[0]];
  const got = `${amount(data.scores[pointed[1]][student])} of ${amount(points)}`;
  $("heat-now").textContent = `${nameOf(student)}: ${id} ${title}, ${got} (${WORDS[data.statuses[pointed[1]][student]]})`;
  drawHeat();
}
const under = (event) => {
  const box = canvas.getBoundingClientRect();
  return [Math.floor((event.clientX - box.left) / cellWidth()), Math.floor((event.clientY - box.top) / ROW)];
};
canvas.addEventListener("pointermove", (event) => {
  const [place, item] = under(event);
  if (place < ranked.length) point(place, item);
});
canvas.addEventListener("pointerleave", () => { pointing = false; drawHeat(); });
canvas.addEventListener("click", (event) => { const [place] = under(event); if (place < ranked.length) openCard(ranked[place]); });
canvas.addEventListener("focus", () => { $("heat-now").setAttribute("aria-live", "polite"); if (canvas.matches(":focus-visible")) point(...pointed); });
canvas.addEventListener("blur", () => { $("heat-now").removeAttribute("aria-live"); pointing = false; drawHeat(); });
canvas.addEventListener("keydown", (event) => {
  const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  if (event.key in moves) {
    event.preventDefault();
    point(pointed[0] + moves[event.key][0], pointed[1] + moves[event.key][1]);
  } else if (event.key === "Enter" && ranked.length) { event.preventDefault(); openCard(ranked[pointed[0]]); }
});

function arrange() {
  ranked = [...view].sort((a, b) => data.score[b] - data.score[a]); // equal scores stay in the order of the table
  drawHeat();
}
whenChanged(arrange);
let drawing = 0;
addEventListener("resize", () => { cancelAnimationFrame(drawing); drawing = requestAnimationFrame(drawHeat); });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawHeat);
