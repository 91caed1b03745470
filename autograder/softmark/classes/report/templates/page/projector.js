/* A projector shows nobody's name: in the table, in the lists, in a report card, or to whoever searches. */
import { asked, names } from "./chosen.js";
import { $ } from "./elements.js";
import { forgetRows } from "./table.js";
import { refresh } from "./view.js";

export function hideNames(yes) {
  if (names.hidden === yes || !$("projector")) return;
  names.hidden = yes;
  forgetRows();
  $("projector").setAttribute("aria-pressed", String(yes));
  $("projector").textContent = yes ? "Show names" : "Hide names";
  for (const part of document.querySelectorAll(".named")) part.hidden = yes;
  $("export").disabled = yes;
  if ($("in-code")) $("in-code").disabled = yes;
  $("find").value = asked.find = "";
  $("find").placeholder = yes ? "mistake" : $("find").dataset.about;
  $("heat-now").textContent = "";
}

$("projector")?.addEventListener("click", () => { hideNames(!names.hidden); refresh(names.hidden ? "names hidden" : "names shown"); });
if ($("projector")) $("projector").hidden = false;
