/* A task, opened: its sentences, its checks, and who fails them. */
import { toAddress } from "./address.js";
import { failingOf, places } from "./checks.js";
import { opened } from "./chosen.js";
import { $, make } from "./elements.js";
import { inSection } from "./filters.js";
import { namesOf } from "./people.js";
import { data, details, unpacking } from "./unpacking.js";

async function showTask(item) {
  const row = document.querySelector(`[data-row="${item}"]`), [id] = data.items[item];
  let inside = $(`task-${item}`);
  if (!inside) {
    inside = make("tr", { class: "inside", id: `task-${item}` }, make("td", { colspan: 7 }, make("ul", { class: "sentences", "aria-label": `Sentences and checks of ${id}` })));
    row.after(inside);
  }
  row.querySelector("button").setAttribute("aria-expanded", "true");
  await unpacking;
  const list = inside.querySelector(".sentences");
  const sentences = details.tasks[item];
  list.replaceChildren(...sentences.map(([sentence, checks]) => {
    const lost = new Set(checks.flatMap(failingOf).filter(inSection));
    return make("li", {},
      make("p", { class: "says" }, make("span", { class: "count", text: lost.size }), ` ${sentence || (sentences.length > 1 ? "Rules, and checks without a sentence" : "Checks")}`),
      make("ul", { class: "checks" }, ...checks.map((check) => {
        const members = failingOf(check).filter(inSection), hidden = places(check[3]).filter(inSection).length;
        const only = hidden ? ` (${hidden === members.length ? "all" : hidden} of them with hidden numbers alone)` : "";
        return make("li", {}, make("span", { class: "count", text: members.length }), make("div", {}, `${check[1]}${only}`, members.length ? namesOf(members, { check: `${id}/${check[0]}` }) : null));
      })));
  }));
  if (!sentences.length) list.append(make("li", { class: "nobody", text: "No check of this task has run." }));
}

export function toggleTask(item, open = !opened.tasks.has(item)) {
  if (open) opened.tasks.add(item);
  else opened.tasks.delete(item);
  if (open) return showTask(item);
  $(`task-${item}`)?.remove();
  document.querySelector(`[data-row="${item}"] button`).setAttribute("aria-expanded", "false");
}
$("tasks").addEventListener("click", (event) => {
  const button = event.target.closest("[data-task]");
  if (button) { toggleTask(Number(button.dataset.task)); toAddress(); }
});

export function showTasks() {
  for (const item of opened.tasks) showTask(item);
}
