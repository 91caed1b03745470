/* The table, the heat map and the report cards. Text of students is set as textContent and nothing else. */
(async () => {
  const $ = (id) => document.getElementById(id);

  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name === "class") element.className = value;
      else if (name === "text") element.textContent = value;
      else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value !== false && value != null) element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.filter((child) => child != null));
    return element;
  }

  async function unpacked(id) {
    const holder = $(id);
    const bytes = Uint8Array.from(atob(holder.textContent), (letter) => letter.charCodeAt(0));
    holder.remove();
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return JSON.parse(await new Response(stream).text());
  }

  const amount = (number) => String(Math.round(number * 100) / 100);
  const SYMBOLS = { p: "✓", f: "✗", n: "○", r: "⊘", q: "?", e: "!", "-": "–" };
  const WORDS = { p: "passed", f: "not right yet", n: "not written yet", r: "rule broken", q: "not checked", e: "grader failed", "-": "not in this grade" };

  const data = await unpacked("core");
  const count = data.name.length;
  const everybody = Array.from({ length: count }, (_, index) => index);
  const flagNames = data.flags.map(([key]) => key);
  const flagWords = Object.fromEntries(data.flags);
  const has = (student, flag) => (data.flagged[student] >> flagNames.indexOf(flag)) & 1;
  // a flag that everybody has says nothing about anybody: it is told once, above
  const common = new Set(flagNames.filter((flag) => count > 1 && everybody.every((student) => has(student, flag))));
  const mistakesOf = everybody.map(() => []);
  data.mistakes.forEach(([name, students]) => students.forEach((student) => mistakesOf[student].push(name)));
  const words = everybody.map((s) => mistakesOf[s].slice());
  data.mistakes.forEach(([, students, says]) => students.forEach((student) => words[student].push(says)));
  data.groups.forEach(([id, , students, sentence, line]) => students.forEach((student) => words[student].push(id, sentence, line)));
  const mistaken = words.map((each) => each.join("\n").toLowerCase());
  const known = everybody.map((s) => [data.name[s], data.email[s], data.sid[s], data.id[s]].join("\n").toLowerCase());
  let details = null;
  const unpacking = new Promise((resolve) => {
    const later = window.requestIdleCallback || ((work) => setTimeout(work, 50));
    later(async () => { details = await unpacked("details"); resolve(); });
  });

  // --- names, which a projector need not show -------------------------------------------------------------

  let hidden = false;
  const byKey = [...everybody].sort((a, b) => (data.key[a] < data.key[b] ? -1 : 1)), alias = new Array(count);
  byKey.forEach((student, index) => { alias[student] = `Student ${index + 1}`; }); // in an order that tells nothing
  const nameOf = (student) => (hidden ? alias[student] : data.name[student]);

  // --- code, searched in pieces: what many have is read once ------------------------------------------------

  let lowered = null;
  const searched = new Map();
  function withCode(word) {
    if (!lowered) {
      const low = (texts) => texts.map((text) => text.toLowerCase());
      lowered = { own: low(details.code.own), shared: low(details.code.shared), students: details.code.students.map((files) => files.flatMap(([, ...pieces]) => pieces)) };
    }
    if (!searched.has(word)) {
      if (searched.size > 50) searched.clear();
      const own = lowered.own.map((text) => text.includes(word)), shared = lowered.shared.map((text) => text.includes(word));
      searched.set(word, lowered.students.map((pieces) => pieces.some((piece) => (piece & 1 ? own : shared)[piece >> 1])));
    }
    return searched.get(word);
  }

  // --- what is shown, and in which order ------------------------------------------------------------------

  const nothing = { find: "", section: "", flag: "", task: "", bar: null, mistake: null, group: null, check: "" };
  const asked = { ...nothing };
  let failing = null; // who fails the check that is asked for
  const sorted = { by: "name", down: false };
  let view = everybody;

  const collator = new Intl.Collator(undefined, { sensitivity: "base", numeric: true });
  const rank = (texts) => { // one comparison of letters for each text and not for each pair, every time
    const order = [...everybody].sort((a, b) => collator.compare(texts[a], texts[b]));
    const place = new Int32Array(count);
    order.forEach((student, index) => { place[student] = index && !collator.compare(texts[student], texts[order[index - 1]]) ? place[order[index - 1]] : index; });
    return place;
  };
  const nameRank = rank(data.name), aliasRank = rank(alias);
  const bits = (number) => { let ones = 0; for (; number; number &= number - 1) ones += 1; return ones; };
  const columns = [
    { key: "name", title: "Name", get values() { return hidden ? aliasRank : nameRank; } },
    { key: "section", title: "Section", values: rank(data.section), when: data.section.some(Boolean) },
    { key: "score", title: "Score", values: data.score, number: true, down: true },
    { key: "there", title: "Platform", values: data.there.map((score) => score ?? -1), number: true, down: true, when: data.there.length > 0 },
    { key: "tasks", title: "Tasks", values: data.full, down: true },
    { key: "attempts", title: "Attempts", values: data.attempts, number: true, down: true, when: data.attempts.length > 0 },
    { key: "when", title: "Handed in", values: rank(data.when), when: data.when.some(Boolean) },
    { key: "flags", title: "To look at", values: data.flagged.map(bits), down: true },
  ].filter((column) => column.when !== false);

  function inBar(student, bar) {
    const [low, high] = data.bars[bar], score = data.score[student];
    return score >= low && (high === null ? true : score < high);
  }

  function fits(student, except) {
    if (asked.find && !asked.find.split(/\s+/).every((word) => mistaken[student].includes(word) || (hidden ? alias[student].toLowerCase() : known[student]).includes(word) || (searchesCode() && withCode(word)[student]))) return false;
    if (!inSection(student)) return false;
    if (asked.flag && !has(student, asked.flag)) return false;
    if (asked.task !== "" && data.scores[asked.task][student] >= data.items[asked.task][2]) return false;
    if (asked.mistake !== null && !mistakesOf[student].includes(data.mistakes[asked.mistake][0])) return false;
    if (asked.group !== null && !data.groups[asked.group][2].includes(student)) return false;
    if (asked.check && !failing?.has(student)) return false;
    return except === "bar" || asked.bar === null || inBar(student, asked.bar);
  }

  const inSection = (student) => !asked.section || data.section[student].split(", ").includes(asked.section) || data.section[student] === asked.section;
  const searchesCode = () => Boolean(!hidden && $("in-code")?.checked && details?.code);

  let listed = null;
  function refresh(said) {
    const column = columns.find((each) => each.key === sorted.by);
    const sign = sorted.down ? -1 : 1, values = column.values, names = columns[0].values;
    view = everybody.filter((student) => fits(student));
    view.sort((a, b) => sign * (values[a] - values[b]) || names[a] - names[b] || a - b);
    showRows();
    showHistogram();
    showChips();
    drawHeat();
    if (listed !== `${asked.section} ${hidden}`) { // nothing else changes the lists
      listed = `${asked.section} ${hidden}`;
      lists.show();
      const where = asked.section ? `Section ${asked.section}` : $("where").dataset.whole;
      $("where").textContent = where;
    }
    changed();
    const whole = count === 1 ? "1 submission" : `${count} submissions`;
    $("shown").textContent = (view.length === count ? whole : `${view.length} of ${whole}`) + (said ? `, ${said}` : "");
    $("nobody").hidden = view.length > 0;
  }

  // --- the table ------------------------------------------------------------------------------------------

  const COLOURS = { p: "full", f: "none", n: "unwritten", r: "broken", q: "unsure", e: "unsure", "-": "unwritten" };
  function kind(item, student) {
    const letter = data.statuses[item][student], share = data.scores[item][student] / data.items[item][2];
    if (letter === "r" && !share) return "broken";
    return share >= 1 ? "full" : share > 0 ? "part" : COLOURS[letter];
  }

  function strip(student) {
    const step = 100 / data.items.length;
    const parts = data.items.map((_, item) => {
      const colour = `var(--${kind(item, student)})`;
      return `${colour} ${(item * step).toFixed(2)}% ${((item + 1) * step - step * 0.12).toFixed(2)}%, transparent 0 ${((item + 1) * step).toFixed(2)}%`;
    });
    return `linear-gradient(90deg, ${parts.join(", ")})`;
  }

  const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
  const short = (text) => {
    const found = /^\d{4}-(\d\d)-(\d\d)[T ](\d\d:\d\d)/.exec(text);
    return found ? `${Number(found[2])} ${MONTHS[found[1] - 1] || found[1]}, ${found[3]}` : text;
  };
  const day = (text) => (/^\d{4}-\d\d-\d\d/.test(text) ? text.slice(0, 16).replace("T", " ") : text);
  const cells = {
    section: (s) => make("td", { class: "c-section", text: data.section[s] }),
    score: (s) => make("td", { class: "c-score n" },
      make("span", { text: amount(data.score[s]) }),
      data.late[s] ? make("span", { class: "late", text: `−${amount(data.late[s])} late`, title: "taken off for lateness; the score is what is left" }) : null,
      has(s, "undecided") ? make("span", { class: "late", text: "late?", title: "lateness undecided" }) : null,
      has(s, "attempts") ? make("span", { class: "late", text: "best?", title: "attempts undecided" }) : null),
    there: (s) => make("td", { class: `c-there n${has(s, "platform") ? " differs" : ""}`, text: data.there[s] == null ? "–" : amount(data.there[s]),
      title: has(s, "platform") ? "differs from the score here" : false }),
    tasks: (s) => {
      const picture = make("span", { class: "strip", "aria-hidden": "true" });
      picture.style.background = strip(s);
      return make("td", { class: "c-tasks" }, picture, make("span", { text: `${data.full[s]}/${data.items.length}` }));
    },
    attempts: (s) => make("td", { class: "c-attempts n", text: data.attempts[s] }),
    when: (s) => make("td", { class: "c-when soft", text: short(data.when[s]), title: data.when[s] + (data.due[s] ? `, due ${data.due[s]}` : "") }),
    flags: (s) => make("td", { class: "c-flags" }, ...flagNames.filter((flag) => has(s, flag) && !common.has(flag))
      .map((flag) => make("span", { class: `tag ${flag}`, text: flagWords[flag] }))),
  };
  const built = new Array(count);
  function row(student) {
    if (!built[student]) {
      const button = make("button", { class: "plain", type: "button", tabindex: -1, text: nameOf(student), title: nameOf(student) });
      const line = make("tr", {}, make("th", { scope: "row", class: "c-name" }, button));
      for (const column of columns.slice(1)) line.append(cells[column.key](student));
      line.dataset.student = student;
      built[student] = line;
    }
    return built[student];
  }

  // Only the rows near the screen are in the document, between two spacers of the others' height: sorting two thousand
  // students costs what sorting sixty does. On paper all of them are there.
  const rowsBody = $("rows"), above = make("tr", { "aria-hidden": "true" }, make("td")), below = above.cloneNode(true);
  const NEAR = 15;
  let onPaper = false;
  function near() {
    const high = rowsBody.querySelector("tr[data-student]")?.offsetHeight || 38;
    const first = Math.floor(-rowsBody.getBoundingClientRect().top / high) - NEAR;
    const many = Math.ceil(innerHeight / high) + 2 * NEAR;
    const from = Math.max(0, Math.min(first, view.length - many));
    return onPaper ? [0, view.length, 0] : [from, Math.min(view.length, from + many), high];
  }
  function showRows() {
    const [from, to, high] = near(), wanted = view.slice(from, to), kept = new Set(wanted);
    for (const line of [...rowsBody.children]) if (!kept.has(Number(line.dataset.student ?? -1))) line.remove();
    let next = rowsBody.firstElementChild;
    wanted.forEach((student, index) => {
      const line = row(student);
      line.setAttribute("aria-rowindex", from + index + 2);
      if (line === next) next = next.nextElementSibling;
      else rowsBody.insertBefore(line, next);
    });
    while (next) { const gone = next; next = next.nextElementSibling; gone.remove(); }
    for (const [spacer, hidden, put] of [[above, from, "prepend"], [below, view.length - to, "append"]]) {
      spacer.firstChild.style.height = `${hidden * high}px`;
      if (hidden) rowsBody[put](spacer);
    }
    $("table").setAttribute("aria-rowcount", view.length + 1);
    if (current === null || !row(current).isConnected) rove(wanted[0]);
  }
  let scrolling = 0;
  addEventListener("scroll", () => { cancelAnimationFrame(scrolling); scrolling = requestAnimationFrame(showRows); }, { passive: true });

  function toRow(student) { // scrolls as far as needed, and no further
    if (!row(student).isConnected) {
      const high = rowsBody.querySelector("tr[data-student]").offsetHeight;
      scrollTo({ top: scrollY + rowsBody.getBoundingClientRect().top + view.indexOf(student) * high - innerHeight / 2, behavior: "instant" });
      showRows();
    }
    rove(student);
    row(student).querySelector("button").focus();
  }

  let current = null;
  function rove(student) { // one row is in the order of Tab; arrows lead to the others
    if (current !== null && built[current]) built[current].querySelector("button").tabIndex = -1;
    current = student ?? null;
    if (current !== null) row(current).querySelector("button").tabIndex = 0;
  }

  function showHeads() {
    $("heads").replaceChildren(...columns.map((column) => {
      const button = make("button", { class: "plain", type: "button", text: column.title, onclick: () => sortBy(column.key) });
      const sort = column.key === sorted.by ? (sorted.down ? "descending" : "ascending") : "none";
      return make("th", { scope: "col", class: `c-${column.key}${column.number ? " n" : ""}`, "aria-sort": sort, "data-key": column.key, "data-title": column.title }, button);
    }));
  }

  function sortBy(key) {
    const column = columns.find((each) => each.key === key);
    sorted.down = sorted.by === key ? !sorted.down : Boolean(column.down);
    sorted.by = key;
    for (const head of $("heads").children) {
      const mine = head.dataset.key === key;
      head.setAttribute("aria-sort", mine ? (sorted.down ? "descending" : "ascending") : "none");
    }
    refresh(`sorted by ${column.title.toLowerCase()}, ${sorted.down ? "descending" : "ascending"}`);
  }

  $("rows").addEventListener("click", (event) => {
    const line = event.target.closest("tr[data-student]");
    if (line) open(Number(line.dataset.student));
  });
  $("rows").addEventListener("keydown", (event) => {
    const line = event.target.closest("tr");
    if (!line) return;
    const place = view.indexOf(Number(line.dataset.student));
    const moves = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: view.length - 1, PageDown: place + 15, PageUp: place - 15 };
    if (!(event.key in moves)) return;
    event.preventDefault();
    const target = view[Math.min(view.length - 1, Math.max(0, moves[event.key]))];
    toRow(target);
  });

  // --- filters --------------------------------------------------------------------------------------------

  function ask(what) {
    Object.assign(asked, what);
    failing = asked.check ? lists.failing(asked.check) : null;
    for (const id of ["section", "flag", "task"]) if ($(id)) $(id).value = asked[id];
    if ("find" in what && $("find").value.trim().toLowerCase() !== asked.find) $("find").value = asked.find;
    refresh();
  }
  $("find").addEventListener("input", (event) => ask({ find: event.target.value.trim().toLowerCase() }));
  for (const id of ["section", "flag", "task"]) $(id)?.addEventListener("change", (event) => ask({ [id]: event.target.value }));
  $("tools").addEventListener("submit", (event) => event.preventDefault());
  $("clear").addEventListener("click", () => { ask(nothing); $("find").focus(); });
  $("looks")?.addEventListener("click", (event) => {
    const flag = event.target.closest("[data-flag]")?.dataset.flag;
    if (flag) ask({ flag: asked.flag === flag ? "" : flag });
  });
  $("histogram").addEventListener("click", (event) => {
    const bar = event.target.closest("[data-bar]")?.dataset.bar;
    if (bar !== undefined) ask({ bar: asked.bar === Number(bar) ? null : Number(bar) });
  });
  $("in-code")?.addEventListener("change", async () => { await unpacking; refresh(); });
  function list(what) { // in the table, and only these
    target = "";
    ask({ ...nothing, section: asked.section, ...what });
    $("students").scrollIntoView();
    $("find").focus({ preventScroll: true });
  }

  $("requests")?.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.dataset.open) open(Number(button.dataset.open));
  });

  function showChips() {
    const chips = [];
    const chip = (text, what) => chips.push(make("button", { class: "chip", type: "button", text, "aria-label": `Remove the filter: ${text}`, onclick: () => ask(what) }));
    if (asked.bar !== null) {
      const [low, high] = data.bars[asked.bar];
      chip(high === null ? `${amount(low)} points and more` : `${amount(low)} to under ${amount(high)} points`, { bar: null });
    }
    if (asked.mistake !== null) chip(`mistake ${data.mistakes[asked.mistake][0]}`, { mistake: null });
    if (asked.group !== null) chip(`group ${data.groups[asked.group][0]}`, { group: null });
    if (asked.check) chip(`fails “${lists.titleOf(asked.check)}”`, { check: "" });
    if (asked.flag) chip(flagWords[asked.flag], { flag: "" });
    if (asked.task !== "") chip(`lost points in ${data.items[asked.task][0]}`, { task: "" });
    if (asked.section) chip(`section ${asked.section}`, { section: "" });
    $("chips").hidden = chips.length === 0;
    $("chips").replaceChildren("Shown: ", ...chips);
    for (const button of document.querySelectorAll("[data-flag]")) button.setAttribute("aria-pressed", String(button.dataset.flag === asked.flag));
    for (const button of document.querySelectorAll("[data-bar]")) button.setAttribute("aria-pressed", String(Number(button.dataset.bar) === asked.bar));
  }

  function showHistogram() {
    const counts = data.bars.map(() => 0);
    for (const student of everybody) {
      if (data.counted[student] !== "1" || !fits(student, "bar")) continue;
      const bar = data.bars.findIndex((_, index) => inBar(student, index));
      if (bar >= 0) counts[bar] += 1;
    }
    const most = Math.max(1, ...counts);
    for (const button of document.querySelectorAll("[data-bar]")) {
      const number = counts[button.dataset.bar];
      button.querySelector(".count").textContent = number || "";
      button.querySelector(".fill").setAttribute("height", `${(100 * number / most).toFixed(2)}%`);
    }
    // on a phone the columns scroll: begin where most students are, which is seldom at 0
    const fullest = document.querySelector(`[data-bar="${counts.indexOf(most)}"]`), box = $("histogram");
    if (fullest && !box.scrollLeft) box.scrollLeft = fullest.offsetLeft - box.offsetLeft - box.clientWidth / 2;
  }

  // --- lists, and the address ------------------------------------------------------------------------------

  const who = (student) => make("button", { type: "button", class: "plain", text: nameOf(student), onclick: () => open(student) });
  const lists = makeLists({ data, make, who, inSection, everybody, asked, has, amount, list, hidden: () => hidden, unpacked: unpacking, details: () => details, changed: () => changed() });

  let following = true, target = ""; // first the page follows the address; a group that a link points to stays in it
  function changed() { // then the address follows what is shown
    if (following) return;
    Address.write({
      group: target,
      section: asked.section, show: asked.flag, lost: asked.task === "" ? "" : data.items[asked.task][0], points: asked.bar === null ? "" : String(data.bars[asked.bar][0]),
      mistake: asked.mistake === null ? "" : data.mistakes[asked.mistake][0], alike: asked.group === null ? "" : data.groups[asked.group][0], check: asked.check,
      sort: sorted.by === "name" && !sorted.down ? "" : `${sorted.down ? "-" : ""}${sorted.by}`, task: [...lists.opened].map((item) => data.items[item][0]).join(" "),
      names: hidden ? "hidden" : "", student: opened === null ? "" : data.key[opened],
    });
  }

  async function follow() { // what an address asks for; a word that this page does not know says nothing
    const found = Address.read();
    following = Boolean(found);
    if (!found) return changed();
    target = found.get("group") || "";
    if ([...found.keys()].join() === "group") {
      following = false;
      changed();
      return lists.toGroup(target);
    }
    const place = (list, word) => { const at = list.indexOf(word); return at < 0 ? null : at; };
    const has = (id, word) => ($(id) && [...$(id).options].some((option) => option.value === word) ? word : "");
    const ids = data.items.map(([id]) => id), sort = (found.get("sort") || "name").replace(/^-/, "");
    if (columns.some((column) => column.key === sort)) Object.assign(sorted, { by: sort, down: (found.get("sort") || "").startsWith("-") });
    hide(found.get("names") === "hidden");
    if (found.get("check") || found.get("student")) await unpacking;
    const lost = place(ids, found.get("lost"));
    for (const item of ids.keys()) lists.toggleTask(item, (found.get("task") || "").split(" ").includes(ids[item]));
    const check = found.get("check") || "";
    showHeads();
    following = false;
    ask({
      section: has("section", found.get("section") || ""), flag: has("flag", found.get("show") || ""), task: lost === null ? "" : String(lost), bar: place(data.bars.map(([low]) => String(low)), found.get("points")),
      mistake: place(data.mistakes.map(([name]) => name), found.get("mistake")), group: place(data.groups.map(([id]) => id), found.get("alike")), check: lists.failing(check) ? check : "",
    });
    const student = place(data.key, found.get("student"));
    if (student !== null && student !== opened) open(student);
    lists.toGroup(target);
  }
  addEventListener("hashchange", follow);

  function hide(yes) {
    if (hidden === yes || !$("projector")) return;
    hidden = yes;
    built.fill(undefined);
    rowsBody.replaceChildren();
    current = null;
    $("projector").setAttribute("aria-pressed", String(hidden));
    $("projector").textContent = hidden ? "Show names" : "Hide names";
    for (const part of document.querySelectorAll(".named")) part.hidden = hidden;
    $("export").disabled = hidden;
    if ($("in-code")) $("in-code").disabled = hidden;
    $("find").value = asked.find = "";
    $("find").placeholder = hidden ? "mistake" : $("find").dataset.about;
    $("heat-now").textContent = "";
  }
  $("projector")?.addEventListener("click", () => { hide(!hidden); refresh(hidden ? "names hidden" : "names shown"); });

  const { drawHeat } = makeHeat({ data, make, amount, WORDS, kind, nameOf, view: () => view, open: (student) => open(student) });
  let resizing = 0;
  addEventListener("resize", () => { cancelAnimationFrame(resizing); resizing = requestAnimationFrame(() => { drawHeat(); showRows(); }); });

  // --- export ---------------------------------------------------------------------------------------------

  function cell(value) {
    const text = typeof value === "number" ? amount(value) : value;
    const safe = typeof value === "string" && /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  }
  $("export").addEventListener("click", () => {
    const titles = ["Name", "Email", "SID", "Section", "Submission", "Score", "Score on the platform", "Late penalty", "Due", "Late by (H:M:S)", ...data.items.map(([id, title]) => `${id} ${title}`), "To look at", "Known mistakes"];
    const lines = view.map((s) => [data.name[s], data.email[s], data.sid[s], data.section[s], data.id[s], data.score[s], data.there[s] ?? "", data.late[s], data.due[s] || "", data.by[s] || "",
      ...data.items.map((_, item) => data.scores[item][s]), flagNames.filter((flag) => has(s, flag)).map((flag) => flagWords[flag]).join("; "), mistakesOf[s].join("; ")]);
    const text = "\ufeff" + [titles, ...lines].map((line) => line.map(cell).join(",") + "\r\n").join("");
    const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "text/csv" })), download: "students.csv" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  });

  // --- a report card --------------------------------------------------------------------------------------

  const drawer = $("drawer"), body = $("drawer-body");
  let opened = null, opener = null;
  const cards = makeCards({ data, make, amount, has, flagWords, day, SYMBOLS, WORDS, hidden: () => hidden, details: () => details });

  async function open(student) {
    opened = student;
    $("drawer-title").textContent = nameOf(student);
    changed();
    body.replaceChildren(...cards.overview(student));
    const place = view.indexOf(student);
    $("previous").disabled = place <= 0;
    $("next").disabled = place < 0 || place >= view.length - 1;
    if (!drawer.open) {
      opener = document.activeElement;
      drawer.showModal();
      $("drawer-title").focus();
    }
    body.scrollTop = 0;
    if (!details) {
      const waiting = make("p", { class: "quiet", text: "unpacking …" });
      body.append(waiting);
      await unpacking;
      waiting.remove();
      if (opened !== student) return;
    }
    body.append(...cards.card(student));
  }

  function move(by) {
    const place = view.indexOf(opened), target = view[place + by];
    if (place < 0 || target === undefined) return;
    open(target);
    $("drawer-title").focus();
  }
  $("previous").addEventListener("click", () => move(-1));
  $("next").addEventListener("click", () => move(1));
  $("close").addEventListener("click", () => drawer.close());
  drawer.addEventListener("click", (event) => { if (event.target === drawer) drawer.close(); });
  drawer.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      if (event.target.closest("pre")) return; // scrolls the code
      event.preventDefault();
      move(event.key === "ArrowRight" ? 1 : -1);
    } else if (event.key === "Tab") { // round and round, never behind the drawer
      const stops = [...drawer.querySelectorAll("button:not(:disabled), a[href], summary, pre[tabindex]")].filter((each) => each.checkVisibility());
      const first = stops[0], last = stops[stops.length - 1], here = document.activeElement;
      if (event.shiftKey && (here === first || !stops.includes(here))) { event.preventDefault(); last.focus(); }
      else if (!event.shiftKey && here === last) { event.preventDefault(); first.focus(); }
    }
  });
  drawer.addEventListener("close", () => {
    const student = opened;
    opened = null;
    changed();
    body.replaceChildren();
    if (view.includes(student) && opener?.closest("tr")) { // back to the row that was read last
      toRow(student);
    } else opener?.focus();
  });

  addEventListener("keydown", (event) => {
    if (event.key === "/" && !drawer.open && !/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName)) {
      event.preventDefault();
      $("find").focus();
    }
  });

  // --- theme, print ---------------------------------------------------------------------------------------

  const themes = ["system", "light", "dark"];
  let theme = "system";
  function wear(name) {
    theme = themes.includes(name) ? name : "system";
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    $("theme").textContent = `Theme: ${theme}`;
    drawHeat();
  }
  const memory = { // a page opened from a file may have none
    get: () => { try { return localStorage.getItem("softmark-theme"); } catch { return null; } },
    set: (name) => { try { localStorage.setItem("softmark-theme", name); } catch { /* then it is forgotten */ } },
  };
  $("theme").hidden = false;
  if ($("projector")) $("projector").hidden = false;
  $("theme").addEventListener("click", () => { wear(themes[(themes.indexOf(theme) + 1) % themes.length]); memory.set(theme); });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawHeat);
  addEventListener("beforeprint", () => { onPaper = true; showRows(); });
  addEventListener("afterprint", () => { onPaper = false; showRows(); });

  showHeads();
  refresh();
  wear(memory.get());
  await follow();
})().catch((problem) => {
  document.getElementById("shown").textContent = "The table could not be unpacked: this needs a browser of 2023 or later.";
  console.error(problem);
});
