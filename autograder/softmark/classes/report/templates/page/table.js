/* The table of students. Only the rows near the screen are in the document, between two spacers of the others' height:
   sorting two thousand students costs what sorting sixty does. On paper all of them are there. */
import { sorted } from "./chosen.js";
import { columns } from "./columns.js";
import { $, make } from "./elements.js";
import { nameOf } from "./names.js";
import { common, count, flagNames, flagWords, has, kind } from "./students.js";
import { data } from "./unpacking.js";
import { sortBy, view, whenChanged } from "./view.js";
import { amount, shortDay } from "./words.js";

// --- a row --------------------------------------------------------------------------------------------------

function strip(student) {
  const step = 100 / data.items.length;
  const parts = data.items.map((_, item) => {
    const colour = `var(--${kind(item, student)})`;
    return `${colour} ${(item * step).toFixed(2)}% ${((item + 1) * step - step * 0.12).toFixed(2)}%, transparent 0 ${((item + 1) * step).toFixed(2)}%`;
  });
  return `linear-gradient(90deg, ${parts.join(", ")})`;
}

const cells = {
  section: (s) => make("td", { class: "c-section", text: data.section[s] }),
  score: (s) => make("td", { class: "c-score n" },
    make("span", { text: amount(data.score[s]) }),
    data.late[s] ? make("span", { class: "late", text: `−${amount(data.late[s])} late`, title: "taken off for lateness; the score is what is left" }) : null,
    has(s, "undecided") ? make("span", { class: "late", text: "late?", title: "lateness undecided" }) : null,
    has(s, "attempts") ? make("span", { class: "late", text: "best?", title: "attempts undecided" }) : null),
  there: (s) => make("td", { class: `c-there n${has(s, "platform") ? " differs" : ""}`, text: data.there[s] == null ? "–" : amount(data.there[s]),
    title: has(s, "platform") ? "differs from the score here" : false }),
  tasks: (s) => {
    const picture = make("span", { class: "strip", "aria-hidden": "true" });
    picture.style.background = strip(s);
    return make("td", { class: "c-tasks" }, picture, make("span", { text: `${data.full[s]}/${data.items.length}` }));
  },
  attempts: (s) => make("td", { class: "c-attempts n", text: data.attempts[s] }),
  when: (s) => make("td", { class: "c-when soft", text: shortDay(data.when[s]), title: data.when[s] + (data.due[s] ? `, due ${data.due[s]}` : "") }),
  flags: (s) => make("td", { class: "c-flags" }, ...flagNames.filter((flag) => has(s, flag) && !common.has(flag))
    .map((flag) => make("span", { class: `tag ${flag}`, text: flagWords[flag] }))),
};

const built = new Array(count);
function row(student) {
  if (!built[student]) {
    const button = make("button", { class: "plain", type: "button", tabindex: -1, text: nameOf(student), title: nameOf(student) });
    const line = make("tr", {}, make("th", { scope: "row", class: "c-name" }, button));
    for (const column of columns.slice(1)) line.append(cells[column.key](student));
    line.dataset.student = student;
    built[student] = line;
  }
  return built[student];
}

// --- the rows near the screen -------------------------------------------------------------------------------

const rowsBody = $("rows"), above = make("tr", { "aria-hidden": "true" }, make("td")), below = above.cloneNode(true);
const NEAR = 15;
let onPaper = false;
function near() {
  const high = rowsBody.querySelector("tr[data-student]")?.offsetHeight || 38;
  const first = Math.floor(-rowsBody.getBoundingClientRect().top / high) - NEAR;
  const many = Math.ceil(innerHeight / high) + 2 * NEAR;
  const from = Math.max(0, Math.min(first, view.length - many));
  return onPaper ? [0, view.length, 0] : [from, Math.min(view.length, from + many), high];
}

function showRows() {
  const [from, to, high] = near(), wanted = view.slice(from, to), kept = new Set(wanted);
  for (const line of [...rowsBody.children]) if (!kept.has(Number(line.dataset.student ?? -1))) line.remove();
  let next = rowsBody.firstElementChild;
  wanted.forEach((student, index) => {
    const line = row(student);
    line.setAttribute("aria-rowindex", from + index + 2);
    if (line === next) next = next.nextElementSibling;
    else rowsBody.insertBefore(line, next);
  });
  while (next) { const gone = next; next = next.nextElementSibling; gone.remove(); }
  for (const [spacer, many, put] of [[above, from, "prepend"], [below, view.length - to, "append"]]) {
    spacer.firstChild.style.height = `${many * high}px`;
    if (many) rowsBody[put](spacer);
  }
  $("table").setAttribute("aria-rowcount", view.length + 1);
  if (current === null || !row(current).isConnected) rove(wanted[0]);
}

export function toRow(student) { // scrolls as far as needed, and no further
  if (!row(student).isConnected) {
    const high = rowsBody.querySelector("tr[data-student]").offsetHeight;
    scrollTo({ top: scrollY + rowsBody.getBoundingClientRect().top + view.indexOf(student) * high - innerHeight / 2, behavior: "instant" });
    showRows();
  }
  rove(student);
  row(student).querySelector("button").focus();
}

let current = null;
function rove(student) { // one row is in the order of Tab; arrows lead to the others
  if (current !== null && built[current]) built[current].querySelector("button").tabIndex = -1;
  current = student ?? null;
  if (current !== null) row(current).querySelector("button").tabIndex = 0;
}

export function forgetRows() { // they are built again when they are next shown
  built.fill(undefined);
  rowsBody.replaceChildren();
  current = null;
}

// --- the heads ----------------------------------------------------------------------------------------------

const direction = (key) => (key !== sorted.by ? "none" : sorted.down ? "descending" : "ascending");
$("heads").replaceChildren(...columns.map((column) => {
  const button = make("button", { class: "plain", type: "button", text: column.title, onclick: () => sortBy(column.key) });
  return make("th", { scope: "col", class: `c-${column.key}${column.number ? " n" : ""}`, "aria-sort": direction(column.key), "data-key": column.key, "data-title": column.title }, button);
}));
function showOrder() {
  for (const head of $("heads").children) head.setAttribute("aria-sort", direction(head.dataset.key));
}

// --- what moves it ------------------------------------------------------------------------------------------

whenChanged(() => { showOrder(); showRows(); });

rowsBody.addEventListener("keydown", (event) => {
  const line = event.target.closest("tr");
  if (!line) return;
  const place = view.indexOf(Number(line.dataset.student));
  const moves = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: view.length - 1, PageDown: place + 15, PageUp: place - 15 };
  if (!(event.key in moves)) return;
  event.preventDefault();
  toRow(view[Math.min(view.length - 1, Math.max(0, moves[event.key]))]);
});

let waiting = 0;
function showSoon() { cancelAnimationFrame(waiting); waiting = requestAnimationFrame(showRows); }
addEventListener("scroll", showSoon, { passive: true });
addEventListener("resize", showSoon);
addEventListener("beforeprint", () => { onPaper = true; showRows(); });
addEventListener("afterprint", () => { onPaper = false; showRows(); });
