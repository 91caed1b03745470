"""Writes the audit's figures and findings as a table for the terminal."""

from __future__ import annotations

from ..content.rubric import Rubric
from .audit import Audit
from .judged import WITHOUT_SANDBOX


def to_text(audit: Audit, rubric: Rubric) -> str:
    lines = [f"{'task':<6}{'title':<28}{'mistakes':>9}{'caught':>8}{'in public':>11}{'named':>7}"]
    for item in rubric.items:
        known, caught, public, named = audit.tasks.get(item.id, (0, 0, 0, 0))
        lines.append(f"{item.id:<6}{item.title[:26]:<28}{known:>9}{caught:>8}{public:>11}{named:>7}")
    lines += ["", *figures(audit), ""]
    if found := [(verdict, said) for verdict in audit.verdicts for said in verdict.findings()]:
        lines += ["Not as it should be:", *(f"  {verdict.title}: {said}" for verdict, said in found)]
        lines += [f"  to reproduce: softmark audit --only {found[0][0].names[0]}", ""]
    if unnamed := [verdict.title for verdict in audit.wrong if not verdict.named]:
        lines += ["Caught, but not named: " + ", ".join(unnamed), ""]
    hidden_only = [each.title for each in audit.wrong if set(each.lost) & set(each.declared) - set(each.lost_in_public)]
    if hidden_only:
        lines += ["Caught by hidden numbers only: " + ", ".join(hidden_only), ""]
    lines += ["clean" if audit.clean else "NOT clean", *audit.by_luck]
    lines += [WITHOUT_SANDBOX] if audit.without_the_sandbox else []
    return "\n".join(lines) + "\n"


def figures(audit: Audit) -> list[str]:
    """The numbers an instructor asks for."""
    wrong, right, pairs = len(audit.wrong), len(audit.right), len(audit.pairs)
    caught = sum(not verdict.kept for verdict in audit.wrong)
    public = sum(set(verdict.declared) <= set(verdict.lost_in_public) for verdict in audit.wrong)
    diagnoses = sum(len(verdict.named) for verdict in audit.wrong)
    good = sum(name in verdict.names for verdict in audit.wrong for name in verdict.named)
    named = sum(bool(verdict.named) for verdict in audit.wrong)
    return [
        f"wrong answers caught:        {caught} of {wrong} ({_percent(caught, wrong)})",
        f"  by the public tests alone: {public} of {wrong} ({_percent(public, wrong)})",
        f"right answers that fail:     {sum(bool(v.lost) for v in audit.right)} of {right}",
        f"tasks lost wrongly:          {sum(len(v.lost_wrongly) for v in (*audit.wrong, *audit.pairs))}",
        f"mistakes named:              {named} of {wrong} ({_percent(named, wrong)})",
        f"diagnoses that are right:    {good} of {diagnoses} ({_percent(good, diagnoses)})",
        f"pairs with both tasks lost:  {sum(not v.kept for v in audit.pairs)} of {pairs}, "
        f"one or both named: {sum(bool(v.named) for v in audit.pairs)}",
    ]


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%" if whole else "–"
