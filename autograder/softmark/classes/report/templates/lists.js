/* The lists around the table: tasks, who needs help, differences with the platform, mistakes with and without a name. Each
   follows the section that is chosen. `page` is what page.js knows: data, make, who, inSection, list, hidden, unpacked. */
function makeLists(page) {
  const { data, make, who, inSection, everybody } = page;
  const $ = (id) => document.getElementById(id);
  const NAMED = 12, SVG = "http://www.w3.org/2000/svg";
  const opened = new Set();

  function names(members, filter) {
    const more = members.length - NAMED;
    return make("div", { class: "names" }, ...(page.hidden() ? [] : members.slice(0, NAMED).map(who)),
      make("button", { type: "button", class: "plain list", text: more > 0 && !page.hidden() ? `and ${more} more: list in the table` : "list in the table", onclick: () => page.list(filter) }));
  }

  // Never less than there is: what does not stand here at once is behind a button that says how much it is.
  function fill(list, rows, most, build) {
    list.replaceChildren(...rows.slice(0, most).map(build));
    if (rows.length > most) {
      const more = make("button", { type: "button", class: "plain", text: `Show ${rows.length - most} more` });
      more.addEventListener("click", () => {
        const rest = rows.slice(most).map(build);
        more.closest("li").replaceWith(...rest);
        rest[0].querySelector("button")?.focus();
      });
      list.append(make("li", { class: "show-more" }, more));
    }
  }

  // What fits on a screen or two at once, the rest while nobody waits; on paper nothing waits.
  const unfinished = new Map();
  function inSteps(list, rows, build) {
    let at = 0;
    const step = (many) => {
      if (unfinished.get(list) !== finish) return; // the list is another one by now
      list.append(...rows.slice(at, at + many).map(build));
      at += many;
      if (at < rows.length) setTimeout(() => step(20), 0);
      else unfinished.delete(list);
    };
    const finish = () => step(rows.length);
    unfinished.set(list, finish);
    step(20);
  }
  addEventListener("beforeprint", () => { for (const finish of [...unfinished.values()]) finish(); });

  // --- cards and tasks ------------------------------------------------------------------------------------

  function showFigures() {
    const here = everybody.filter(inSection), found = Numbers.figures(data, here);
    const of = `of ${page.amount(data.points)}` + (data.undecided ? `, ${data.undecided}` : "");
    const left = found.leftOut ? `${found.leftOut} not counted: the grader failed there` : "";
    const inIt = (sections) => sections.filter((section) => !page.asked.section || section === page.asked.section).length;
    const people = inIt(here.flatMap((student) => data.people[student]));
    const empty = here.filter((student) => page.has(student, "empty")).length;
    const cards = {
      submissions: [here.length, people !== here.length ? `from ${people} students` : left],
      mean: [Numbers.shown(found.mean, 1), of],
      median: [Numbers.shown(found.median, 1), `${of}, standard deviation ${Numbers.shown(found.deviation, 1)}`],
      "full marks": [found.done, Numbers.percent(found.done, found.count)],
      "not started": [inIt(data.absent), `of ${inIt(data.roster)} on the roster`],
      "nothing written": [empty, Numbers.percent(empty, here.length)],
      reliability: [Numbers.shown(found.alpha), "Cronbach’s alpha"],
    };
    for (const card of document.querySelectorAll("[data-card]")) {
      const [value, about] = cards[card.dataset.card];
      card.querySelector(".value").textContent = value;
      card.querySelector(".about").textContent = about;
    }
    found.items.forEach((item, index) => {
      const row = document.querySelector(`[data-row="${index}"]`), cell = (name) => row.querySelector(`[data-cell="${name}"]`);
      cell("mean").textContent = Numbers.shown(item.mean, 1);
      cell("difficulty").textContent = Numbers.share(item.difficulty);
      cell("discrimination").textContent = Numbers.shown(item.discrimination);
      cell("discrimination").classList.toggle("weak", item.discrimination !== null && item.discrimination < 0.2);
      cell("alpha").textContent = Numbers.shown(item.alpha);
      const parts = [["full", "full marks"], ["part", "part of the points"], ["none", "no points"], ["unwritten", "not written"]].filter(([kind]) => item[kind]);
      row.querySelector(".stack").replaceChildren(...parts.map(([kind]) => {
        const bar = document.createElementNS(SVG, "svg"), title = document.createElementNS(SVG, "title");
        bar.setAttribute("class", `seg ${kind}`);
        bar.setAttribute("width", `${(100 * item[kind] / found.count).toFixed(2)}%`);
        title.textContent = item[kind];
        bar.append(title);
        return bar;
      }));
      row.querySelector(".bars .unseen").textContent = parts.map(([kind, words]) => `${words}: ${item[kind]}. `).join("");
    });
    for (const item of opened) showTask(item);
  }

  // who fails a check: places as differences, and those who fail with hidden numbers alone
  const places = (gaps) => { let at = 0; return gaps.map((gap) => (at += gap)); };
  const failing = ([, , open, hidden]) => [...places(open), ...places(hidden)].sort((a, b) => a - b);
  function find(word) { // "1.2/name" → the check, once everything is unpacked
    const [id, ...name] = word.split("/"), item = data.items.findIndex((each) => each[0] === id);
    return page.details()?.tasks[item]?.flatMap(([, checks]) => checks).find((check) => check[0] === name.join("/"));
  }

  async function showTask(item) {
    const row = document.querySelector(`[data-row="${item}"]`), [id] = data.items[item];
    let inside = $(`task-${item}`);
    if (!inside) {
      inside = make("tr", { class: "inside", id: `task-${item}` }, make("td", { colspan: 7 }, make("ul", { class: "sentences", "aria-label": `Sentences and checks of ${id}` })));
      row.after(inside);
    }
    row.querySelector("button").setAttribute("aria-expanded", "true");
    await page.unpacked;
    const list = inside.querySelector(".sentences");
    const sentences = page.details().tasks[item];
    list.replaceChildren(...sentences.map(([sentence, checks]) => {
      const lost = new Set(checks.flatMap(failing).filter(inSection));
      return make("li", {},
        make("p", { class: "says" }, make("span", { class: "count", text: lost.size }), ` ${sentence || (sentences.length > 1 ? "Rules, and checks without a sentence" : "Checks")}`),
        make("ul", { class: "checks" }, ...checks.map((check) => {
          const members = failing(check).filter(inSection), hidden = places(check[3]).filter(inSection).length;
          const only = hidden ? ` (${hidden === members.length ? "all" : hidden} of them with hidden numbers alone)` : "";
          return make("li", {}, make("span", { class: "count", text: members.length }), make("div", {}, `${check[1]}${only}`, members.length ? names(members, { check: `${id}/${check[0]}` }) : null));
        })));
    }));
    if (!sentences.length) list.append(make("li", { class: "nobody", text: "No check of this task has run." }));
  }

  function toggleTask(item, open = !opened.has(item)) {
    if (open) opened.add(item);
    else opened.delete(item);
    if (open) return showTask(item);
    $(`task-${item}`)?.remove();
    document.querySelector(`[data-row="${item}"] button`).setAttribute("aria-expanded", "false");
  }
  $("tasks").addEventListener("click", (event) => {
    const button = event.target.closest("[data-task]");
    if (button) { toggleTask(Number(button.dataset.task)); page.changed(); }
  });

  // --- who needs help -------------------------------------------------------------------------------------

  // A box for each of these flags that somebody has, and everybody who is in one.
  function boxes(places) {
    const details = page.details(), lists = [], listed = new Set();
    for (const place of places) {
      const [flag, word] = data.flags[place], members = everybody.filter((student) => inSection(student) && page.has(student, flag));
      if (!members.length) continue;
      if (flag === "low") members.sort((a, b) => data.score[a] - data.score[b]);
      members.forEach((student) => listed.add(student));
      const list = make("ul", { class: "absent whole" });
      if (page.hidden()) list.append(make("li", { class: "soft", text: "Names are hidden." }));
      else fill(list, members, 20, (student) => make("li", {}, who(student), make("span", { class: "soft", text: ` ${details.texts[details.students[student][3][flag]]}` })));
      lists.push(make("div", {}, make("h3", {}, `${word} `, make("span", { class: "soft", text: members.length }),
        make("button", { type: "button", class: "plain list", text: "list in the table", onclick: () => page.list({ flag }) })), list));
    }
    return [lists, listed];
  }

  async function showHelp() {
    await page.unpacked;
    const [lists, needy] = boxes(data.help), [differing] = boxes(data.differs);
    $("needs").replaceChildren(...lists);
    if (!lists.length) $("needs").append(make("p", { class: "nobody", text: "Nobody: no low score, no task left out, every file came, and nobody is stuck." }));
    $("needs-count").textContent = lists.length ? `${needy.size} of ${everybody.filter(inSection).length} submissions.` : "";
    $("differing").replaceChildren(...differing);
    $("differs").hidden = $("to-differs").hidden = !differing.length;
  }

  // --- mistakes with a name -------------------------------------------------------------------------------

  const FIRST = 10;
  function mistakeBox([index, members], most) {
    const [name, , says, section, items] = data.mistakes[index];
    const bar = document.createElementNS(SVG, "svg");
    bar.setAttribute("class", "fill");
    bar.setAttribute("width", `${(100 * members.length / most).toFixed(2)}%`);
    return make("li", {}, make("p", { class: "number", text: members.length }), make("div", {},
      make("p", { class: "says", text: says }), make("div", { class: "track", "aria-hidden": "true" }, bar),
      make("p", { class: "where" }, `Task ${items} · section ${section} of the handout · `, make("code", { text: name })),
      names(members, { mistake: index })));
  }
  function showMistakes() {
    const found = data.mistakes.map(([, students], index) => [index, students.filter(inSection)]).filter(([, members]) => members.length)
      .sort((a, b) => b[1].length - a[1].length || (data.mistakes[a[0]][0] < data.mistakes[b[0]][0] ? -1 : 1));
    const most = found.length ? found[0][1].length : 1, rest = found.slice(FIRST);
    $("named").replaceChildren(...found.slice(0, FIRST).map((each) => mistakeBox(each, most)));
    if (!found.length) $("named").append(make("li", { class: "nobody", text: "No mistake was recognised by name." }));
    const more = $("more-named"), list = more.querySelector("ol");
    more.hidden = !rest.length;
    more.querySelector("summary").textContent = `${rest.length} more, less frequent`;
    list.replaceChildren();
    unfinished.delete(list);
    more.ontoggle = () => { if (more.open && !list.childElementCount) inSteps(list, rest, (each) => mistakeBox(each, most)); };
    more.ontoggle();
  }

  // --- mistakes without one -------------------------------------------------------------------------------

  const everywhere = (index) => data.groups[index][7];
  function showGroups() {
    const found = data.groups.map(([, , members], index) => [index, members.filter(inSection)]).filter(([, members]) => members.length);
    const shared = found.filter(([index]) => everywhere(index) > 1).sort((a, b) => b[1].length - a[1].length || a[0] - b[0]);
    const alone = found.filter(([index]) => everywhere(index) === 1);
    $("unnamed").hidden = $("to-unnamed").hidden = !data.groups.length;
    $("groups").replaceChildren(...shared.map(([index, members]) => groupBox(index, members)));
    if (!shared.length) $("groups").append(make("li", { class: "nobody", text: "No unnamed mistake is shared." }));
    const box = $("alone");
    box.hidden = !alone.length;
    box.querySelector("summary").textContent = `${alone.length} unnamed ${alone.length === 1 ? "mistake that is" : "mistakes that are"} nobody else’s`;
    box.ontoggle = () => { // made when it is opened: there may be a thousand
      if (box.open) box.querySelector("ul").replaceChildren(...alone.map(([index]) => {
        const [, item, [student], sentence, line] = data.groups[index];
        return make("li", {}, make("span", { class: "id", text: item }), " ", page.hidden() ? null : who(student), make("span", { class: "soft", text: ` ${line || sentence}` }));
      }));
    };
    box.ontoggle();
  }

  function groupBox(index, members) {
    const [id, item, , sentence, line, checks, hidden] = data.groups[index];
    const title = data.items.find((each) => each[0] === item)?.[1] || "";
    const inside = make("div", { class: "inside" });
    const box = make("details", {}, make("summary", { text: "Checks and code" }), inside);
    box.addEventListener("toggle", async () => {
      if (!box.open || inside.childElementCount) return;
      inside.append(make("ul", { class: "checks" }, ...checks.map((text) => make("li", { text: `✗ ${text}` }))));
      await page.unpacked;
      const spellings = page.details().samples[index] || [];
      if (spellings.length) inside.append(make("div", { class: "side" }, ...spellings.map((lines, place) =>
        make("pre", { tabindex: 0, "aria-label": `Spelling ${place + 1} of ${spellings.length}` },
          ...lines.map(([text, differs]) => make("span", { class: differs ? "row own" : "row", text: text + "\n" }))))));
      if (spellings.length > 1) inside.append(make("p", { class: "soft", text: "Up to three ways in which it is written, lines that differ marked." }));
    });
    const of = members.length === everywhere(index) ? "" : ` · ${everywhere(index)} in all sections`;
    return make("li", { id: `group=${id}`, tabindex: -1 }, make("p", { class: "number", text: members.length }), make("div", {},
      make("p", { class: "says", text: sentence || checks[0] }),
      line ? make("p", { class: "line-of" }, "Values leave every known solution at ", make("code", { text: line })) : null,
      make("p", { class: "where" }, `Task ${item} ${title} · `, make("a", { href: `#group=${id}` }, make("code", { text: id })), `${of}${hidden ? " · on hidden numbers alone" : ""}`),
      names(members, { group: index }), box));
  }

  function toGroup(id) {
    const target = id && document.getElementById(`group=${id}`);
    if (!target) return;
    target.querySelector("details").open = true;
    target.scrollIntoView();
    target.focus({ preventScroll: true });
  }

  function showLooks() {
    for (const button of document.querySelectorAll("#looks [data-flag]")) {
      const number = everybody.filter((student) => inSection(student) && page.has(student, button.dataset.flag)).length;
      button.querySelector(".n").textContent = number;
      button.closest("li").hidden = !number;
      const option = [...$("flag").options].find((each) => each.value === button.dataset.flag);
      option.textContent = `${button.querySelector("span").textContent} (${number})`;
      option.disabled = !number;
    }
    for (const line of document.querySelectorAll("[data-section-of]")) line.hidden = Boolean(page.asked.section) && line.dataset.sectionOf !== page.asked.section;
    for (const panel of document.querySelectorAll(".people-list")) panel.hidden = ![...panel.querySelectorAll("li")].some((line) => !line.hidden);
    for (const line of document.querySelectorAll("#requests tbody tr")) {
      const place = line.querySelector("[data-open]")?.dataset.open;
      line.hidden = Boolean(page.asked.section) && !(place !== undefined && inSection(Number(place)));
    }
  }

  let figured = null;
  function show() {
    if (figured !== page.asked.section) { // whether names are shown changes no number
      figured = page.asked.section;
      showFigures();
      showLooks();
    } else for (const item of opened) showTask(item);
    showHelp();
    showMistakes();
    showGroups();
  }
  return { show, showMistakes, toggleTask, opened, toGroup, failing: (word) => { const check = find(word); return check ? new Set(failing(check)) : null; }, titleOf: (word) => find(word)?.[1] || "" };
}
