/* A word in the code of the class, searched in pieces: what many have is read once. */
import { details } from "./unpacking.js";

let lowered = null;
const searched = new Map();

export function withCode(word) { // for each student, whether their code has it
  if (!lowered) {
    const low = (texts) => texts.map((text) => text.toLowerCase());
    lowered = { own: low(details.code.own), shared: low(details.code.shared), students: details.code.students.map((files) => files.flatMap(([, ...pieces]) => pieces)) };
  }
  if (!searched.has(word)) {
    if (searched.size > 50) searched.clear();
    const own = lowered.own.map((text) => text.includes(word)), shared = lowered.shared.map((text) => text.includes(word));
    searched.set(word, lowered.students.map((pieces) => pieces.some((piece) => (piece & 1 ? own : shared)[piece >> 1])));
  }
  return searched.get(word);
}
