/* What is known of each student. A student is a number: the place in every column of the data. */
import { data } from "./unpacking.js";

export const count = data.name.length;
export const everybody = Array.from({ length: count }, (_, index) => index);

export const flagNames = data.flags.map(([key]) => key);
export const flagWords = Object.fromEntries(data.flags);
export const has = (student, flag) => (data.flagged[student] >> flagNames.indexOf(flag)) & 1;
// a flag that everybody has says nothing about anybody: it is told once, above
export const common = new Set(flagNames.filter((flag) => count > 1 && everybody.every((student) => has(student, flag))));

export const mistakesOf = everybody.map(() => []);
data.mistakes.forEach(([name, students]) => students.forEach((student) => mistakesOf[student].push(name)));

// what Find looks through, in small letters: words of somebody's mistakes, and who somebody is
const told = everybody.map((student) => mistakesOf[student].slice());
data.mistakes.forEach(([, students, says]) => students.forEach((student) => told[student].push(says)));
data.groups.forEach(([id, , students, sentence, line]) => students.forEach((student) => told[student].push(id, sentence, line)));
export const mistaken = told.map((words) => words.join("\n").toLowerCase());
export const known = everybody.map((student) => [data.name[student], data.email[student], data.sid[student], data.id[student]].join("\n").toLowerCase());

const COLOURS = { p: "full", f: "none", n: "unwritten", r: "broken", q: "unsure", e: "unsure", "-": "unwritten" };
export function kind(item, student) { // of a cell: how much of a task somebody has
  const letter = data.statuses[item][student], share = data.scores[item][student] / data.items[item][2];
  if (letter === "r" && !share) return "broken";
  return share >= 1 ? "full" : share > 0 ? "part" : COLOURS[letter];
}

export function inBar(student, bar) { // of the histogram
  const [low, high] = data.bars[bar], score = data.score[student];
  return score >= low && (high === null ? true : score < high);
}
