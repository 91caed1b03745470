/* The data that the page carries: what the table needs at once, report cards and code while nobody waits. */
import { $ } from "./elements.js";

async function unpacked(id) {
  const holder = $(id);
  const bytes = Uint8Array.from(atob(holder.textContent), (letter) => letter.charCodeAt(0));
  holder.remove();
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

export const data = await unpacked("core").catch((problem) => {
  $("shown").textContent = "The table could not be unpacked: this needs a browser of 2023 or later.";
  throw problem;
});

export let details = null; // until they are unpacked
export const unpacking = new Promise((resolve) => {
  const later = window.requestIdleCallback || ((work) => setTimeout(work, 50));
  later(async () => { details = await unpacked("details"); resolve(); });
});
