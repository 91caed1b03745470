/* Who fails a check. They are packed as differences of places, those who fail with hidden numbers alone apart. */
import { data, details } from "./unpacking.js";

export const places = (gaps) => { let at = 0; return gaps.map((gap) => (at += gap)); };
export const failingOf = ([, , open, hidden]) => [...places(open), ...places(hidden)].sort((a, b) => a - b);

function find(word) { // "1.2/name" → the check, once everything is unpacked
  const [id, ...name] = word.split("/"), item = data.items.findIndex((each) => each[0] === id);
  return details?.tasks[item]?.flatMap(([, checks]) => checks).find((check) => check[0] === name.join("/"));
}

export function failing(word) {
  const check = find(word);
  return check ? new Set(failingOf(check)) : null;
}

export const titleOf = (word) => find(word)?.[1] || "";
