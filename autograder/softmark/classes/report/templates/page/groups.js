/* The mistakes without a name: those that several share, and those that are nobody else's. */
import { names } from "./chosen.js";
import { $, make } from "./elements.js";
import { inSection } from "./filters.js";
import { namesOf, who } from "./people.js";
import { data, details, unpacking } from "./unpacking.js";

const everywhere = (index) => data.groups[index][7];
export function showGroups() {
  const found = data.groups.map(([, , members], index) => [index, members.filter(inSection)]).filter(([, members]) => members.length);
  const shared = found.filter(([index]) => everywhere(index) > 1).sort((a, b) => b[1].length - a[1].length || a[0] - b[0]);
  const alone = found.filter(([index]) => everywhere(index) === 1);
  $("unnamed").hidden = $("to-unnamed").hidden = !data.groups.length;
  $("groups").replaceChildren(...shared.map(([index, members]) => groupBox(index, members)));
  if (!shared.length) $("groups").append(make("li", { class: "nobody", text: "No unnamed mistake is shared." }));
  const box = $("alone");
  box.hidden = !alone.length;
  box.querySelector("summary").textContent = `${alone.length} unnamed ${alone.length === 1 ? "mistake that is" : "mistakes that are"} nobody else’s`;
  box.ontoggle = () => { // made when it is opened: there may be a thousand
    if (box.open) box.querySelector("ul").replaceChildren(...alone.map(([index]) => {
      const [, item, [student], sentence, line] = data.groups[index];
      return make("li", {}, make("span", { class: "id", text: item }), " ", names.hidden ? null : who(student), make("span", { class: "soft", text: ` ${line || sentence}` }));
    }));
  };
  box.ontoggle();
}

function groupBox(index, members) {
  const [id, item, , sentence, line, checks, hidden] = data.groups[index];
  const title = data.items.find((each) => each[0] === item)?.[1] || "";
  const inside = make("div", { class: "inside" });
  const box = make("details", {}, make("summary", { text: "Checks and code" }), inside);
  box.addEventListener("toggle", async () => {
    if (!box.open || inside.childElementCount) return;
    inside.append(make("ul", { class: "checks" }, ...checks.map((text) => make("li", { text: `✗ ${text}` }))));
    await unpacking;
    const spellings = details.samples[index] || [];
    if (spellings.length) inside.append(make("div", { class: "side" }, ...spellings.map((lines, place) =>
      make("pre", { tabindex: 0, "aria-label": `Spelling ${place + 1} of ${spellings.length}` },
        ...lines.map(([text, differs]) => make("span", { class: differs ? "row own" : "row", text: text + "\n" }))))));
    if (spellings.length > 1) inside.append(make("p", { class: "soft", text: "Up to three ways in which it is written, lines that differ marked." }));
  });
  const of = members.length === everywhere(index) ? "" : ` · ${everywhere(index)} in all sections`;
  return make("li", { id: `group=${id}`, tabindex: -1 }, make("p", { class: "number", text: members.length }), make("div", {},
    make("p", { class: "says", text: sentence || checks[0] }),
    line ? make("p", { class: "line-of" }, "Values leave every known solution at ", make("code", { text: line })) : null,
    make("p", { class: "where" }, `Task ${item} ${title} · `, make("a", { href: `#group=${id}` }, make("code", { text: id })), `${of}${hidden ? " · on hidden numbers alone" : ""}`),
    namesOf(members, { group: index }), box));
}

export function toGroup(id) {
  const target = id && document.getElementById(`group=${id}`);
  if (!target) return;
  target.querySelector("details").open = true;
  target.scrollIntoView();
  target.focus({ preventScroll: true });
}
