/* Lists that may be long: the first lines at once, the others when they are asked for or while nobody waits. */
import { make } from "./elements.js";

// Never less than there is: what does not stand here at once is behind a button that says how much it is.
export function fill(list, rows, most, build) {
  list.replaceChildren(...rows.slice(0, most).map(build));
  if (rows.length > most) {
    const more = make("button", { type: "button", class: "plain", text: `Show ${rows.length - most} more` });
    more.addEventListener("click", () => {
      const rest = rows.slice(most).map(build);
      more.closest("li").replaceWith(...rest);
      rest[0].querySelector("button")?.focus();
    });
    list.append(make("li", { class: "show-more" }, more));
  }
}

// What fits on a screen or two at once, the rest while nobody waits; on paper nothing waits.
const unfinished = new Map();
export function inSteps(list, rows, build) {
  let at = 0;
  const step = (many) => {
    if (unfinished.get(list) !== finish) return; // the list is another one by now
    list.append(...rows.slice(at, at + many).map(build));
    at += many;
    if (at < rows.length) setTimeout(() => step(20), 0);
    else unfinished.delete(list);
  };
  const finish = () => step(rows.length);
  unfinished.set(list, finish);
  step(20);
}
addEventListener("beforeprint", () => { for (const finish of [...unfinished.values()]) finish(); });

export const empty = (list) => { list.replaceChildren(); unfinished.delete(list); };
