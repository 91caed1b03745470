/* Who is shown, in which order. Whatever shows them is called whenever that changes. */
import { toAddress } from "./address.js";
import { columns, inOrder } from "./columns.js";
import { sorted } from "./chosen.js";
import { $ } from "./elements.js";
import { fits } from "./filters.js";
import { count, everybody } from "./students.js";

export let view = everybody;
const shows = [];
export const whenChanged = (show) => shows.push(show);

export function refresh(said) {
  view = inOrder(everybody.filter((student) => fits(student)));
  for (const show of shows) show();
  toAddress();
  const whole = count === 1 ? "1 submission" : `${count} submissions`;
  $("shown").textContent = (view.length === count ? whole : `${view.length} of ${whole}`) + (said ? `, ${said}` : "");
  $("nobody").hidden = view.length > 0;
}

export function sortBy(key) {
  const column = columns.find((each) => each.key === key);
  sorted.down = sorted.by === key ? !sorted.down : Boolean(column.down);
  sorted.by = key;
  refresh(`sorted by ${column.title.toLowerCase()}, ${sorted.down ? "descending" : "ascending"}`);
}
