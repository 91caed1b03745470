/* The heat map: a column for each student of the table, a row for each task. `page` is what page.js knows. */
function makeHeat(page) {
  const { data, make, amount, WORDS, kind, nameOf } = page;
  const $ = (id) => document.getElementById(id);

  const ROW = 18, canvas = $("heat-map");
  let pointed = [0, 0], pointing = false;
  $("heat-labels").append(...data.items.map(([id, title]) => make("li", { title, text: id }, make("span", { text: ` ${title}` }))));

  function drawHeat() {
    const style = getComputedStyle(document.documentElement);
    const colours = Object.fromEntries(["full", "part", "none", "unwritten", "broken", "unsure"].map((name) => [name, style.getPropertyValue(`--${name}`)]));
    const wide = canvas.clientWidth || 600, scale = window.devicePixelRatio || 1;
    canvas.style.height = `${ROW * data.items.length}px`;
    canvas.width = Math.round(wide * scale);
    canvas.height = Math.round(ROW * data.items.length * scale);
    const pen = canvas.getContext("2d"), step = cellWidth() * scale, gap = step > 5 * scale ? scale : 0;
    data.items.forEach((_, item) => {
      let from = 0;
      while (from < page.view().length) { // neighbours of one colour in one stroke
        const colour = kind(item, page.view()[from]);
        let to = from + 1;
        while (!gap && to < page.view().length && kind(item, page.view()[to]) === colour) to += 1;
        pen.fillStyle = colours[colour];
        pen.fillRect(from * step, item * ROW * scale, (to - from) * step - gap, (ROW - 1.5) * scale);
        from = to;
      }
    });
    if (pointing && page.view().length) {
      pen.strokeStyle = style.getPropertyValue("--ink");
      pen.lineWidth = 1.5 * scale;
      pen.strokeRect(pointed[0] * step, pointed[1] * ROW * scale, Math.max(step - gap, 3), (ROW - 1.5) * scale);
    }
  }
  const cellWidth = () => Math.min(20, (canvas.clientWidth || 600) / Math.max(1, page.view().length));

  function point(place, item) {
    if (!page.view().length) return;
    pointing = true;
    pointed = [Math.min(page.view().length - 1, Math.max(0, place)), Math.min(data.items.length - 1, Math.max(0, item))];
    const [id, title, points] = data.items[pointed[1]], student = page.view()[pointed[0]];
    const got = `${amount(data.scores[pointed[1]][student])} of ${amount(points)}`;
    $("heat-now").textContent = `${nameOf(student)}: ${id} ${title}, ${got} (${WORDS[data.statuses[pointed[1]][student]]})`;
    drawHeat();
  }
  const under = (event) => {
    const box = canvas.getBoundingClientRect();
    return [Math.floor((event.clientX - box.left) / cellWidth()), Math.floor((event.clientY - box.top) / ROW)];
  };
  canvas.addEventListener("pointermove", (event) => {
    const [place, item] = under(event);
    if (place < page.view().length) point(place, item);
  });
  canvas.addEventListener("pointerleave", () => { pointing = false; drawHeat(); });
  canvas.addEventListener("click", (event) => { const [place] = under(event); if (place < page.view().length) page.open(page.view()[place]); });
  canvas.addEventListener("focus", () => { $("heat-now").setAttribute("aria-live", "polite"); if (canvas.matches(":focus-visible")) point(...pointed); });
  canvas.addEventListener("blur", () => { $("heat-now").removeAttribute("aria-live"); pointing = false; drawHeat(); });
  canvas.addEventListener("keydown", (event) => {
    const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key in moves) {
      event.preventDefault();
      point(pointed[0] + moves[event.key][0], pointed[1] + moves[event.key][1]);
    } else if (event.key === "Enter" && page.view().length) { event.preventDefault(); page.open(page.view()[pointed[0]]); }
  });

  return { drawHeat };
}
