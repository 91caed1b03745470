// One attention layer without W^O, in plain numbers: what the reference's attend does, for one sentence.

const times = (rows, weight) => rows.map(row => weight.map(w => w.reduce((sum, entry, i) => sum + entry * row[i], 0)));

function softmax(row) {
  const largest = Math.max(...row), exps = row.map(score => Math.exp(score - largest));
  const total = exps.reduce((sum, e) => sum + e, 0);
  return exps.map(e => e / total);
}

function normalised(row, { gamma, beta, eps }) {
  const mean = row.reduce((sum, entry) => sum + entry, 0) / row.length;
  const variance = row.reduce((sum, entry) => sum + (entry - mean) ** 2, 0) / row.length;
  return row.map((entry, i) => gamma[i] * (entry - mean) / Math.sqrt(variance + eps) + beta[i]);
}

// The vectors of a sentence: the word's, plus the place's where the example has places, normalised where it has a norm.
function embedded(example, words) {
  const rows = words.map((word, place) => example.vectors[word].map((entry, c) => entry + (example.places ? example.places[place][c] : 0)));
  return example.norm ? rows.map(row => normalised(row, example.norm)) : rows;
}

// state: words, W_q, W_k, heads, mask, scale; the example has the vectors and W_v.
function attended(example, state) {
  const x = embedded(example, state.words), q = times(x, state.W_q), k = times(x, state.W_k), v = times(x, example.W_v);
  const width = example.W_v.length / state.heads, root = state.scale ? Math.sqrt(width) : 1;
  const heads = Array.from({ length: state.heads }, (_, h) => {
    const part = rows => rows.map(row => row.slice(h * width, (h + 1) * width));
    const [mine, keys, values] = [part(q), part(k), part(v)];
    const scores = times(mine, keys).map(row => row.map(score => score / root));
    const masked = scores.map((row, i) => row.map((score, j) => state.mask && j > i ? -Infinity : score));
    const weights = masked.map(softmax);
    const output = weights.map(row => values[0].map((_, c) => row.reduce((sum, w, j) => sum + w * values[j][c], 0)));
    return { scores, masked, weights, output };
  });
  const output = state.words.map((_, i) => heads.flatMap(head => head.output[i]));
  return { x, q, k, v, heads, output };
}
