/* A name that opens a report card, and a line of names that can all be listed in the table. */
import { listInTable } from "./asking.js";
import { names } from "./chosen.js";
import { openCard } from "./drawer.js";
import { make } from "./elements.js";
import { nameOf } from "./names.js";

const NAMED = 12;

export const who = (student) => make("button", { type: "button", class: "plain", text: nameOf(student), onclick: () => openCard(student) });

export function namesOf(members, filter) {
  const more = members.length - NAMED;
  return make("div", { class: "names" }, ...(names.hidden ? [] : members.slice(0, NAMED).map(who)),
    make("button", { type: "button", class: "plain list", text: more > 0 && !names.hidden ? `and ${more} more: list in the table` : "list in the table", onclick: () => listInTable(filter) }));
}
