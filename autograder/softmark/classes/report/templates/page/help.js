/* Who needs help, and whose score differs from the platform's: a box for each sign. */
import { listInTable } from "./asking.js";
import { names } from "./chosen.js";
import { $, make } from "./elements.js";
import { inSection } from "./filters.js";
import { fill } from "./long_lists.js";
import { who } from "./people.js";
import { everybody, has } from "./students.js";
import { data, details, unpacking } from "./unpacking.js";

// A box for each of these flags that somebody has, and everybody who is in one.
function boxes(places) {
  const lists = [], listed = new Set();
  for (const place of places) {
    const [flag, word] = data.flags[place], members = everybody.filter((student) => inSection(student) && has(student, flag));
    if (!members.length) continue;
    if (flag === "low") members.sort((a, b) => data.score[a] - data.score[b]);
    members.forEach((student) => listed.add(student));
    const list = make("ul", { class: "absent whole" });
    if (names.hidden) list.append(make("li", { class: "soft", text: "Names are hidden." }));
    else fill(list, members, 20, (student) => make("li", {}, who(student), make("span", { class: "soft", text: ` ${details.texts[details.students[student][3][flag]]}` })));
    lists.push(make("div", {}, make("h3", {}, `${word} `, make("span", { class: "soft", text: members.length }),
      make("button", { type: "button", class: "plain list", text: "list in the table", onclick: () => listInTable({ flag }) })), list));
  }
  return [lists, listed];
}

export async function showHelp() {
  await unpacking;
  const [lists, needy] = boxes(data.help), [differing] = boxes(data.differs);
  $("needs").replaceChildren(...lists);
  if (!lists.length) $("needs").append(make("p", { class: "nobody", text: "Nobody: no low score, no task left out, every file came, and nobody is stuck." }));
  $("needs-count").textContent = lists.length ? `${needy.size} of ${everybody.filter(inSection).length} submissions.` : "";
  $("differing").replaceChildren(...differing);
  $("differs").hidden = $("to-differs").hidden = !differing.length;
}
