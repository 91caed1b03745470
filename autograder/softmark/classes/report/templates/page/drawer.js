/* The drawer with a student's report card: opened from anywhere, closed back to where the reader was. */
import { toAddress } from "./address.js";
import { card, overview } from "./cards.js";
import { opened } from "./chosen.js";
import { $, make } from "./elements.js";
import { nameOf } from "./names.js";
import { toRow } from "./table.js";
import { details, unpacking } from "./unpacking.js";
import { view } from "./view.js";

const drawer = $("drawer"), body = $("drawer-body");
let opener = null;

export async function openCard(student) {
  opened.student = student;
  $("drawer-title").textContent = nameOf(student);
  toAddress();
  body.replaceChildren(...overview(student));
  const place = view.indexOf(student);
  $("previous").disabled = place <= 0;
  $("next").disabled = place < 0 || place >= view.length - 1;
  if (!drawer.open) {
    opener = document.activeElement;
    drawer.showModal();
    $("drawer-title").focus();
  }
  body.scrollTop = 0;
  if (!details) {
    const notice = make("p", { class: "quiet", text: "unpacking …" });
    body.append(notice);
    await unpacking;
    notice.remove();
    if (opened.student !== student) return;
  }
  body.append(...card(student));
}

function move(by) {
  const place = view.indexOf(opened.student), target = view[place + by];
  if (place < 0 || target === undefined) return;
  openCard(target);
  $("drawer-title").focus();
}

// --- what opens it ------------------------------------------------------------------------------------------

$("rows").addEventListener("click", (event) => {
  const line = event.target.closest("tr[data-student]");
  if (line) openCard(Number(line.dataset.student));
});
$("requests")?.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.open) openCard(Number(button.dataset.open));
});

// --- what moves it, and what closes it ----------------------------------------------------------------------

$("previous").addEventListener("click", () => move(-1));
$("next").addEventListener("click", () => move(1));
$("close").addEventListener("click", () => drawer.close());
drawer.addEventListener("click", (event) => { if (event.target === drawer) drawer.close(); });
drawer.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
    if (event.target.closest("pre")) return; // scrolls the code
    event.preventDefault();
    move(event.key === "ArrowRight" ? 1 : -1);
  } else if (event.key === "Tab") { // round and round, never behind the drawer
    const stops = [...drawer.querySelectorAll("button:not(:disabled), a[href], summary, pre[tabindex]")].filter((each) => each.checkVisibility());
    const first = stops[0], last = stops[stops.length - 1], here = document.activeElement;
    if (event.shiftKey && (here === first || !stops.includes(here))) { event.preventDefault(); last.focus(); }
    else if (!event.shiftKey && here === last) { event.preventDefault(); first.focus(); }
  }
});
drawer.addEventListener("close", () => {
  const student = opened.student;
  opened.student = null;
  toAddress();
  body.replaceChildren();
  if (view.includes(student) && opener?.closest("tr")) toRow(student); // back to the row that was read last
  else opener?.focus();
});

addEventListener("keydown", (event) => {
  if (event.key === "/" && !drawer.open && !/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName)) {
    event.preventDefault();
    $("find").focus();
  }
});
