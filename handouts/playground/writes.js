// A text that a trained model wrote: at each piece what was likeliest, and at some of them where every head looked.

const WRITTEN = JSON.parse(at("written").textContent);
const [NAMES_ASKED, MARKS_ASKED] = WRITTEN.questions;
let chosen, headChosen;  // the piece that is looked at, and the head that colours the text

const visible = piece => piece.replaceAll(" ", "␣").replaceAll("\n", "¶");
const askedAt = place => WRITTEN.questions.find(question => place in question.at);
const bar = (value, most) => el("td", { class: "bar" }, el("span", { style: `width:${(100 * value / most).toFixed(1)}%` }));

function drawText() {
  const question = askedAt(chosen), [block, head] = headChosen;
  const looked = new Map(question ? question.at[chosen][block][head] : []);
  const spans = WRITTEN.pieces.flatMap((piece, place) => {
    const kind = [place < WRITTEN.given && "given", askedAt(place) && "asked", place === chosen && "chosen"].filter(Boolean).join(" ");
    const shade = looked.has(place) ? `--p:${(looked.get(place) / 100).toFixed(2)}` : false;
    const made = el("span", { class: kind || false, "data-place": place, style: shade }, piece.replace("\n", ""));
    return piece === "\n" && place ? [el("br"), made] : [made];
  });
  at("text").replaceChildren(...spans);
}

function drawNext() {
  const likely = WRITTEN.next[chosen - WRITTEN.given], most = likely[0][1];
  const rows = likely.map(([piece, thousandths]) => el("tr", { class: piece === WRITTEN.pieces[chosen] ? "taken" : false },
    el("th", { scope: "row" }, visible(piece)), el("td", {}, `${(thousandths / 10).toFixed(1)}%`), bar(thousandths, most)));
  at("likely").replaceChildren(el("caption", {}, "The ten likeliest pieces here"), el("tbody", {}, ...rows));
}

function drawLooks() {
  const question = askedAt(chosen);
  at("looks").hidden = !question;
  if (!question) return;
  const rows = question.at[chosen].flatMap((heads, block) => heads.map((looked, head) => {
    const mine = block === headChosen[0] && head === headChosen[1], name = `${block}.${head}`;
    const choose = el("button", { type: "button", "aria-pressed": String(mine), "aria-label": `Block ${block}, head ${head}: colour the text`,
      onclick: () => { headChosen = [block, head]; drawText(); drawLooks(); at("looks").querySelector('[aria-pressed="true"]').focus(); } }, name);
    const top = looked.map(([place, weight]) => `${visible(WRITTEN.pieces[place])}\u00a0${weight}%`).join("   ") || "nothing above 5%";
    return el("tr", {}, el("th", { scope: "row" }, choose), bar(looked.length ? looked[0][1] : 0, 100), el("td", { class: "looks" }, top));
  }));
  at("looks").replaceChildren(el("caption", {}, "Where each head looked (block.head)"), el("tbody", {}, ...rows));
}

// How much every head gave to the keys in question, on average over the text: found by counting.
function drawCounted() {
  at("counted").replaceChildren(...WRITTEN.questions.map(question => {
    const rows = question.when.flatMap((heads, block) => heads.map((share, head) => {
      const out = block === question.stands_out[0] && head === question.stands_out[1];
      return el("tr", { class: out ? "taken" : false }, el("th", { scope: "row" }, `${block}.${head}`), el("td", {}, `${share}%`),
        bar(share, 100), el("td", {}, `${question.otherwise[block][head]}%`));
    }));
    const head = el("tr", {}, ...["head", "then", "", "otherwise"].map(title => el("th", { scope: "col" }, title)));
    return el("div", { class: "map" }, el("table", {}, el("caption", {}, `When ${question.what} came: how much went to ${question.keys}`), el("thead", {}, head), el("tbody", {}, ...rows)));
  }));
}

function choose(place) {
  chosen = Math.min(Math.max(place, WRITTEN.given), WRITTEN.pieces.length - 1);
  const question = askedAt(chosen);
  headChosen = question ? question.stands_out : [0, 0];
  at("piece").value = chosen;
  drawText();
  drawNext();
  drawLooks();
  mark();
  const likely = WRITTEN.next[chosen - WRITTEN.given].find(([piece]) => piece === WRITTEN.pieces[chosen]);
  const chance = likely ? `it had ${(likely[1] / 10).toFixed(1)}%` : "it was not among the ten likeliest";
  const [block, head] = headChosen, looked = question && question.at[chosen][block][head][0];
  at("wrote").textContent = `It wrote ${visible(WRITTEN.pieces[chosen])}: ${chance}.`
    + (looked ? ` Block ${block}, head ${head} looked most at ${visible(WRITTEN.pieces[looked[0]])} (${looked[1]}%).` : "");
}

function nextOf(question) {
  const places = Object.keys(question.at).map(Number);
  choose(places.find(place => place > chosen) ?? places[0]);
}

at("piece").min = WRITTEN.given;
at("piece").max = WRITTEN.pieces.length - 1;
at("piece").addEventListener("input", () => choose(Number(at("piece").value)));
at("next-name").addEventListener("click", () => nextOf(NAMES_ASKED));
at("next-mark").addEventListener("click", () => nextOf(MARKS_ASKED));
at("text").addEventListener("click", event => { if (event.target.dataset.place) choose(Number(event.target.dataset.place)); });
drawCounted();
choose(Number(Object.keys(NAMES_ASKED.at)[3]));
