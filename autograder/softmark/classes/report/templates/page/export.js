/* The students that are shown, as a CSV that no spreadsheet takes for formulas. */
import { $, make } from "./elements.js";
import { flagNames, flagWords, has, mistakesOf } from "./students.js";
import { data } from "./unpacking.js";
import { view } from "./view.js";
import { amount } from "./words.js";

function csvCell(value) {
  const text = typeof value === "number" ? amount(value) : value;
  const safe = typeof value === "string" && /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

$("export").addEventListener("click", () => {
  const titles = ["Name", "Email", "SID", "Section", "Submission", "Score", "Score on the platform", "Late penalty", "Due", "Late by (H:M:S)", ...data.items.map(([id, title]) => `${id} ${title}`), "To look at", "Known mistakes"];
  const lines = view.map((s) => [data.name[s], data.email[s], data.sid[s], data.section[s], data.id[s], data.score[s], data.there[s] ?? "", data.late[s], data.due[s] || "", data.by[s] || "",
    ...data.items.map((_, item) => data.scores[item][s]), flagNames.filter((flag) => has(s, flag)).map((flag) => flagWords[flag]).join("; "), mistakesOf[s].join("; ")]);
  const text = "\ufeff" + [titles, ...lines].map((line) => line.map(csvCell).join(",") + "\r\n").join("");
  const anchor = make("a", { href: URL.createObjectURL(new Blob([text], { type: "text/csv" })), download: "students.csv" });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 10000);
});
