/* Everything around the table follows the section that is chosen, and whether names are shown. */
import { asked, names } from "./chosen.js";
import { $ } from "./elements.js";
import { showFigures } from "./figures.js";
import { inSection } from "./filters.js";
import { showGroups } from "./groups.js";
import { showHelp } from "./help.js";
import { showMistakes } from "./mistakes.js";
import { everybody, has } from "./students.js";
import { showTasks } from "./tasks.js";
import { whenChanged } from "./view.js";

function showLooks() {
  for (const button of document.querySelectorAll("#looks [data-flag]")) {
    const number = everybody.filter((student) => inSection(student) && has(student, button.dataset.flag)).length;
    button.querySelector(".n").textContent = number;
    button.closest("li").hidden = !number;
    const option = [...$("flag").options].find((each) => each.value === button.dataset.flag);
    option.textContent = `${button.querySelector("span").textContent} (${number})`;
    option.disabled = !number;
  }
  for (const line of document.querySelectorAll("[data-section-of]")) line.hidden = Boolean(asked.section) && line.dataset.sectionOf !== asked.section;
  for (const panel of document.querySelectorAll(".people-list")) panel.hidden = ![...panel.querySelectorAll("li")].some((line) => !line.hidden);
  for (const line of document.querySelectorAll("#requests tbody tr")) {
    const place = line.querySelector("[data-open]")?.dataset.open;
    line.hidden = Boolean(asked.section) && !(place !== undefined && inSection(Number(place)));
  }
}

let figured = null, listed = null;
function showLists() {
  if (figured !== asked.section) { // whether names are shown changes no number
    figured = asked.section;
    showFigures();
    showLooks();
  }
  showTasks();
  showHelp();
  showMistakes();
  showGroups();
  $("where").textContent = asked.section ? `Section ${asked.section}` : $("where").dataset.whole;
}

whenChanged(() => {
  const now = `${asked.section} ${names.hidden}`;
  if (listed === now) return; // nothing else changes the lists
  listed = now;
  showLists();
});
