"""The reference's training step beside torch's own layers, and how near it comes to the floor."""

from __future__ import annotations

from .. import training
from ..course import ROOT
from ..figures import Row, ratios, row
from ..session import Session

TITLE = "training"


def run(session: Session) -> list[Row]:
    rows = []
    for name, (_, length, d_model, heads, layers, _, batch) in training.SIZES.items():
        session.say(f"training steps, {name}")
        found, _ = session.inside("steps", ROOT, name, str(max(5, session.rounds)))
        sizes = f"d {d_model}, {heads} heads, {layers} layer{'s' * (layers > 1)}, {batch}×{length} tokens"
        title = f"the reference's step ÷ nn.TransformerEncoder's, {name}"
        rows.append(row(TITLE, title, "×", ratios(found["ours"], found["torch"]), note=f"{sizes}, one thread"))
        rows.append(row(TITLE, f"the reference's step, {name}", "ms", [1e3 * part for part in found["ours"]]))
    session.say("training to the floor")
    found, _ = session.inside("floor", ROOT)
    above = found["loss"] - found["floor"]
    spent = f"{found['steps']} steps, {found['cpu']:.0f} s of one core; floor {found['floor']:.3f}"
    rows.append(row(TITLE, "above the floor after training on wills", "nats", [above], exact=True,
                    note=spent))  # fmt: skip
    return rows
