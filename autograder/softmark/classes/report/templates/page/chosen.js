/* Everything that the reader has chosen: filters, order, what is open, whether names are shown. */
export const nothing = { find: "", section: "", flag: "", task: "", bar: null, mistake: null, group: null, check: "" };
export const asked = { ...nothing };
export const sorted = { by: "name", down: false };
export const opened = { tasks: new Set(), student: null };
export const names = { hidden: false };
export const link = { group: "" }; // a group that an address points to stays in it
