/* The mistakes that have a name, the most frequent first. */
import { $, make, SVG } from "./elements.js";
import { inSection } from "./filters.js";
import { empty, inSteps } from "./long_lists.js";
import { namesOf } from "./people.js";
import { data } from "./unpacking.js";

const FIRST = 10;
function mistakeBox([index, members], most) {
  const [name, , says, section, items] = data.mistakes[index];
  const bar = document.createElementNS(SVG, "svg");
  bar.setAttribute("class", "fill");
  bar.setAttribute("width", `${(100 * members.length / most).toFixed(2)}%`);
  return make("li", {}, make("p", { class: "number", text: members.length }), make("div", {},
    make("p", { class: "says", text: says }), make("div", { class: "track", "aria-hidden": "true" }, bar),
    make("p", { class: "where" }, `Task ${items} · section ${section} of the handout · `, make("code", { text: name })),
    namesOf(members, { mistake: index })));
}
export function showMistakes() {
  const found = data.mistakes.map(([, students], index) => [index, students.filter(inSection)]).filter(([, members]) => members.length)
    .sort((a, b) => b[1].length - a[1].length || (data.mistakes[a[0]][0] < data.mistakes[b[0]][0] ? -1 : 1));
  const most = found.length ? found[0][1].length : 1, rest = found.slice(FIRST);
  $("named").replaceChildren(...found.slice(0, FIRST).map((each) => mistakeBox(each, most)));
  if (!found.length) $("named").append(make("li", { class: "nobody", text: "No mistake was recognised by name." }));
  const more = $("more-named"), list = more.querySelector("ol");
  more.hidden = !rest.length;
  more.querySelector("summary").textContent = `${rest.length} more, less frequent`;
  empty(list);
  more.ontoggle = () => { if (more.open && !list.childElementCount) inSteps(list, rest, (each) => mistakeBox(each, most)); };
  more.ontoggle();
}
