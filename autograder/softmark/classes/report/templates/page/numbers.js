/* The figures of a part of the class, worked out here as statistics.py works them out for a page of its own. */
const sum = (values) => values.reduce((total, value) => total + value, 0);
const mean = (values) => (values.length ? sum(values) / values.length : null);
const flat = (values) => !values.length || Math.max(...values) - Math.min(...values) < 1e-9;

function median(values) {
  if (!values.length) return null;
  const order = [...values].sort((a, b) => a - b), half = order.length >> 1;
  return order.length % 2 ? order[half] : (order[half - 1] + order[half]) / 2;
}

function variance(values) {
  const middle = mean(values);
  return sum(values.map((value) => (value - middle) ** 2)) / (values.length - 1);
}

function correlation(one, other) {
  if (one.length < 2 || flat(one) || flat(other)) return null;
  const a = mean(one), b = mean(other);
  const both = sum(one.map((value, index) => (value - a) * (other[index] - b)));
  return both / ((one.length - 1) * Math.sqrt(variance(one) * variance(other)));
}

function alpha(columns, spreads, whole) {
  if (whole.length < 2 || columns.length < 2 || flat(whole)) return null;
  return columns.length / (columns.length - 1) * (1 - sum(columns.map((column) => spreads[column])) / variance(whole));
}

/* Everything over some students, by their places. */
export function figures(data, students) {
  const counted = students.filter((student) => data.counted[student] === "1");
  const scores = counted.map((student) => data.score[student]);
  const matrix = data.items.map((_, item) => counted.map((student) => data.scores[item][student]));
  const spreads = matrix.map((column) => (column.length > 1 ? variance(column) : 0));
  const total = (columns) => counted.map((_, place) => sum(columns.map((column) => matrix[column][place])));
  const all = data.items.map((_, item) => item), base = all.filter((item) => !data.items[item][3]);
  const everything = total(all), whole = total(base);
  const items = data.items.map(([, , points, bonus], item) => {
    const have = counted.filter((student) => data.statuses[item][student] !== "-"), got = have.map((student) => data.scores[item][student]);
    const full = got.filter((score) => score >= points && points > 0).length, part = got.filter((score) => score > 0 && score < points).length;
    const unwritten = have.filter((student) => data.statuses[item][student] === "n").length;
    const rest = everything.map((score, place) => score - matrix[item][place]);
    const without = base.filter((each) => each !== item);
    return {
      mean: mean(got), difficulty: points > 0 ? mean(got.map((score) => score / points)) : null, discrimination: correlation(matrix[item], rest),
      alpha: bonus ? null : alpha(without, spreads, whole.map((score, place) => score - matrix[item][place])),
      full, part, none: have.length - full - part - unwritten, unwritten,
    };
  });
  return {
    count: counted.length, leftOut: students.length - counted.length, mean: mean(scores), median: median(scores),
    deviation: scores.length > 1 ? Math.sqrt(variance(scores)) : null, alpha: alpha(base, spreads, whole), items,
    done: counted.filter((student) => data.done[student] === "1").length,
  };
}

/* As Python rounds: a number exactly between two goes to the even one. */
function fixed(value, digits) {
  const scaled = value * 10 ** digits, between = Number.isInteger(value * 2 ** (digits + 1)) && Math.abs(scaled % 1) === 0.5;
  return between ? (2 * Math.round(scaled / 2) / 10 ** digits).toFixed(digits) : value.toFixed(digits);
}
export function shown(value, digits = 2) {
  if (value === null || !Number.isFinite(value)) return "–";
  const text = fixed(value, digits);
  return Number(text) ? text.replace("-", "−") : text.replace("-", "");
}
export const percent = (part, whole) => (whole ? `${fixed(100 * part / whole, 0)} %` : "–");
export const share = (value) => (value === null ? "–" : `${fixed(100 * value, 0)} %`);
