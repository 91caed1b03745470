/* What somebody is called. On a projector nobody is called by name. */
import { names } from "./chosen.js";
import { count, everybody } from "./students.js";
import { data } from "./unpacking.js";

export const alias = new Array(count);
[...everybody].sort((a, b) => (data.key[a] < data.key[b] ? -1 : 1))
  .forEach((student, index) => { alias[student] = `Student ${index + 1}`; }); // in an order that tells nothing

export const nameOf = (student) => (names.hidden ? alias[student] : data.name[student]);
