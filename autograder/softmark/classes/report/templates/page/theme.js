/* Light, dark, or as the system is; remembered where the browser lets a page remember. */
import { $ } from "./elements.js";
import { drawHeat } from "./heat.js";

const themes = ["system", "light", "dark"];
let theme = "system";
const memory = { // a page opened from a file may have none
  get: () => { try { return localStorage.getItem("softmark-theme"); } catch { return null; } },
  set: (name) => { try { localStorage.setItem("softmark-theme", name); } catch { /* then it is forgotten */ } },
};

function wear(name) {
  theme = themes.includes(name) ? name : "system";
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  $("theme").textContent = `Theme: ${theme}`;
  drawHeat();
}

$("theme").addEventListener("click", () => { wear(themes[(themes.indexOf(theme) + 1) % themes.length]); memory.set(theme); });
$("theme").hidden = false;
export const wearRemembered = () => wear(memory.get());
