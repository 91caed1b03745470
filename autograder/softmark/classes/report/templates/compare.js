"use strict";
/* Search and filters of a comparison. Without scripts everything is there, only longer. */
(() => {
  const $ = (id) => document.getElementById(id);
  const rows = [...$("changes").children].map((line) => ({ line, text: `${line.textContent} ${line.dataset.id}`.toLowerCase() }));
  const asked = { find: "", way: "", task: "", why: "" };
  const buttons = [...document.querySelectorAll(".tallies button")];

  function fits({ line, text }) {
    return asked.find.split(/\s+/).every((word) => text.includes(word)) && (!asked.way || line.dataset.way === asked.way)
      && (!asked.task || line.dataset.task.includes(`|${asked.task}|`)) && (!asked.why || line.dataset.why.includes(`|${asked.why}|`));
  }

  function refresh() {
    let count = 0;
    for (const row of rows) {
      const fit = fits(row);
      row.line.hidden = !fit;
      count += fit;
    }
    const whole = rows.length === 1 ? "1 change" : `${rows.length} changes`;
    $("shown").textContent = count === rows.length ? whole : `${count} of ${whole}`;
    $("nobody").hidden = count > 0;
    for (const id of ["way", "task", "why"]) $(id).value = asked[id];
    for (const button of buttons) {
      const on = button.dataset.task ? asked.task === button.dataset.task : asked.why === button.dataset.why;
      button.setAttribute("aria-pressed", String(on));
    }
  }

  function ask(what) {
    Object.assign(asked, what);
    refresh();
  }
  $("find").addEventListener("input", (event) => ask({ find: event.target.value.trim().toLowerCase() }));
  for (const id of ["way", "task", "why"]) $(id).addEventListener("change", (event) => ask({ [id]: event.target.value }));
  $("tools").addEventListener("submit", (event) => event.preventDefault());
  $("clear").addEventListener("click", () => { $("find").value = ""; ask({ find: "", way: "", task: "", why: "" }); $("find").focus(); });
  for (const button of buttons) {
    const kind = button.dataset.task ? "task" : "why";
    button.addEventListener("click", () => ask({ [kind]: asked[kind] === button.dataset[kind] ? "" : button.dataset[kind] }));
  }
  addEventListener("beforeprint", () => { for (const each of document.querySelectorAll("#changes details")) each.open = true; });
  $("tools").hidden = false;
  refresh();
})();
