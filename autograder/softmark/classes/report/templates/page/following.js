/* What an address asks for is shown. A word in it that this page does not know says nothing. */
import { readAddress, setFollowing, toAddress } from "./address.js";
import { ask } from "./asking.js";
import { failing } from "./checks.js";
import { link, opened, sorted } from "./chosen.js";
import { columns } from "./columns.js";
import { openCard } from "./drawer.js";
import { $ } from "./elements.js";
import { toGroup } from "./groups.js";
import { hideNames } from "./projector.js";
import { toggleTask } from "./tasks.js";
import { data, unpacking } from "./unpacking.js";

const placeIn = (list, word) => { const at = list.indexOf(word); return at < 0 ? null : at; };
const option = (id, word) => ($(id) && [...$(id).options].some((each) => each.value === word) ? word : "");

export async function follow() {
  const wanted = readAddress();
  setFollowing(Boolean(wanted));
  if (!wanted) return toAddress();
  link.group = wanted.get("group") || "";
  if ([...wanted.keys()].join() === "group") {
    setFollowing(false);
    toAddress();
    return toGroup(link.group);
  }
  const ids = data.items.map(([id]) => id), sort = (wanted.get("sort") || "name").replace(/^-/, "");
  if (columns.some((column) => column.key === sort)) Object.assign(sorted, { by: sort, down: (wanted.get("sort") || "").startsWith("-") });
  hideNames(wanted.get("names") === "hidden");
  if (wanted.get("check") || wanted.get("student")) await unpacking;
  const lost = placeIn(ids, wanted.get("lost"));
  for (const item of ids.keys()) toggleTask(item, (wanted.get("task") || "").split(" ").includes(ids[item]));
  const check = wanted.get("check") || "";
  setFollowing(false);
  ask({
    section: option("section", wanted.get("section") || ""), flag: option("flag", wanted.get("show") || ""), task: lost === null ? "" : String(lost), bar: placeIn(data.bars.map(([low]) => String(low)), wanted.get("points")),
    mistake: placeIn(data.mistakes.map(([name]) => name), wanted.get("mistake")), group: placeIn(data.groups.map(([id]) => id), wanted.get("alike")), check: failing(check) ? check : "",
  });
  const student = placeIn(data.key, wanted.get("student"));
  if (student !== null && student !== opened.student) openCard(student);
  toGroup(link.group);
}
addEventListener("hashchange", follow);
