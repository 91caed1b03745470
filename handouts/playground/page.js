// The page: controls on top, one sentence on what moved, then every step as a table of numbers with a colour.

const EXAMPLES = JSON.parse(document.getElementById("data").textContent);
const MOST_WORDS = 40, GRID = 8, NAMES = { W_q: "Q", W_k: "K", W_v: "V" };
const at = id => document.getElementById(id);
let state, result;

function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== false && value !== undefined) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

// W^K in a text becomes W with a raised K.
const raised = text => text.split(/W\^([QKV])/).flatMap((part, i) => i % 2 ? [el("i", {}, "W"), el("sup", {}, part)] : [part]);
const matrixName = name => [el("i", {}, "W"), el("sup", {}, NAMES[name])];
const copied = rows => rows.map(row => [...row]);
const same = (a, b) => a.length === b.length && a.every((row, i) => row.every((entry, j) => entry === b[i][j]));

function shown(value) {
  if (value === -Infinity) return "−∞";
  const nearlyOne = value > 0.995 && value < 1;  // 0.99986 and 0.99746 are two different things
  const text = Number.isInteger(value) ? String(value) : value.toFixed(nearlyOne ? 5 : 2);
  return text.replace("-", "−").replace(/^−(0(\.00)?)$/, "$1");
}

const asTyped = value => String(+value.toPrecision(4));

// --- state and address ------------------------------------------------------------------------------------------------

function fresh(id) {
  const example = EXAMPLES[id];
  return { id, words: [...example.sentence], W_q: copied(example.W_q), W_k: copied(example.W_k), heads: example.heads,
    mask: example.mask, scale: example.scale, projector: state ? state.projector : false };
}

function address() {
  const example = EXAMPLES[state.id], told = new URLSearchParams({ example: state.id });
  if (state.words.join(" ") !== example.sentence.join(" ")) told.set("words", state.words.join(" "));
  for (const name of ["mask", "scale"]) if (state[name] !== example[name]) told.set(name, state[name] ? "1" : "0");
  if (state.heads !== example.heads) told.set("heads", state.heads);
  for (const name of ["W_q", "W_k"]) {
    if (!same(state[name], example[name])) told.set(name, state[name].map(row => row.join(",")).join(";"));
  }
  if (state.projector) told.set("view", "projector");
  return "#" + told;
}

// What an address asks for. Whatever cannot be had is left as the example has it, and told.
function fromAddress(hash) {
  const told = new URLSearchParams(hash.slice(1)), trouble = [];
  let id = told.get("example") || "thread";
  if (!Object.hasOwn(EXAMPLES, id)) {
    trouble.push(id === "own" ? "The address belongs to a model of your own: load its file again."
      : `The address names “${id}”, and there is no such example: here is the thread.`);
    id = "thread";
  }
  const asked = fresh(id), example = EXAMPLES[id], size = example.W_v.length;
  asked.projector = told.get("view") === "projector";
  if (told.has("words") && id === (told.get("example") || "thread")) {
    const [words, wrong] = read(told.get("words"), example);
    if (wrong) trouble.push(wrong); else asked.words = words;
  }
  for (const name of ["mask", "scale"]) if (told.has(name)) asked[name] = told.get(name) === "1";
  if (told.has("heads")) {
    if (divisors(size).includes(Number(told.get("heads")))) asked.heads = Number(told.get("heads"));
    else trouble.push(`A width of ${size} cannot be cut into ${told.get("heads")} heads.`);
  }
  for (const name of ["W_q", "W_k"]) if (told.has(name)) {
    const rows = told.get(name).split(";").map(row => row.split(",").map(Number));
    if (isMatrix(rows, size, size)) asked[name] = rows;
    else trouble.push(`The address has no ${size} × ${size} numbers for W^${NAMES[name]}.`);
  }
  return [asked, trouble.join(" ")];
}

const divisors = size => [1, 2, 3, 4, 6, 8].filter(n => n <= size && size % n === 0);
const isMatrix = (rows, n, m) => Array.isArray(rows) && rows.length === n
  && rows.every(row => Array.isArray(row) && row.length === m && row.every(Number.isFinite));

// The words of a text, or one sentence on what is wrong with it.
function read(text, example) {
  const known = word => Object.hasOwn(example.vectors, word);
  const words = text.trim().split(/\s+/).filter(Boolean).map(word => known(word) ? word : word.toLowerCase());
  const strange = words.find(word => !known(word)), most = Math.min(MOST_WORDS, example.places ? example.places.length : MOST_WORDS);
  if (!words.length) return [null, "An empty sentence has nobody to look at: write one word at least."];
  if (strange) return [null, `“${strange}” is not in this vocabulary; the words are listed below the sentence.`];
  if (words.length > most) return [null, `${words.length} words are too many here: ${most} at most.`];
  return [words, ""];
}

// --- what moved -------------------------------------------------------------------------------------------------------

function wordAt(i) {
  const word = state.words[i];
  return `“${word}”` + (state.words.filter(other => other === word).length > 1 ? ` (place ${i + 1})` : "");
}

const headName = h => state.heads > 1 ? `Head ${h}: ` : "";

// The weight that moved most, and how many did; null where the two results cannot be held against each other.
function moves(before, after) {
  if (!before || before.heads.length !== after.heads.length || before.words !== after.words) return null;
  const all = after.heads.flatMap((head, h) => head.weights.flatMap((row, i) => row.map((now, j) => (
    { h, i, j, now, was: before.heads[h].weights[i][j] }))));
  const moved = all.filter(one => Math.abs(one.now - one.was) >= 0.0005);
  moved.sort((a, b) => Math.abs(b.now - b.was) - Math.abs(a.now - a.was));
  return { most: moved[0], count: moved.length, of: all.length };
}

function sentence(found) {
  if (found && !found.most) return "No weight moved.";
  if (found) {
    const { h, i, j, now, was } = found.most;
    return `${headName(h)}${wordAt(i)} now gives ${near(now)} of its attention to ${wordAt(j)} (before: ${near(was)}). `
      + `${found.count} of ${found.of} weights moved.` + watched(i);
  }
  return result.heads.slice(0, 4).map((_, h) => looks(h, state.words.length - 1)).join(" ");
}

function looks(h, i) {
  const row = result.heads[h].weights[i], best = Math.max(...row), ties = row.filter(w => best - w < 0.0005).length;
  return ties > 1 ? `${headName(h)}${wordAt(i)} looks equally at ${ties} words (${near(best)} each).`
    : `${headName(h)}${wordAt(i)} looks most at ${wordAt(row.indexOf(best))} (${near(best)}).`;
}

// Each example is about one word; where another one moved most, it is told as well where that one looks.
function watched(told) {
  const place = state.words.indexOf(EXAMPLES[state.id].watch);
  return place < 0 || place === told || state.heads > 1 ? "" : ` ${looks(0, place)}`;
}

const near = weight => weight > 0 && weight < 0.001 ? "less than 0.001" : weight > 0.999 && weight < 1 ? weight.toFixed(5) : String(+weight.toFixed(3));

function say(text, trouble = false) {
  at("said").replaceChildren(...raised(text));
  at("said").classList.toggle("trouble", trouble);
}

// Every change goes through here: do it, draw, say what moved, and put it into the address.
function change(what, act, numbers = true) {
  const before = result;
  act();
  draw(before);
  say([what, numbers && sentence(moves(before, result))].filter(Boolean).join(" "));
  try { history.replaceState(null, "", address()); } catch { location.hash = address(); }
}

// --- drawing ----------------------------------------------------------------------------------------------------------

function table(name, caption, rows, labels, columns, options = {}) {
  const { moved = () => "" } = options;
  const finite = rows.flat().filter(Number.isFinite).map(Math.abs), largest = options.largest || Math.max(...finite, 1e-9);
  const head = el("tr", {}, el("td", { class: "hidden", "aria-hidden": true, style: "border-color:transparent;background:none" }),
    ...columns.map(column => el("th", { scope: "col" }, column)));
  const body = rows.map((row, i) => el("tr", {}, el("th", { scope: "row" }, labels[i]), ...row.map((value, j) => {
    const hidden = value === -Infinity || options.seen && !options.seen(i, j);
    const kind = [hidden && "hidden", value < 0 && !hidden && "minus", moved(i, j)].filter(Boolean).join(" ");
    return el("td", { class: kind || false, "data-v": Number.isFinite(value) ? value.toPrecision(10) : "-inf",
      style: hidden ? false : `--p:${(Math.abs(value) / largest).toFixed(3)}` }, shown(value));
  })));
  const made = el("table", {}, el("caption", {}, ...[caption].flat()), el("thead", {}, head), el("tbody", {}, ...body));
  return el("div", { class: "map", "data-map": name }, made);
}

const numbered = count => Array.from({ length: count }, (_, i) => String(i + 1));

function drawMaps(before) {
  const { words } = state, features = numbered(EXAMPLES[state.id].W_v.length), compared = moves(before, result);
  const part = (title, ...maps) => [el("h2", {}, title), el("div", { class: "maps" }, ...maps)];
  const seen = (i, j) => !state.mask || j <= i;
  const roles = { x: "X: the words", q: "Q: what it asks", k: "K: what it is found by", v: "V: what it hands over" };
  for (const [name, caption] of Object.entries(roles)) at(`map-${name}`).replaceChildren(table(name, [caption], result[name], words, features));
  const all = [];
  result.heads.forEach((head, h) => {
    const moved = (i, j) => {
      if (!compared || Math.abs(head.weights[i][j] - before.heads[h].weights[i][j]) < 0.005) return "";
      const most = compared.most;
      return most.h === h && most.i === i && most.j === j ? "moved most" : "moved";
    };
    const maps = [table(`scores-${h}`, ["Scores", state.scale ? ", divided by the root" : ", as they are"], head.scores, words, words)];
    if (state.mask) maps.push(table(`masked-${h}`, ["After the mask"], head.masked, words, words));
    maps.push(table(`weights-${h}`, ["Weights: each row sums to 1"], head.weights, words, words, { largest: 1, seen, moved }));
    all.push(...part(state.heads > 1 ? `Head ${h}` : "Who looks at whom", ...maps));
  });
  all.push(...part("What they take home", table("output", [state.heads > 1 ? "Output, heads side by side" : "Output"], result.output, words, features)));
  at("maps").replaceChildren(...all);
}

function set(name, i, j, text) {
  const value = Number(text.replace("−", "-").replace(",", "."));
  if (text.trim() === "" || !Number.isFinite(value) || Math.abs(value) > 1e6) {
    say(`“${text}” cannot be a weight. Use digits and a point, at most a million.`, true);
    drawEditors();
    return;
  }
  if (value === state[name][i][j]) return;
  change(`W^${NAMES[name]}, row ${i + 1}, column ${j + 1} is now ${shown(value)}.`, () => { state[name][i][j] = value; });
}

function grid(name, caption) {
  const features = numbered(state[name].length), columns = numbered(state[name][0].length);
  const rows = state[name].map((row, i) => el("tr", {}, el("th", { scope: "row" }, features[i]), ...row.map((value, j) => el("td", {},
    el("input", { inputmode: "decimal", value: asTyped(value), id: `${name}-${i}-${j}`,
      "aria-label": `W ${NAMES[name]}, row ${i + 1}, column ${j + 1}`, onchange: event => set(name, i, j, event.target.value) })))));
  const head = el("tr", {}, el("td", { "aria-hidden": true, style: "border-color:transparent" }), ...columns.map(c => el("th", { scope: "col" }, c)));
  return el("div", { class: "map grid", style: `--columns:${columns.length}` }, el("table", {}, el("caption", {}, ...caption), el("thead", {}, head), el("tbody", {}, ...rows)));
}

// A wide matrix is shown as numbers, with one entry at a time to change.
function oneEntry(name, caption) {
  const field = (label, value) => el("label", {}, `${label} `, el("input", { inputmode: "decimal", value, id: `${name}-${label}` }));
  const size = state[name].length, pick = label => Number(at(`${name}-${label}`).value) - 1;
  const form = el("form", { class: "row edit-one", onsubmit: event => {
    event.preventDefault();
    const i = pick("row"), j = pick("column");
    if (state[name][i]?.[j] === undefined) say(`W^${NAMES[name]} has rows and columns 1 to ${size}.`, true);
    else set(name, i, j, at(`${name}-value`).value);
  } }, field("row", "1"), field("column", "1"), field("value", "0"), el("button", { type: "submit", "aria-label": `Set this entry of W ${NAMES[name]}` }, "Set"));
  return el("details", {}, el("summary", {}, ...caption), form, table(name, matrixName(name), state[name], numbered(size), numbered(size)));
}

// Fields are kept while the example stays: whoever moves on by Tab must find the next one where it was.
function drawEditors() {
  const wide = state.W_q.length > GRID, rows = EXAMPLES[state.id].W_v, features = numbered(rows.length);
  for (const name of ["W_q", "W_k"]) {
    const place = at(`edit-${name}`), kept = place.dataset.example === state.id;
    if (!kept) place.replaceChildren((wide ? oneEntry : grid)(name, [...matrixName(name), ": change it"]));
    else if (wide) place.querySelector("[data-map]").replaceWith(table(name, matrixName(name), state[name], features, features));
    else state[name].forEach((row, i) => row.forEach((value, j) => { at(`${name}-${i}-${j}`).value = asTyped(value); }));
    place.dataset.example = state.id;
  }
  at("show-W_v").replaceChildren(...(wide ? [] : [table("W_v", matrixName("W_v"), rows, features, features)]));
}

function drawExamples() {
  for (const [id, one] of Object.entries(EXAMPLES)) {
    const there = document.querySelector(`[data-example-name="${id}"]`) || at("examples").appendChild(el("button", { type: "button",
      "data-example-name": id, onclick: () => change(`${EXAMPLES[id].title}.`, () => { result = undefined; state = fresh(id); }) }));
    there.textContent = one.title;
    there.setAttribute("aria-pressed", id === state.id);
  }
}

function draw(before) {
  const example = EXAMPLES[state.id];
  result = { ...attended(example, state), words: state.words };
  at("about").replaceChildren(...raised(example.about));
  at("known").textContent = `Words: ${Object.keys(example.vectors).join(", ")}`;
  at("words").value = state.words.join(" ");
  at("mask").checked = state.mask;
  at("scale").checked = state.scale;
  const fitting = [...new Set([...divisors(example.W_v.length), example.heads])];  // one's own model may have more
  at("heads").replaceChildren(...fitting.map(n => el("option", { value: n, selected: n === state.heads }, String(n))));
  document.documentElement.classList.toggle("projector", state.projector);
  at("projector").setAttribute("aria-pressed", state.projector);
  drawExamples();
  drawEditors();
  drawMaps(before && moves(before, result) ? before : null);
  mark();
}

// What scrolls can be reached by keys.
function mark() {
  for (const map of document.querySelectorAll(".map")) {
    const scrolls = map.scrollWidth > map.clientWidth + 1, caption = map.querySelector("caption")?.textContent;
    for (const [name, value] of [["tabindex", "0"], ["role", "region"], ["aria-label", `${caption}; scrolls sideways`]]) {
      if (scrolls) map.setAttribute(name, value); else map.removeAttribute(name);
    }
  }
}

// --- a model of one's own ---------------------------------------------------------------------------------------------

// An example made of what experiment.py saved; throws one sentence where the file is not that.
function ownModel(text) {
  let saved;
  try { saved = JSON.parse(text); } catch { throw new Error("This file is not JSON: choose the -head.json that experiment.py saved."); }
  const size = saved?.W_q?.length, vocab = saved?.vocab;
  if (saved?.kind !== "attention head" || !Array.isArray(vocab)) throw new Error("This JSON is not what experiment.py saves for this page: run it again and choose its -head.json.");
  const norm = saved.norm || {}, list = row => isMatrix([row], 1, size);
  const fits = ["W_q", "W_k", "W_v"].every(name => isMatrix(saved[name], size, size)) && isMatrix(saved.token_embedding, vocab.length, size)
    && isMatrix(saved.position_embedding, saved.position_embedding?.length, size) && list(norm.gamma) && list(norm.beta)
    && Number.isFinite(norm.eps) && Number.isInteger(saved.n_heads) && size % saved.n_heads === 0;
  if (!fits) throw new Error("The sizes in this file do not fit each other: run experiment.py again.");
  const example = { title: `Your model: ${saved.task}`, about: "The first block of your own model. X is what its heads read: word plus place, normalised.",
    vectors: Object.fromEntries(vocab.map((word, i) => [word, saved.token_embedding[i]])), places: saved.position_embedding, norm,
    W_q: saved.W_q, W_k: saved.W_k, W_v: saved.W_v, heads: saved.n_heads, mask: true, scale: true, sentence: saved.sentence };
  const wrong = read((saved.sentence || []).join(" "), example)[1];
  if (wrong) throw new Error(wrong);
  return example;
}

at("file").addEventListener("change", async event => {
  const file = event.target.files[0];
  if (!file) return;
  try {
    const example = ownModel(await file.text());
    change(`${example.title}.`, () => {
      EXAMPLES.own = example;
      result = undefined;
      state = fresh("own");
      for (const name of ["W_q", "W_k"]) delete at(`edit-${name}`).dataset.example;  // a second file may be of another size
    });
    event.target.value = "";  // the same file may be chosen again after another run
  } catch (problem) { say(problem.message, true); }
});

// --- the controls -----------------------------------------------------------------------------------------------------

at("form").addEventListener("submit", event => {
  event.preventDefault();
  const [words, wrong] = read(at("words").value, EXAMPLES[state.id]);
  if (wrong) say(wrong, true); else change("", () => { state.words = words; });
});
at("mask").addEventListener("change", () => change(`Mask ${at("mask").checked ? "on" : "off"}:`, () => { state.mask = at("mask").checked; }));
at("scale").addEventListener("change", () => change(`Scores ${at("scale").checked ? "divided by the root" : "as they are"}:`, () => { state.scale = at("scale").checked; }));
at("heads").addEventListener("change", () => change(`${at("heads").value} ${at("heads").value === "1" ? "head" : "heads"}:`, () => { state.heads = Number(at("heads").value); }));
at("reset").addEventListener("click", () => change("Reset:", () => { const words = state.words; state = fresh(state.id); if (words.join() === state.words.join()) state.words = words; }));
at("projector").addEventListener("click", () => change(state.projector ? "Projector view off." : "Projector view on.", () => { state.projector = !state.projector; }, false));
at("copy").addEventListener("click", async () => {
  history.replaceState(null, "", address());
  try { await navigator.clipboard.writeText(location.href); say("The address of this view is copied."); }
  catch { say("The address line holds this view: copy it from there."); }
});
function open() {
  const [asked, trouble] = fromAddress(location.hash);
  state = asked;
  result = undefined;
  draw();
  say(trouble || `${EXAMPLES[state.id].title}. ${sentence(null)}`, Boolean(trouble));
}
addEventListener("hashchange", open);
addEventListener("resize", mark);
open();
