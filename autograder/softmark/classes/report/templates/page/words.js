/* Points, states of a task and dates, as a person reads them. */
export const SYMBOLS = { p: "✓", f: "✗", n: "○", r: "⊘", q: "?", e: "!", "-": "–" };
export const WORDS = { p: "passed", f: "not right yet", n: "not written yet", r: "rule broken", q: "not checked", e: "grader failed", "-": "not in this grade" };
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

export const amount = (number) => String(Math.round(number * 100) / 100);

export const day = (text) => (/^\d{4}-\d\d-\d\d/.test(text) ? text.slice(0, 16).replace("T", " ") : text);

export function shortDay(text) {
  const parts = /^\d{4}-(\d\d)-(\d\d)[T ](\d\d:\d\d)/.exec(text);
  return parts ? `${Number(parts[2])} ${MONTHS[parts[1] - 1] || parts[1]}, ${parts[3]}` : text;
}
