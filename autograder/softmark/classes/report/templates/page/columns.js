/* The columns of the table, and a number for each student by which each of them sorts. */
import { names, sorted } from "./chosen.js";
import { alias } from "./names.js";
import { count, everybody } from "./students.js";
import { data } from "./unpacking.js";

const collator = new Intl.Collator(undefined, { sensitivity: "base", numeric: true });
function rank(texts) { // one comparison of letters for each text and not for each pair, every time
  const order = [...everybody].sort((a, b) => collator.compare(texts[a], texts[b]));
  const place = new Int32Array(count);
  order.forEach((student, index) => { place[student] = index && !collator.compare(texts[student], texts[order[index - 1]]) ? place[order[index - 1]] : index; });
  return place;
}

const nameRank = rank(data.name), aliasRank = rank(alias);
const bits = (number) => { let ones = 0; for (; number; number &= number - 1) ones += 1; return ones; };
export const columns = [
  { key: "name", title: "Name", get values() { return names.hidden ? aliasRank : nameRank; } },
  { key: "section", title: "Section", values: rank(data.section), when: data.section.some(Boolean) },
  { key: "score", title: "Score", values: data.score, number: true, down: true },
  { key: "there", title: "Platform", values: data.there.map((score) => score ?? -1), number: true, down: true, when: data.there.length > 0 },
  { key: "tasks", title: "Tasks", values: data.full, down: true },
  { key: "attempts", title: "Attempts", values: data.attempts, number: true, down: true, when: data.attempts.length > 0 },
  { key: "when", title: "Handed in", values: rank(data.when), when: data.when.some(Boolean) },
  { key: "flags", title: "To look at", values: data.flagged.map(bits), down: true },
].filter((column) => column.when !== false);

export function inOrder(students) {
  const sign = sorted.down ? -1 : 1, { values } = columns.find((column) => column.key === sorted.by), byName = columns[0].values;
  return students.sort((a, b) => sign * (values[a] - values[b]) || byName[a] - byName[b] || a - b);
}
