/* One student's report card: what the drawer shows. */
import { names } from "./chosen.js";
import { make, SVG } from "./elements.js";
import { flagWords, has } from "./students.js";
import { data, details } from "./unpacking.js";
import { amount, day, SYMBOLS, WORDS } from "./words.js";

let wholeFiles = false;

export function overview(s) {
  const facts = [["Section", data.section[s]], ...(names.hidden ? [] : [["E-mail", data.email[s]], ["Number", data.sid[s]], ["Submission", data.id[s]]]), ["Handed in", day(data.when[s])],
    ["Score on the platform", data.there[s] == null ? "" : amount(data.there[s])],
    ["Due", data.due[s]], ["Taken until", data.latest[s]], ["Late by (H:M:S)", data.by[s] === "00:00:00" ? "" : data.by[s]]];
  const total = make("p", { class: "total", text: amount(data.score[s]) }, make("small", { text: ` of ${amount(data.points)} points` + (data.late[s] ? `, ${amount(data.late[s])} taken off for lateness` : "") + (has(s, "undecided") ? ", lateness undecided" : "") + (has(s, "attempts") ? ", attempts undecided" : "") }));
  return [make("div", {}, total, make("p", { class: "who" }, ...facts.filter(([, value]) => value).map(([name, value]) => make("span", { text: `${name}: ${value}` }))))];
}

const LOUD = { rule: "bad", error: "bad", files: "warn", below: "warn", stuck: "warn", late: "warn", undecided: "warn", attempts: "warn", time: "warn", isolation: "warn", platform: "warn", request: "warn" };
export function card(s) {
  const [reports, notes, staff, flags, decisions, attempts, file] = details.students[s];
  const say = (place) => details.texts[place];
  const parts = [];
  const whole = Object.entries(decisions).filter(([id]) => ["total", "late", "attempts"].includes(id));
  const remarks = [
    ...whole.map(([, text]) => make("li", { class: "info", text: say(text) })),
    ...Object.entries(flags).filter(([flag]) => flag !== "override").map(([flag, text]) => make("li", { class: LOUD[flag] || "" }, make("strong", { text: `${flagWords[flag]}. ` }), say(text))),
    ...staff.map((text) => make("li", {}, make("strong", { text: "Staff note. " }), ...noted(say(text)))),
    ...notes.map((text) => make("li", { class: "info", text: say(text) })),
  ];
  // what people wrote down about somebody, and somebody's code, may name them
  if (names.hidden) parts.push(make("p", { class: "quiet", text: "Names are hidden: so are notes, decisions and code." }));
  else if (remarks.length) parts.push(make("ul", { class: "remarks" }, ...remarks));
  if (attempts.length) parts.push(progress(attempts, data.score[s], data.when[s]));
  parts.push(make("div", {}, make("h3", { text: "Report card" }), make("div", { class: "tasklist" }, ...reports.map((place) => task(s, details.reports[place], decisions, say)))));
  if (details.code && !names.hidden) parts.push(code(s));
  else if (file && !names.hidden) parts.push(make("p", {}, make("a", { href: file, target: "_blank", rel: "noopener", text: "Report card with the code, in a file of its own" })));
  return parts;
}

/* A note's first line is a sentence; what follows is code. */
function noted(text) {
  const end = text.indexOf("\n");
  return end < 0 ? [text] : [text.slice(0, end + 1), make("code", { text: text.slice(end + 1) })];
}

function task(s, [id, verdict, lines], decisions, say) {
  const item = data.items.findIndex((each) => each[0] === id);
  const letter = data.statuses[item][s], [, title, points, bonus] = data.items[item];
  const told = names.hidden ? lines.filter(([kindOf]) => !"wds".includes(kindOf)) : lines;
  const box = make("details", { open: (letter !== "p" && letter !== "n") || id in decisions });
  box.append(make("summary", {},
    make("span", { class: `sym s-${letter}`, text: SYMBOLS[letter], "aria-hidden": "true" }),
    make("span", { class: "what", text: `${id} ${title}${bonus ? " (bonus)" : ""}` }, make("span", { class: "unseen", text: `, ${WORDS[letter]}` })),
    make("span", { class: "got", text: amount(data.scores[item][s]) }, make("small", { text: ` / ${amount(points)}` }))));
  const report = make("div", { class: "report" });
  if (id in decisions && !names.hidden) report.append(make("p", { class: "k-w", text: say(decisions[id]) }));
  report.append(make("p", { class: "k-v", text: say(verdict) }), ...told.map(([kindOf, text]) => make("p", { class: `k-${kindOf}`, text: say(text) })));
  box.append(report);
  return box;
}

function progress(attempts, last, when) {
  const scores = [...attempts.map(([, score]) => score), last], known = scores.filter((score) => score !== null);
  const top = Math.max(data.points, ...known);
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("class", "spark");
  picture.setAttribute("viewBox", "0 0 600 72");
  picture.setAttribute("preserveAspectRatio", "none");
  picture.setAttribute("aria-hidden", "true");
  const at = (index, score) => [8 + 584 * (scores.length > 1 ? index / (scores.length - 1) : 0), 66 - 60 * score / (top || 1)];
  const line = document.createElementNS(SVG, "polyline");
  line.setAttribute("points", scores.flatMap((score, index) => (score === null ? [] : [at(index, score).map((x) => x.toFixed(1)).join(",")])).join(" "));
  picture.append(line);
  const told = scores.map((score) => (score === null ? "?" : amount(score))).join(" → ");
  const first = day(attempts[0][0] || "");
  return make("div", {}, make("h3", { text: `${scores.length} attempts` }), picture, make("p", { class: "quiet", text: told + (first && when ? ` (${first} to ${day(when)})` : "") }));
}

function code(s) {
  const box = make("div", {}), { names: fileNames, shared, own, students } = details.code;
  const show = make("button", { class: "button small", type: "button", "aria-pressed": String(wholeFiles), text: wholeFiles ? "Fold the stub" : "Show whole files",
    onclick: () => { wholeFiles = !wholeFiles; const fresh = code(s); box.replaceWith(fresh); fresh.querySelector("button").focus(); } });
  box.append(make("div", { class: "code-head" }, make("h3", { text: "Code" }), show));
  for (const [file, ...pieces] of students[s]) {
    const listing = make("pre", { tabindex: 0, "aria-label": fileNames[file] });
    let number = 0;
    for (const piece of pieces) {
      const isOwn = piece & 1, lines = (isOwn ? own : shared)[piece >> 1].split("\n"), from = number;
      number += lines.length;
      const rows = () => lines.map((text, index) => make("span", { class: isOwn ? "row own" : "row", "data-n": from + index + 1, text: text + "\n" }));
      if (isOwn || wholeFiles) listing.append(...rows());
      else {
        const within = lines.findLast((line) => /^\s*(def|class)\s/.test(line));
        const fold = make("button", { class: "plain fold", type: "button", text: `⋯ ${lines.length} lines that most of the class has${within ? `, … ${within.trim()}` : ""}`, onclick: () => { const fresh = rows(); fold.replaceWith(...fresh); } });
        listing.append(fold);
      }
    }
    const lost = data.items.some((_, item) => data.scores[item][s] < data.items[item][2]);
    box.append(make("details", { class: "file", open: lost && file === students[s][0][0] }, make("summary", { text: `${fileNames[file]} · ${number} lines` }), listing));
  }
  if (!students[s].length) box.append(make("p", { class: "quiet", text: "None of the assignment’s files was handed in." }));
  return box;
}
