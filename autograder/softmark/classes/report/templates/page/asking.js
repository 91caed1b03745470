/* Where the reader asks: Find, the selects, the flags to look at; and a chip for each filter that is set. */
import { asked, link, nothing } from "./chosen.js";
import { titleOf } from "./checks.js";
import { $, make } from "./elements.js";
import { setFilters } from "./filters.js";
import { flagWords } from "./students.js";
import { data, unpacking } from "./unpacking.js";
import { refresh, whenChanged } from "./view.js";
import { amount } from "./words.js";

const SELECTS = ["section", "flag", "task"];

export function ask(what) {
  setFilters(what);
  for (const id of SELECTS) if ($(id)) $(id).value = asked[id];
  if ("find" in what && $("find").value.trim().toLowerCase() !== asked.find) $("find").value = asked.find;
  refresh();
}

export function listInTable(what) { // and only these
  link.group = "";
  ask({ ...nothing, section: asked.section, ...what });
  $("students").scrollIntoView();
  $("find").focus({ preventScroll: true });
}

$("find").addEventListener("input", (event) => ask({ find: event.target.value.trim().toLowerCase() }));
for (const id of SELECTS) $(id)?.addEventListener("change", (event) => ask({ [id]: event.target.value }));
$("tools").addEventListener("submit", (event) => event.preventDefault());
$("clear").addEventListener("click", () => { ask(nothing); $("find").focus(); });
$("looks")?.addEventListener("click", (event) => {
  const flag = event.target.closest("[data-flag]")?.dataset.flag;
  if (flag) ask({ flag: asked.flag === flag ? "" : flag });
});
$("in-code")?.addEventListener("change", async () => { await unpacking; refresh(); });

whenChanged(() => {
  const chips = [];
  const chip = (text, what) => chips.push(make("button", { class: "chip", type: "button", text, "aria-label": `Remove the filter: ${text}`, onclick: () => ask(what) }));
  if (asked.bar !== null) {
    const [low, high] = data.bars[asked.bar];
    chip(high === null ? `${amount(low)} points and more` : `${amount(low)} to under ${amount(high)} points`, { bar: null });
  }
  if (asked.mistake !== null) chip(`mistake ${data.mistakes[asked.mistake][0]}`, { mistake: null });
  if (asked.group !== null) chip(`group ${data.groups[asked.group][0]}`, { group: null });
  if (asked.check) chip(`fails “${titleOf(asked.check)}”`, { check: "" });
  if (asked.flag) chip(flagWords[asked.flag], { flag: "" });
  if (asked.task !== "") chip(`lost points in ${data.items[asked.task][0]}`, { task: "" });
  if (asked.section) chip(`section ${asked.section}`, { section: "" });
  $("chips").hidden = chips.length === 0;
  $("chips").replaceChildren("Shown: ", ...chips);
  for (const button of document.querySelectorAll("[data-flag]")) button.setAttribute("aria-pressed", String(button.dataset.flag === asked.flag));
});
