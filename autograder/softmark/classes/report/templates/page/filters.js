/* Who fits what the reader asks for. */
import { asked, names } from "./chosen.js";
import { failing } from "./checks.js";
import { withCode } from "./code_search.js";
import { $ } from "./elements.js";
import { alias } from "./names.js";
import { has, inBar, known, mistaken, mistakesOf } from "./students.js";
import { data, details } from "./unpacking.js";

let failingIt = null; // who fails the check that is asked for

export function setFilters(what) {
  Object.assign(asked, what);
  failingIt = asked.check ? failing(asked.check) : null;
}

export const inSection = (student) => !asked.section || data.section[student].split(", ").includes(asked.section) || data.section[student] === asked.section;
const searchesCode = () => Boolean(!names.hidden && $("in-code")?.checked && details?.code);

function hasWord(student, word) {
  const who = names.hidden ? alias[student].toLowerCase() : known[student];
  return mistaken[student].includes(word) || who.includes(word) || (searchesCode() && withCode(word)[student]);
}

export function fits(student, except) {
  if (asked.find && !asked.find.split(/\s+/).every((word) => hasWord(student, word))) return false;
  if (!inSection(student)) return false;
  if (asked.flag && !has(student, asked.flag)) return false;
  if (asked.task !== "" && data.scores[asked.task][student] >= data.items[asked.task][2]) return false;
  if (asked.mistake !== null && !mistakesOf[student].includes(data.mistakes[asked.mistake][0])) return false;
  if (asked.group !== null && !data.groups[asked.group][2].includes(student)) return false;
  if (asked.check && !failingIt?.has(student)) return false;
  return except === "bar" || asked.bar === null || inBar(student, asked.bar);
}
