/* What is shown, in the part of the address behind #, so that a view can be sent. People are in it by a word that only
   the page can read; what somebody typed into Find is not: it may be a name. */
import { asked, link, names, opened, sorted } from "./chosen.js";
import { data } from "./unpacking.js";

export const readAddress = () => (location.hash.includes("=") ? new URLSearchParams(location.hash.slice(1)) : null);

function write(state) {
  const kept = new URLSearchParams(Object.entries(state).filter(([, value]) => value));
  const plain = location.hash && !location.hash.includes("=") ? location.hash : "";
  const wanted = kept.size ? `#${kept}` : plain;
  if (wanted !== location.hash) history.replaceState(null, "", wanted || location.pathname + location.search);
}

let following = true; // first the page follows the address, then the address follows what is shown
export function setFollowing(yes) { following = yes; }

export function toAddress() {
  if (following) return;
  write({
    group: link.group,
    section: asked.section, show: asked.flag, lost: asked.task === "" ? "" : data.items[asked.task][0], points: asked.bar === null ? "" : String(data.bars[asked.bar][0]),
    mistake: asked.mistake === null ? "" : data.mistakes[asked.mistake][0], alike: asked.group === null ? "" : data.groups[asked.group][0], check: asked.check,
    sort: sorted.by === "name" && !sorted.down ? "" : `${sorted.down ? "-" : ""}${sorted.by}`, task: [...opened.tasks].map((item) => data.items[item][0]).join(" "),
    names: names.hidden ? "hidden" : "", student: opened.student === null ? "" : data.key[opened.student],
  });
}
