/* The class page: every part, in the order in which each shows a change, and the first view. */
import "./table.js";
import "./histogram.js";
import "./asking.js";
import "./heat.js";
import "./lists.js";
import "./export.js";
import { follow } from "./following.js";
import { wearRemembered } from "./theme.js";
import { refresh } from "./view.js";

refresh();
wearRemembered();
await follow();
